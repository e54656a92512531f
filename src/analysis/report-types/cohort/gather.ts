// Gathers the figures of a part's customers for a cohort report.
import type { CohortSettings } from '../../../contract/report-types/cohort/settings.ts';
import { parseDay } from '../../../contract/settings/calendar.ts';
import { type CohortCells, computeCohortCells } from '../../cohorts/cohort-cells.ts';
import { assignCohorts } from '../../cohorts/cohort-members.ts';
import { type FirstGoods, findFirstGoods, NONE } from '../../cohorts/first-goods.ts';
import { findDataBegin } from '../../cohorts/left-truncated.ts';
import { sumMembers } from '../../cohorts/member-figures.ts';
import { packOverview } from '../../cohorts/overview-parts.ts';
import { sumOverview } from '../../cohorts/overview-sums.ts';
import { countDaysUntilSecond, findPurchaseDays } from '../../cohorts/purchase-days.ts';
import { createListedCustomers } from '../../customer-lists/build-list.ts';
import { holdColumns, type PackedColumn, type UnpackedColumns } from '../../extract/packed-columns.ts';
import { packMoney } from '../../partitions/money-columns.ts';
import { type PartColumns, pickNumbers } from '../../partitions/part-columns.ts';
import type { ServedModel } from '../../recommendations/served-model.ts';
import { selectRfmCustomers } from '../../rfm/customers.ts';
import { countDayGaps } from '../../rfm/day-gaps.ts';
import { packIds } from '../part-ids.ts';

const toNumbersColumn = (values: Iterable<number>): PackedColumn =>
  values instanceof Float64Array || values instanceof Uint32Array ? values : Float64Array.from(values);

/** Gathers the figures of each member, and the cells of the cohorts. `leastSpend`: threshold of scope high_value. */
export function gatherMembers(
  columns: PartColumns,
  { customerScope, dateRange, cohortBy, productLevel, groups }: CohortSettings,
  reference: number,
  { leastSpend, model }: { readonly leastSpend: number | undefined; readonly model: ServedModel | undefined },
): UnpackedColumns {
  const select = (range: typeof dateRange) =>
    selectRfmCustomers(columns, { customerScope, dateRange: range }, reference, leastSpend);
  // A customer who bought before the range is not new in it: first purchases are searched in the whole history.
  const selected = select(dateRange?.end === undefined ? undefined : { end: dateRange.end });
  const days = findPurchaseDays(columns, selected);
  const from = dateRange?.start === undefined ? undefined : parseDay(dateRange.start);
  const members = assignCohorts(days, cohortBy, from);
  // Orders before the range only determine first purchases: rows left out are counted within the range.
  const inRange = from === undefined ? selected : select(dateRange);
  const gaps = countDayGaps(columns, selected);
  // Sorted by place, by which their rows are joined.
  const customers = members.customers.toSorted();
  const sums = sumMembers(columns, selected, { ...members, customers });
  const { lines } = columns;
  const isNoGoods = (line: number) =>
    lines.isService(line) || (productLevel !== undefined && lines.isUnderOther(line));
  return holdColumns({
    place: pickNumbers(
      columns.customerPlace,
      customers.map((member) => selected.customer[member] ?? 0),
    ),
    ...packIds(createListedCustomers(columns, selected, model, customers)),
    first_day: toNumbersColumn(pickNumbers(days.first, customers)),
    until_second: toNumbersColumn(pickNumbers(countDaysUntilSecond(days), customers)),
    same_day: toNumbersColumn(pickNumbers(days.sameDay, customers)),
    member_orders: toNumbersColumn(sums.orders),
    last_day: toNumbersColumn(sums.lastDay),
    ...packMoney('member_revenue', sums.revenue),
    ...packMoney('member_early', sums.early),
    ...packMoney('turnover', inRange.turnoverSums),
    data_begin: toNumbersColumn([findDataBegin(columns)]),
    gap_days: toNumbersColumn(gaps.keys()),
    gap_times: toNumbersColumn(gaps.values()),
    left_out: toNumbersColumn([
      inRange.rowsWithoutCustomer,
      inRange.rowsWithoutDate,
      selected.customersWithoutPurchase,
      members.acquiredEarlier,
    ]),
    ...packCells(computeCohortCells(columns, selected, members, cohortBy, reference)),
    ...(from === undefined && {
      overview: packOverview(
        sumOverview(columns, selected, days.first, { reference, hasProducts: productLevel === undefined }),
      ),
    }),
    ...(groups && packGoods(findFirstGoods(columns, selected, { ...members, customers }, isNoGoods))),
  });
}

/** Packs the main product of each first order. */
function packGoods({ labels, of }: FirstGoods): Record<string, PackedColumn> {
  const used = [...new Set(of)].filter((label) => label !== NONE);
  const placeOf = new Map(used.map((label, at) => [label, at]));
  return {
    goods: used.map((label) => labels[label] ?? ''),
    // Add one, so that none is 0.
    first_goods: toNumbersColumn(Array.from(of, (label) => (placeOf.get(label) ?? NONE) + 1)),
  };
}

function packCells(cells: CohortCells): Record<string, PackedColumn> {
  return {
    periods: toNumbersColumn(cells.periods),
    customers: toNumbersColumn(cells.customers),
    active: toNumbersColumn(cells.active),
    orders: toNumbersColumn(cells.orders),
    ...packMoney('revenue', cells.revenue),
    cohort_orders: toNumbersColumn(cells.cohortOrders),
    ...packMoney('cohort_revenue', cells.cohortRevenue),
    is_beyond: cells.isBeyond,
    returns: toNumbersColumn([cells.returnsBeforeFirstPurchase]),
  };
}
