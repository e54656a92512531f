// Counts the days between one order of a customer and the next on a later day: two orders on one day are one visit.

import { toDay } from '../../contract/settings/calendar.ts';
import type { Numbers } from '../extract/packed-columns.ts';
import { isPurchase, type OrderColumns } from '../orders/columns.ts';
import { sortRun } from '../orders/sort-run.ts';
import { computeRankQuantile } from './customer-scores.ts';
import type { RfmCustomers } from './customers.ts';

/** Number of occurrences of each gap between consecutive orders of a customer, in days; never 0 days. */
export type DayGaps = ReadonlyMap<number, number>;

export function countDayGaps(
  columns: OrderColumns,
  { count, orderStart, orders }: Pick<RfmCustomers, 'count' | 'orderStart' | 'orders'>,
): DayGaps {
  const gaps = new Map<number, number>();
  const days = new Float64Array(orders.length);
  for (let c = 0; c < count; c++) {
    if (orderStart[c + 1] - orderStart[c] < 2) continue;
    let bought = 0;
    for (let at = orderStart[c]; at < orderStart[c + 1]; at++) {
      if (isPurchase(columns, orders[at])) days[bought++] = toDay(columns.orderDate[orders[at]]);
    }
    sortRun(days, 0, bought);
    for (let i = 1; i < bought; i++) {
      const gap = days[i] - days[i - 1];
      if (gap === 0) continue;
      gaps.set(gap, (gaps.get(gap) ?? 0) + 1);
    }
  }
  return gaps;
}

/** Share of all next orders (four of five) that have come by the days after which a customer counts as late. */
const COME = 0.8;

/**
 * Days by which four of five next orders have come (Kaplan & Meier 1958): waiting customers count for as long as they
 * have waited, because completed gaps alone lack the long ones. `waiting`: days since the last order, by customer. Null
 * if fewer than four of five have come in the time observed.
 */
export function estimateDaysToNextOrder(gaps: DayGaps, waiting: Numbers): number | null {
  const still = new Map<number, number>();
  for (const days of waiting) still.set(days, (still.get(days) ?? 0) + 1);
  let atRisk = waiting.length;
  for (const times of gaps.values()) atRisk += times;
  let without = 1;
  for (const day of [...new Set([...gaps.keys(), ...still.keys()])].sort((a, b) => a - b)) {
    const came = gaps.get(day) ?? 0;
    without *= 1 - came / atRisk;
    atRisk -= came + (still.get(day) ?? 0);
    if (came > 0 && without <= 1 - COME + 1e-12) return day;
  }
  return null;
}

/** The quantile parts / of. Null if no customer ordered on two days. */
export function computeGapQuantile(gaps: DayGaps, parts: number, of: number): number | null {
  const ascending = [...gaps].sort(([a], [b]) => a - b);
  const count = ascending.reduce((sum, [, times]) => sum + times, 0);
  if (count === 0) return null;
  const getGapAt = (rank: number): number => {
    let before = 0;
    const found = ascending.find(([, times]) => {
      before += times;
      return rank < before;
    });
    return found?.[0] ?? Number.NaN;
  };
  return computeRankQuantile(count, getGapAt, parts, of);
}
