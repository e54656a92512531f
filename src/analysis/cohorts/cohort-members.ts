// Groups customers by the period of their first purchase.

import type { CohortPeriod } from '../../contract/report-types/cohort/limits.ts';
import { toPeriod } from './periods.ts';
import type { PurchaseDays } from './purchase-days.ts';

export interface CohortMembers {
  /** Per selected customer: the day of the first purchase. */
  readonly firstDay: Float64Array;
  /** Periods with a new customer, ascending. periods.ts defines the numbers. */
  readonly cohorts: readonly number[];
  /** Customers of cohort c, as indexes of the selection: customers[start[c] .. start[c + 1]). */
  readonly start: Uint32Array;
  readonly customers: Uint32Array;
  /** Selected customers without a cohort: their first purchase is before `from`. */
  readonly acquiredEarlier: number;
}

/** `from`: the first day on which customers count as acquired, by default -Infinity. */
export function assignCohorts(
  { first }: PurchaseDays,
  by: CohortPeriod,
  from = Number.NEGATIVE_INFINITY,
): CohortMembers {
  const periods = first.map((day) => (day >= from ? toPeriod(day, by) : Number.NaN));
  const sizes = new Map<number, number>();
  let acquired = 0;
  for (const period of periods) {
    if (Number.isNaN(period)) continue;
    acquired++;
    sizes.set(period, (sizes.get(period) ?? 0) + 1);
  }
  const cohorts = [...sizes.keys()].sort((a, b) => a - b);
  const start = new Uint32Array(cohorts.length + 1);
  const next = new Map<number, number>();
  for (const [cohort, period] of cohorts.entries()) {
    next.set(period, start[cohort]);
    start[cohort + 1] = start[cohort] + (sizes.get(period) ?? 0);
  }
  const customers = new Uint32Array(acquired);
  for (let customer = 0; customer < periods.length; customer++) {
    const period = periods[customer];
    const place = next.get(period);
    if (place === undefined) continue;
    customers[place] = customer;
    next.set(period, place + 1);
  }
  return { firstDay: first, cohorts, start, customers, acquiredEarlier: periods.length - acquired };
}
