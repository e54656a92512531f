// What is gathered of a part's customers for a cohort report.
import type { CohortSettings } from '../../../contract/report-types/cohort/settings.ts';
import { dayOfDate } from '../../../contract/settings/calendar.ts';
import { type CohortCells, cohortCells } from '../../cohorts/cohort-cells.ts';
import { cohortMembers } from '../../cohorts/cohort-members.ts';
import { type FirstGoods, firstGoods, NONE } from '../../cohorts/first-goods.ts';
import { dataBegin } from '../../cohorts/left-truncated.ts';
import { memberSums } from '../../cohorts/member-figures.ts';
import { daysUntilSecond, purchaseDays } from '../../cohorts/purchase-days.ts';
import { listedCustomers } from '../../customer-lists/build-list.ts';
import { type Column, heldColumns, type UnpackedColumns } from '../../extract/packed-columns.ts';
import { moneyColumns } from '../../partitions/money-columns.ts';
import { chosenNumbers, type PartColumns } from '../../partitions/part-columns.ts';
import { rfmCustomers } from '../../rfm/customers.ts';
import { dayGaps } from '../../rfm/day-gaps.ts';
import { idColumns } from '../part-ids.ts';

const numbers = (values: Iterable<number>): Column =>
  values instanceof Float64Array || values instanceof Uint32Array ? values : Float64Array.from(values);

/** Of all members: what each did. And of the cohorts: their cells. `leastSpend`: of scope high_value. */
export function gatherMembers(
  columns: PartColumns,
  { customerScope, dateRange, cohortBy, productLevel, groups }: CohortSettings,
  reference: number,
  leastSpend: number | undefined,
): UnpackedColumns {
  const select = (range: typeof dateRange) =>
    rfmCustomers(columns, { customerScope, dateRange: range }, reference, leastSpend);
  // A customer who bought before the range is not new in it: first purchases are searched in the whole history.
  const selected = select(dateRange?.end === undefined ? undefined : { end: dateRange.end });
  const days = purchaseDays(columns, selected);
  const from = dateRange?.start === undefined ? undefined : dayOfDate(dateRange.start);
  const members = cohortMembers(days, cohortBy, from);
  // What lies before the range is only looked at for first purchases: rows left out are counted in the range.
  const inRange = from === undefined ? selected : select(dateRange);
  const gaps = dayGaps(columns, selected);
  // In the sequence of their places, which their rows are joined by.
  const customers = members.customers.toSorted();
  const sums = memberSums(columns, selected, { ...members, customers });
  const { lines } = columns;
  const isNoGoods = (line: number) =>
    lines.isService(line) || (productLevel !== undefined && lines.isUnderOther(line));
  return heldColumns({
    place: chosenNumbers(
      columns.customerPlace,
      customers.map((member) => selected.customer[member] ?? 0),
    ),
    ...idColumns(listedCustomers(columns, selected, customers)),
    first_day: numbers(chosenNumbers(days.first, customers)),
    until_second: numbers(chosenNumbers(daysUntilSecond(days), customers)),
    same_day: numbers(chosenNumbers(days.sameDay, customers)),
    member_orders: numbers(sums.orders),
    last_day: numbers(sums.lastDay),
    ...moneyColumns('member_revenue', sums.revenue),
    ...moneyColumns('member_early', sums.early),
    ...moneyColumns('turnover', inRange.turnoverSums),
    data_begin: numbers([dataBegin(columns)]),
    gap_days: numbers(gaps.keys()),
    gap_times: numbers(gaps.values()),
    left_out: numbers([
      inRange.rowsWithoutCustomer,
      inRange.rowsWithoutDate,
      selected.customersWithoutPurchase,
      members.acquiredEarlier,
    ]),
    ...cellColumns(cohortCells(columns, selected, members, cohortBy, reference)),
    ...(groups && goodsColumns(firstGoods(columns, selected, { ...members, customers }, isNoGoods))),
  });
}

/** Of the goods that a first order was. */
function goodsColumns({ labels, of }: FirstGoods): Record<string, Column> {
  const used = [...new Set(of)].filter((label) => label !== NONE);
  const placeOf = new Map(used.map((label, at) => [label, at]));
  return {
    goods: used.map((label) => labels[label] ?? ''),
    // One more, so that none is 0.
    first_goods: numbers(Array.from(of, (label) => (placeOf.get(label) ?? NONE) + 1)),
  };
}

function cellColumns(cells: CohortCells): Record<string, Column> {
  return {
    periods: numbers(cells.periods),
    customers: numbers(cells.customers),
    active: numbers(cells.active),
    orders: numbers(cells.orders),
    ...moneyColumns('revenue', cells.revenue),
    cohort_orders: numbers(cells.cohortOrders),
    ...moneyColumns('cohort_revenue', cells.cohortRevenue),
    is_beyond: cells.isBeyond,
    returns: numbers([cells.returnsBeforeFirstPurchase]),
  };
}
