// What happened in each calendar period, over all cohorts: the cells of the cohort table, added up by period instead of by
// cohort.
import { MoneySums } from '../money/money-sums.ts';
import { dateOfDay } from '../orders/calendar.ts';
import { type CohortCells, cellLayout, MAX_COHORTS } from './cohort-cells.ts';
import { type CohortPeriod, firstDayOf, lastDayOf, periodName, periodOf } from './periods.ts';

/** The newest are listed: two years of weeks. */
export const MAX_ACTIVE_PERIODS = 104;

export interface PeriodActivity {
  /** `2026-W05`, `2026-01` or `2026-Q1`. */
  readonly name: string;
  readonly first_day: string;
  readonly last_day: string;
  readonly orders: number;
  /** Returns netted. */
  readonly revenue: number;
  /** Customers with their first purchase in the period. */
  readonly new_customers: number;
  /** Customers with a purchase in the period and their first one in an earlier period. */
  readonly returning_customers: number;
  /** Whether customers who count as new may have bought before the data begin. */
  readonly left_truncated: boolean;
  /** False for the period in which the reference date lies, unless that is its last day. */
  readonly complete: boolean;
}

/**
 * From the period of the first purchase to that of the reference date, without gaps. Undefined where the table does not have
 * all cells that a period adds up. `truncated`: how many of the oldest cohorts may hold customers older than the data.
 */
export function activity(
  cells: CohortCells,
  by: CohortPeriod,
  { reference, truncated }: { readonly reference: number; readonly truncated: number },
): PeriodActivity[] | undefined {
  const { periods } = cells;
  if (periods.length === 0 || periods.length > MAX_COHORTS || cells.isBeyond.includes(1)) return undefined;
  const { width, start } = cellLayout(periods, by, reference);
  const first = periods[0];
  const count = periodOf(reference, by) - first + 1;
  const orders = new Uint32Array(count);
  const newCustomers = new Uint32Array(count);
  const returning = new Uint32Array(count);
  const revenue = new MoneySums(count, cells.revenue.scale);
  for (let cohort = 0; cohort < periods.length; cohort++) {
    const offset = periods[cohort] - first;
    newCustomers[offset] = cells.customers[cohort];
    for (let following = 0; following < width[cohort]; following++) {
      const cell = start[cohort] + following;
      orders[offset + following] += cells.orders[cell];
      revenue.addFrom(offset + following, cells.revenue, cell);
      if (following > 0) returning[offset + following] += cells.active[cell];
    }
  }
  const known = truncated < periods.length ? periods[truncated] - first : count;
  return Array.from(
    { length: count },
    (_, at): PeriodActivity => ({
      name: periodName(first + at, by),
      first_day: dateOfDay(firstDayOf(first + at, by)),
      last_day: dateOfDay(lastDayOf(first + at, by)),
      orders: orders[at],
      revenue: revenue.amountAt(at),
      new_customers: newCustomers[at],
      returning_customers: returning[at],
      left_truncated: at < known,
      complete: lastDayOf(first + at, by) <= reference,
    }),
  ).slice(-MAX_ACTIVE_PERIODS);
}
