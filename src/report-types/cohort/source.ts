// What a cohort report is made of: gathered from orders, or joined from what partitions of the customers found. The report
// itself is made in one way.
import type { Turnover } from '../../core/baskets/selection.ts';
import { type CohortCells, cohortCells } from '../../core/cohorts/cohort-cells.ts';
import { type CohortMembers, cohortMembers } from '../../core/cohorts/cohort-members.ts';
import { type FirstGoods, firstGoods } from '../../core/cohorts/first-goods.ts';
import { dataBegin, leftTruncated } from '../../core/cohorts/left-truncated.ts';
import { type MemberSums, memberSums } from '../../core/cohorts/member-figures.ts';
import { type PurchaseDays, purchaseDays } from '../../core/cohorts/purchase-days.ts';
import type { CustomerIds } from '../../core/customer-lists/customer-ids.ts';
import { listedCustomers } from '../../core/customer-lists/listed-customers.ts';
import type { MoneySums } from '../../core/money/money-sums.ts';
import { dayOfDate } from '../../core/orders/calendar.ts';
import type { OrderColumns } from '../../core/orders/columns.ts';
import { rfmCustomers } from '../../core/rfm/customers.ts';
import { type DayGaps, dayGaps } from '../../core/rfm/day-gaps.ts';
import type { CohortSettings } from './settings.ts';

interface LeftOut {
  readonly rowsWithoutCustomer: number;
  readonly rowsWithoutDate: number;
  readonly customersWithoutPurchase: number;
  readonly acquiredEarlier: number;
}

/** What takes long is computed when it is asked for. */
export interface CohortSource {
  readonly members: CohortMembers;
  /** Of the customers that the members are indexes of. */
  readonly days: PurchaseDays;
  readonly leftOut: LeftOut;
  /** Of all orders of the range and scope, with or without a customer: the same as in every other type of report. */
  readonly turnover: Turnover;
  /** How many of the oldest cohorts may hold customers older than the data. */
  readonly truncated: number;
  cells(): CohortCells;
  /** All in the order of the members. */
  sums(): MemberSums;
  /** What first orders were. */
  goods(): FirstGoods;
  ids(): CustomerIds;
}

/** `leastSpend`: of scope high_value, where the columns are a part of the dataset. */
export function sourceOfOrders(
  columns: OrderColumns,
  { customerScope, dateRange, cohortBy, productLevel }: CohortSettings,
  reference: number,
  leastSpend?: number,
) {
  const select = (range: typeof dateRange) =>
    rfmCustomers(columns, { customerScope, dateRange: range }, reference, leastSpend);
  // A customer who bought before the range is not new in it: first purchases are searched in the whole history.
  const selected = select(dateRange?.end === undefined ? undefined : { end: dateRange.end });
  const days = purchaseDays(columns, selected);
  const from = dateRange?.start === undefined ? undefined : dayOfDate(dateRange.start);
  const members = cohortMembers(days, cohortBy, from);
  // What lies before the range is only looked at for first purchases: rows left out are counted in the range.
  const inRange = from === undefined ? selected : select(dateRange);
  const begin = dataBegin(columns);
  const gaps = dayGaps(columns, selected);
  const customers = () => members.customers.map((member) => selected.customer[member] ?? 0);
  return {
    members,
    days,
    leftOut: {
      rowsWithoutCustomer: inRange.rowsWithoutCustomer,
      rowsWithoutDate: inRange.rowsWithoutDate,
      customersWithoutPurchase: selected.customersWithoutPurchase,
      acquiredEarlier: members.acquiredEarlier,
    },
    turnover: inRange.turnover,
    turnoverSums: inRange.turnoverSums,
    begin,
    gaps,
    truncated: leftTruncated(members.cohorts, cohortBy, { begin, gaps }),
    cells: () => cohortCells(columns, selected, members, cohortBy, reference),
    sums: () => memberSums(columns, selected, members),
    goods: () =>
      firstGoods(
        columns,
        selected,
        members,
        (line) =>
          columns.lines.isService(line) || (productLevel !== undefined && columns.lines.isUnderOther(line)),
      ),
    ids: () => listedCustomers(columns, selected, members.customers),
    /** Of the members: indexes of the columns' customers. */
    customers,
  } satisfies CohortSource & {
    customers(): Uint32Array;
    turnoverSums: MoneySums;
    begin: number;
    gaps: DayGaps;
  };
}
