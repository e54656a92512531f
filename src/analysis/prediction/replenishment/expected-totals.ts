// Estimates orders and revenue of the whole shop in the days ahead, with intervals from the errors on past dates.

import { DUE_STAGES, type DueStage } from '../../../contract/report-types/replenishment/limits.ts';
import type { expectedOrders } from '../../../contract/report-types/replenishment/schema.ts';
import type { Shape } from '../../../contract/schema/shape.ts';
import { toDate } from '../../../contract/settings/calendar.ts';
import type { CustomerForecast } from '../candidates.ts';
import { computeTotalInterval, isMissed, type Missed } from '../intervals.ts';
import type { Cadences } from './cadences.ts';
import { isLateTwice, type Rhythm } from './rhythm.ts';

/** Expected totals over all customers. */
export interface ExpectedTotal {
  readonly orders: number;
  /** Net of returns; undefined if spend could not be modelled. */
  readonly value: number | undefined;
  /** Variance by chance alone: Σ expected orders × value of one². */
  readonly valueVariance: number;
}

export function sumForecast({ orders, value }: CustomerForecast): ExpectedTotal {
  const total = { orders: 0, value: 0, valueVariance: 0 };
  for (let c = 0; c < orders.length; c++) {
    total.orders += orders[c];
    if (value === undefined) continue;
    total.value += value[c];
    if (orders[c] > 0) total.valueVariance += value[c] ** 2 / orders[c];
  }
  return value === undefined ? { ...total, value: undefined } : total;
}

export type ExpectedDays = Shape<typeof expectedOrders>;

/** Expected and actual totals on a past date. */
export interface PastTotal {
  readonly cut: number;
  readonly expected: ExpectedTotal;
  readonly orders: number;
  readonly value: number;
}

/** `past`: latest first, at least one, `step` days apart. */
export function computeExpectedDays(
  days: number,
  now: ExpectedTotal,
  { past, step }: { readonly past: readonly [PastTotal, ...PastTotal[]]; readonly step: number },
): ExpectedDays | undefined {
  const apart = { step, horizon: days };
  const ordered = past.map(
    ({ expected, orders }): Missed => ({ mean: expected.orders, variance: expected.orders, actual: orders }),
  );
  const spent = past.map(
    ({ expected, value }): Missed => ({
      ...{ mean: expected.value ?? 0, variance: expected.valueVariance, actual: value },
    }),
  );
  const [latest] = past;
  if (ordered[0] !== undefined && isMissed(ordered[0])) return undefined;
  const value = spent[0] !== undefined && isMissed(spent[0]) ? undefined : now.value;
  const revenue = value === undefined ? undefined : { mean: value, variance: now.valueVariance };
  return {
    ...{ days, orders: now.orders },
    orders_interval: computeTotalInterval({ mean: now.orders, variance: now.orders }, ordered, apart),
    revenue: revenue?.mean ?? null,
    revenue_interval: revenue === undefined ? null : computeTotalInterval(revenue, spent, apart),
    last: {
      cut_date: toDate(latest.cut),
      predicted_orders: latest.expected.orders,
      actual_orders: latest.orders,
      predicted_revenue: latest.expected.value ?? null,
      actual_revenue: latest.value,
    },
  };
}

// Assigns each customer a stage between the last order and the next.

/** Length in days of the first of the two stages of due customers. */
export const WEEK = 7;
export const MONTH = 30;

export interface Stages {
  /** Stage of each customer, an index into STAGES. */
  readonly stage: Uint8Array;
}

const getStageIndex = (stage: DueStage): number => DUE_STAGES.indexOf(stage);

export function assignStages(paces: Cadences, daysUntilDue: Float64Array, { most_probable }: Rhythm): Stages {
  const least = most_probable === null ? Number.NEGATIVE_INFINITY : Math.log(most_probable);
  return {
    stage: Uint8Array.from(daysUntilDue, (days, c) => {
      if (Number.isNaN(days)) return getStageIndex('too_few_orders');
      if (isLateTwice(paces, c) && paces.logSurprise[c] <= least) return getStageIndex('rhythm_broken');
      if (days < 1) return getStageIndex('overdue');
      return getStageIndex(days <= WEEK ? 'due_this_week' : days <= MONTH ? 'due_this_month' : 'later');
    }),
  };
}

/** Number of customers per stage; without stages, all count as having too few orders. */
export function countStages(stages: Stages | undefined, customers: number): Record<DueStage, number> {
  const counts = new Float64Array(DUE_STAGES.length);
  if (stages === undefined) counts[getStageIndex('too_few_orders')] = customers;
  else for (const stage of stages.stage) counts[stage]++;
  const [overdue, due_this_week, due_this_month, later, rhythm_broken, too_few_orders] = counts;
  return { overdue, due_this_week, due_this_month, later, rhythm_broken, too_few_orders };
}

/** Number of customers who are due in each of the weeks ahead. */
export function countDueByWeek(daysUntilDue: Float64Array, weeks: number): Float64Array {
  const customers = new Float64Array(weeks);
  for (const days of daysUntilDue)
    if (days >= 1 && days <= WEEK * weeks) customers[Math.ceil(days / WEEK) - 1]++;
  return customers;
}
