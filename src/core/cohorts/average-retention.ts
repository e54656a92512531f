// Retention over all cohorts, as one line below the cohort table.
import { commonScale, unitsOf } from '../money/decimal.ts';
import { MoneySums } from '../money/money-sums.ts';
import type { Cohort } from './cohort-table.ts';

export interface AverageRetention {
  readonly period: number;
  /** Cohorts that have completed the period; only they are averaged. */
  readonly cohorts: number;
  readonly customers: number;
  readonly active_customers: number;
  readonly retention: number;
  readonly cumulative_value_per_customer: number;
}

/** Weighted by customers: the active customers of all cohorts over their customers, period by period. */
export function averageRetention(cohorts: readonly Cohort[]): AverageRetention[] {
  const averages: AverageRetention[] = [];
  const scale = commonScale(cohorts.flatMap(({ periods }) => periods.map(({ revenue }) => revenue)));
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
      cumulative.add(at, unitsOf(figures.revenue, scale));
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
