// Merges the figures gathered of each part's customers into the source of a cohort report.
import type { CohortSettings } from '../../../contract/report-types/cohort/settings.ts';
import { computeTurnover, TURNOVER_SUMS, type Turnover } from '../../baskets/selection.ts';
import type { CohortCells } from '../../cohorts/cohort-cells.ts';
import { assignCohorts, type CohortMembers } from '../../cohorts/cohort-members.ts';
import { type FirstGoods, NONE } from '../../cohorts/first-goods.ts';
import { joinCells } from '../../cohorts/joined-cells.ts';
import { countLeftTruncated, findFirstKnownDay } from '../../cohorts/left-truncated.ts';
import type { MemberSums } from '../../cohorts/member-figures.ts';
import { describeOverview, type Overview } from '../../cohorts/overview.ts';
import { joinOverview } from '../../cohorts/overview-parts.ts';
import { listOverviewSpans } from '../../cohorts/overview-spans.ts';
import { type PurchaseDays, toPurchaseDays } from '../../cohorts/purchase-days.ts';
import type { CustomerIds } from '../../customer-lists/customer-ids.ts';
import { holdColumns, type UnpackedColumns } from '../../extract/packed-columns.ts';
import { JoinedRows } from '../../partitions/joined-rows.ts';
import {
  findLeastNumber,
  readMoneySums,
  sumMoneyColumns,
  sumNumbers,
  sumTimes,
} from '../../partitions/money-columns.ts';
import { joinIds } from '../part-ids.ts';

interface LeftOut {
  readonly rowsWithoutCustomer: number;
  readonly rowsWithoutDate: number;
  readonly customersWithoutPurchase: number;
  readonly acquiredEarlier: number;
}

/** Expensive figures are computed on demand. */
export interface CohortSource {
  readonly members: CohortMembers;
  /** Purchase days of the customers to whose indexes the members refer. */
  readonly days: PurchaseDays;
  readonly leftOut: LeftOut;
  /**
   * Turnover of all orders in the range and scope, with or without a customer: the same as in every other type of
   * report.
   */
  readonly turnover: Turnover;
  /** Number of the oldest cohorts that may hold customers older than the data. */
  readonly truncated: number;
  cells(): CohortCells;
  /** Figures in the order of the members. */
  sums(): MemberSums;
  /** The main products of first orders. */
  goods(): FirstGoods;
  ids(): CustomerIds;
  /** Null with a first day of the range. */
  overview(): Overview | null;
}

/** `parts`: the results of `gatherMembers` for all parts. */
export function mergeMembers(
  parts: readonly UnpackedColumns[],
  { cohortBy }: CohortSettings,
  reference: number,
  scale: number,
): CohortSource {
  const rows = JoinedRows.byPlace(parts, 'place');
  const days = toPurchaseDays(
    rows.numbers('first_day'),
    rows.numbers('until_second'),
    Uint8Array.from(rows.numbers('same_day')),
  );
  const members = assignCohorts(days, cohortBy);
  const data = {
    begin: findLeastNumber(parts, 'data_begin'),
    gaps: sumTimes(parts, 'gap_days', 'gap_times'),
  };
  const [rowsWithoutCustomer = 0, rowsWithoutDate = 0, customersWithoutPurchase = 0, acquiredEarlier = 0] =
    sumNumbers(parts, 'left_out', 4);
  const memberRows = rows.inOrder(members.customers);
  return {
    members,
    days,
    leftOut: { rowsWithoutCustomer, rowsWithoutDate, customersWithoutPurchase, acquiredEarlier },
    turnover: computeTurnover(sumMoneyColumns(parts, 'turnover', TURNOVER_SUMS, scale)),
    truncated: countLeftTruncated(members.cohorts, cohortBy, data),
    cells: () =>
      joinCells(
        parts.map((part) => readCells(part, scale)),
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
    goods: () => joinGoods(parts, members.customers),
    ids: () => joinIds(memberRows),
    overview: () => {
      // Parts have none with a first day of the range.
      const found = parts.flatMap((part) => (part.has('overview') ? [part.columns('overview')] : []));
      if (found.length < parts.length) return null;
      const { length } = listOverviewSpans(reference).spans;
      const sums = joinOverview(found, length, scale);
      return describeOverview(sums, { reference, returningFrom: findFirstKnownDay(data) });
    },
  };
}

/** Joins the goods of all members, with one list of labels. */
function joinGoods(parts: readonly UnpackedColumns[], order: Uint32Array): FirstGoods {
  const labels: string[] = [];
  const placeOf = new Map<string, number>();
  const placed = parts.map((part) => {
    const places = part.texts('goods').map((label) => {
      const place = placeOf.get(label) ?? labels.push(label) - 1;
      placeOf.set(label, place);
      return place;
    });
    const own = part.numbers('first_goods').map((at) => (places[at - 1] ?? NONE) + 1);
    return holdColumns({
      place: part.doubles('place'),
      goods: Float64Array.from(own),
    });
  });
  const joined = JoinedRows.byPlace(placed, 'place').inOrder(order).numbers('goods');
  return { labels, of: Int32Array.from(joined, (at) => at - 1) };
}

function readCells(columns: UnpackedColumns, scale: number): CohortCells {
  const readCounts = (name: string) => Uint32Array.from(columns.numbers(name));
  const periods = Array.from(columns.numbers('periods'));
  const active = readCounts('active');
  return {
    periods,
    customers: readCounts('customers'),
    active,
    orders: readCounts('orders'),
    revenue: readMoneySums(columns, 'revenue', active.length, scale),
    cohortOrders: readCounts('cohort_orders'),
    cohortRevenue: readMoneySums(columns, 'cohort_revenue', periods.length, scale),
    isBeyond: columns.bytes('is_beyond'),
    returnsBeforeFirstPurchase: columns.numbers('returns')[0] ?? 0,
  };
}
