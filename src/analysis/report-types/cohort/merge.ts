// What a cohort report is made of: merged from what was gathered of each part's customers.
import type { CohortSettings } from '../../../contract/report-types/cohort/settings.ts';
import { TURNOVER_SUMS, type Turnover, turnoverOf } from '../../baskets/selection.ts';
import type { CohortCells } from '../../cohorts/cohort-cells.ts';
import { type CohortMembers, cohortMembers } from '../../cohorts/cohort-members.ts';
import { type FirstGoods, NONE } from '../../cohorts/first-goods.ts';
import { joinedCells } from '../../cohorts/joined-cells.ts';
import { leftTruncated } from '../../cohorts/left-truncated.ts';
import type { MemberSums } from '../../cohorts/member-figures.ts';
import { type PurchaseDays, purchaseDaysOf } from '../../cohorts/purchase-days.ts';
import type { CustomerIds } from '../../customer-lists/customer-ids.ts';
import { heldColumns, type UnpackedColumns } from '../../extract/packed-columns.ts';
import { JoinedRows } from '../../partitions/joined-rows.ts';
import {
  leastNumber,
  moneySumsIn,
  summedMoney,
  summedNumbers,
  summedTimes,
} from '../../partitions/money-columns.ts';
import { joinedIds } from '../part-ids.ts';

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

/** `parts`: of all parts, as `gatherMembers` gave it. */
export function mergeMembers(
  parts: readonly UnpackedColumns[],
  { cohortBy }: CohortSettings,
  reference: number,
  scale: number,
): CohortSource {
  const rows = JoinedRows.byPlace(parts, 'place');
  const days = purchaseDaysOf(
    rows.numbers('first_day'),
    rows.numbers('until_second'),
    Uint8Array.from(rows.numbers('same_day')),
  );
  const members = cohortMembers(days, cohortBy);
  const begin = leastNumber(parts, 'data_begin');
  const gaps = summedTimes(parts, 'gap_days', 'gap_times');
  const [rowsWithoutCustomer = 0, rowsWithoutDate = 0, customersWithoutPurchase = 0, acquiredEarlier = 0] =
    summedNumbers(parts, 'left_out', 4);
  const memberRows = rows.inOrder(members.customers);
  return {
    members,
    days,
    leftOut: { rowsWithoutCustomer, rowsWithoutDate, customersWithoutPurchase, acquiredEarlier },
    turnover: turnoverOf(summedMoney(parts, 'turnover', TURNOVER_SUMS, scale)),
    truncated: leftTruncated(members.cohorts, cohortBy, { begin, gaps }),
    cells: () =>
      joinedCells(
        parts.map((part) => cellsIn(part, scale)),
        cohortBy,
        reference,
        scale,
      ),
    sums: () => ({
      orders: memberRows.counts('member_orders'),
      revenue: memberRows.money('member_revenue', scale),
      early: memberRows.money('member_early', scale),
      lastDay: memberRows.numbers('last_day'),
    }),
    goods: () => joinedGoods(parts, members.customers),
    ids: () => joinedIds(memberRows),
  };
}

/** Of all members, with one list of labels. */
function joinedGoods(parts: readonly UnpackedColumns[], order: Uint32Array): FirstGoods {
  const labels: string[] = [];
  const placeOf = new Map<string, number>();
  const placed = parts.map((part) => {
    const places = part.texts('goods').map((label) => {
      const place = placeOf.get(label) ?? labels.push(label) - 1;
      placeOf.set(label, place);
      return place;
    });
    const own = part.numbers('first_goods').map((at) => (places[at - 1] ?? NONE) + 1);
    return heldColumns({
      place: part.doubles('place'),
      goods: Float64Array.from(own),
    });
  });
  const joined = JoinedRows.byPlace(placed, 'place').inOrder(order).numbers('goods');
  return { labels, of: Int32Array.from(joined, (at) => at - 1) };
}

function cellsIn(columns: UnpackedColumns, scale: number): CohortCells {
  const counts = (name: string) => Uint32Array.from(columns.numbers(name));
  const periods = Array.from(columns.numbers('periods'));
  const active = counts('active');
  return {
    periods,
    customers: counts('customers'),
    active,
    orders: counts('orders'),
    revenue: moneySumsIn(columns, 'revenue', active.length, scale),
    cohortOrders: counts('cohort_orders'),
    cohortRevenue: moneySumsIn(columns, 'cohort_revenue', periods.length, scale),
    isBeyond: columns.bytes('is_beyond'),
    returnsBeforeFirstPurchase: columns.numbers('returns')[0] ?? 0,
  };
}
