// Creates the cohort table: customers by the period of their first purchase, and their activity in each period since.

import { type CohortPeriod, MAX_ACTIVE_PERIODS } from '../../contract/report-types/cohort/limits.ts';
import type { periodActivity, periodFigures } from '../../contract/report-types/cohort/schema/cohort.ts';
import type { averageRetention as averageRetentionSchema } from '../../contract/report-types/cohort/schema/curves.ts';
import type { CohortRow } from '../../contract/report-types/cohort/schema.ts';
import type { Shape } from '../../contract/schema/shape.ts';
import { toDate } from '../../contract/settings/calendar.ts';
import { findCommonScale, toUnits } from '../money/decimal.ts';
import { MoneySums } from '../money/money-sums.ts';
import { type CohortCells, createCellLayout, MAX_COHORTS } from './cohort-cells.ts';
import { formatPeriod, getFirstDay, getLastDay, toPeriod } from './periods.ts';

export type Cohort = Omit<CohortRow, 'ordered_again' | 'median_value_per_customer' | 'left_truncated'>;

export type PeriodFigures = Shape<typeof periodFigures>;

export interface CohortTable {
  /** Oldest first; at most MAX_COHORTS, the newest. */
  readonly cohorts: readonly Cohort[];
  /** Number of older cohorts that are not listed. */
  readonly unlisted: number;
  /** Whether a listed cohort has orders in periods that are not listed. */
  readonly isCut: boolean;
  /** Purchases of all cohorts, listed or not. */
  readonly orders: number;
  readonly revenue: number;
  /** Rows of returns dated before their customer's first purchase, whose purchases are unknown. */
  readonly returnsBeforeFirstPurchase: number;
}

/** `reference`: the last day of the report. */
export function createCohortTable(cells: CohortCells, by: CohortPeriod, reference: number): CohortTable {
  const { periods, revenue, cohortRevenue } = cells;
  const { firstListed, width, start } = createCellLayout(periods, by, reference);
  const cumulative = new MoneySums(periods.length, revenue.scale);
  const total = new MoneySums(1, revenue.scale);
  for (let cohort = 0; cohort < periods.length; cohort++) total.addFrom(0, cohortRevenue, cohort);
  const cohorts = periods.map((period, cohort): Cohort => {
    const customers = cells.customers[cohort];
    return {
      cohort: formatPeriod(period, by),
      first_day: toDate(getFirstDay(period, by)),
      last_day: toDate(getLastDay(period, by)),
      customers,
      orders: cells.cohortOrders[cohort],
      revenue: cohortRevenue.amountAt(cohort),
      periods: Array.from({ length: width[cohort] }, (_, following): PeriodFigures => {
        const cell = start[cohort] + following;
        const active = cells.active[cell];
        cumulative.addFrom(cohort, revenue, cell);
        return {
          period: following,
          active_customers: active,
          orders: cells.orders[cell],
          revenue: revenue.amountAt(cell),
          retention: active / customers,
          cumulative_value_per_customer: cumulative.meanAt(cohort, customers),
          complete: getLastDay(period + following, by) <= reference,
        };
      }),
    };
  });
  return {
    cohorts: cohorts.slice(firstListed),
    unlisted: firstListed,
    isCut: cells.isBeyond.subarray(firstListed).includes(1),
    orders: cells.cohortOrders.reduce((sum, orders) => sum + orders, 0),
    revenue: total.amountAt(0),
    returnsBeforeFirstPurchase: cells.returnsBeforeFirstPurchase,
  };
}

// Computes the activity in each calendar period over all cohorts: the cells of the cohort table, added up by period
// instead of by cohort.

export type PeriodActivity = Shape<typeof periodActivity>;

/**
 * The periods from the first purchase to the reference date, without gaps. Undefined if the table lacks cells that a
 * period adds up. `truncated`: number of the oldest cohorts that may hold customers older than the data.
 */
export function computeActivity(
  cells: CohortCells,
  by: CohortPeriod,
  { reference, truncated }: { readonly reference: number; readonly truncated: number },
): PeriodActivity[] | undefined {
  const { periods } = cells;
  if (periods.length === 0 || periods.length > MAX_COHORTS || cells.isBeyond.includes(1)) return undefined;
  const { width, start } = createCellLayout(periods, by, reference);
  const first = periods[0];
  const count = toPeriod(reference, by) - first + 1;
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
      name: formatPeriod(first + at, by),
      first_day: toDate(getFirstDay(first + at, by)),
      last_day: toDate(getLastDay(first + at, by)),
      orders: orders[at],
      revenue: revenue.amountAt(at),
      new_customers: newCustomers[at],
      returning_customers: returning[at],
      left_truncated: at < known,
      complete: getLastDay(first + at, by) <= reference,
    }),
  ).slice(-MAX_ACTIVE_PERIODS);
}

// Computes retention over all cohorts, as one line below the cohort table.

export type AverageRetention = Shape<typeof averageRetentionSchema>;

/** Weighted by customers: in each period, the active customers of all cohorts divided by their customers. */
export function computeAverageRetention(cohorts: readonly Cohort[]): AverageRetention[] {
  const averages: AverageRetention[] = [];
  const scale = findCommonScale(cohorts.flatMap(({ periods }) => periods.map(({ revenue }) => revenue)));
  const cumulative = new MoneySums(cohorts.length, scale);
  const longest = Math.max(0, ...cohorts.map(({ periods }) => periods.length));
  for (let period = 0; period < longest; period++) {
    let counted = 0;
    let customers = 0;
    let active = 0;
    const value = new MoneySums(1, scale);
    for (const [at, cohort] of cohorts.entries()) {
      const figures = cohort.periods[period];
      if (figures === undefined || !figures.complete) continue;
      cumulative.add(at, toUnits(figures.revenue, scale));
      value.addFrom(0, cumulative, at);
      counted++;
      customers += cohort.customers;
      active += figures.active_customers;
    }
    if (counted === 0) break;
    averages.push({
      period,
      cohorts: counted,
      customers,
      active_customers: active,
      retention: active / customers,
      cumulative_value_per_customer: value.meanAt(0, customers),
    });
  }
  return averages;
}
