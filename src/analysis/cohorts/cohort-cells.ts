// Computes the exact sums behind the cohort table, so that those of partitions of the customers add up to those of all.
import { type CohortPeriod, MAX_FOLLOWING_PERIODS } from '../../contract/report-types/cohort/limits.ts';
import { toDay } from '../../contract/settings/calendar.ts';
import { MoneySums } from '../money/money-sums.ts';
import { addKeptValue, countKeptRows, isPurchase, type OrderColumns } from '../orders/columns.ts';
import type { RfmCustomers } from '../rfm/customers.ts';
import type { CohortMembers } from './cohort-members.ts';
import { toPeriod } from './periods.ts';

/** Most cohorts listed, the newest: ten years of weeks. */
export const MAX_COHORTS = 520;

export interface CohortCells {
  /** Periods of first purchases, ascending: one per cohort. */
  readonly periods: readonly number[];
  /** Customers per cohort. */
  readonly customers: Uint32Array;
  /** Per cell (`createCellLayout`): customers with a purchase, purchases, value of all rows. */
  readonly active: Uint32Array;
  readonly orders: Uint32Array;
  readonly revenue: MoneySums;
  /** Per cohort, over all periods: purchases, and value of all rows. */
  readonly cohortOrders: Uint32Array;
  readonly cohortRevenue: MoneySums;
  /** Per cohort: 1 where it is listed and has orders in periods beyond its cells. */
  readonly isBeyond: Uint8Array;
  /** Rows of returns dated before their customer's first purchase, whose purchases are unknown. */
  readonly returnsBeforeFirstPurchase: number;
}

interface CellLayout {
  /** Index of the oldest listed cohort; older ones have no cells. */
  readonly firstListed: number;
  /** Cells of cohort c are [start[c], start[c] + width[c]), one per period. */
  readonly start: readonly number[];
  readonly width: readonly number[];
  readonly count: number;
}

export function createCellLayout(
  periods: readonly number[],
  by: CohortPeriod,
  reference: number,
): CellLayout {
  const now = toPeriod(reference, by);
  const firstListed = Math.max(0, periods.length - MAX_COHORTS);
  const width = periods.map((period, cohort) =>
    cohort < firstListed ? 0 : Math.min(now - period, MAX_FOLLOWING_PERIODS) + 1,
  );
  const start: number[] = [];
  let count = 0;
  for (const cells of width) {
    start.push(count);
    count += cells;
  }
  return { firstListed, start, width, count };
}

/** `reference`: the last day of the report; no order of `selected` is later. */
export function computeCohortCells(
  columns: OrderColumns,
  selected: Pick<RfmCustomers, 'orderStart' | 'orders'>,
  members: CohortMembers,
  by: CohortPeriod,
  reference: number,
): CohortCells {
  const { cohorts, firstDay } = members;
  const { firstListed, start, width, count } = createCellLayout(cohorts, by, reference);
  const active = new Uint32Array(count);
  const orders = new Uint32Array(count);
  const revenue = new MoneySums(count, columns.lines.scale);
  const cohortOrders = new Uint32Array(cohorts.length);
  const cohortRevenue = new MoneySums(cohorts.length, columns.lines.scale);
  const isBeyond = new Uint8Array(cohorts.length);
  // The last customer counted in each cell: a customer's orders are consecutive.
  const lastSeen = new Int32Array(count).fill(-1);
  let returnsBeforeFirstPurchase = 0;

  function add(order: number, customer: number, cohort: number): void {
    const day = toDay(columns.orderDate[order]);
    if (day < firstDay[customer]) {
      // Before the first purchase, every row is a return.
      returnsBeforeFirstPurchase += countKeptRows(columns, order);
      return;
    }
    const bought = isPurchase(columns, order);
    addKeptValue(columns, order, cohortRevenue, cohort);
    if (bought) cohortOrders[cohort]++;
    const following = toPeriod(day, by) - cohorts[cohort];
    if (following >= width[cohort]) {
      if (cohort >= firstListed) isBeyond[cohort] = 1;
      return;
    }
    const cell = start[cohort] + following;
    addKeptValue(columns, order, revenue, cell);
    if (!bought) return;
    orders[cell]++;
    if (lastSeen[cell] === customer) return;
    lastSeen[cell] = customer;
    active[cell]++;
  }

  for (let cohort = 0; cohort < cohorts.length; cohort++) {
    for (const customer of members.customers.subarray(members.start[cohort], members.start[cohort + 1])) {
      const end = selected.orderStart[customer + 1];
      for (let at = selected.orderStart[customer]; at < end; at++) add(selected.orders[at], customer, cohort);
    }
  }
  return {
    periods: cohorts,
    customers: Uint32Array.from(cohorts, (_, cohort) => members.start[cohort + 1] - members.start[cohort]),
    active,
    orders,
    revenue,
    cohortOrders,
    cohortRevenue,
    isBeyond,
    returnsBeforeFirstPurchase,
  };
}
