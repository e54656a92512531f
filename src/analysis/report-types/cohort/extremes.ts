// The cohorts that stand out among all that were looked at: the highest of many shares is high by chance alone.

import type { CohortPeriod } from '../../../contract/report-types/cohort/limits.ts';
import { COHORT_SIGNIFICANCE, LEAST_COHORT_CUSTOMERS } from '../../../contract/report-types/cohort/limits.ts';
import type { CohortRow } from '../../../contract/report-types/cohort/schema.ts';
import { type Sentence, say } from '../../../contract/sentences/sentence.ts';
import { computeFisherPValue } from '../../chance/fisher.ts';
import { computeShareInterval } from '../../chance/intervals.ts';

/** Intervals of all cohorts that were looked at hold their shares together with 95 %. */
const OUTSIDE = 0.05;

interface Returned {
  readonly cohort: string;
  readonly customers: number;
  readonly active: number;
  readonly share: number;
}

/** Nothing where no cohort differs from the others by more than chance explains. */
export function describeExtremes(cohorts: readonly CohortRow[], by: CohortPeriod): Sentence[] {
  const looked = cohorts.flatMap(({ cohort, customers, periods, left_truncated }): Returned[] => {
    const [, next] = periods;
    if (left_truncated || customers < LEAST_COHORT_CUSTOMERS || next?.complete !== true) return [];
    return [{ cohort, customers, active: next.active_customers, share: next.retention }];
  });
  const ranked = looked.toSorted((a, b) => b.share - a.share);
  const most = findOutstanding(ranked[0], 'most', looked);
  const least = findOutstanding(ranked.at(-1), 'least', looked);
  if (most === null && least === null) return [];
  const least_customers = LEAST_COHORT_CUSTOMERS;
  return [say('cohorts_stand_out', { looked_at: looked.length, least_customers, most, least, by })];
}

/**
 * Tested against all other cohorts (Fisher's exact test), and with an exact interval that leaves their share out: both at a
 * level corrected for the cohorts that were looked at, on two ends (Bonferroni).
 */
function findOutstanding(one: Returned | undefined, end: 'most' | 'least', looked: readonly Returned[]) {
  if (one === undefined || looked.length < 2) return null;
  const { cohort, share, customers } = one;
  const all = { customers: sumFigure(looked, 'customers'), active: sumFigure(looked, 'active') };
  const others = (all.active - one.active) / (all.customers - customers);
  const p =
    end === 'most'
      ? computeFisherPValue(one.active, customers, all.active, all.customers)
      : computeFisherPValue(customers - one.active, customers, all.customers - all.active, all.customers);
  const { lower, upper } = computeShareInterval(one.active, customers, OUTSIDE / looked.length);
  if (p * 2 * looked.length >= COHORT_SIGNIFICANCE || (lower <= others && others <= upper)) return null;
  return { cohort, share, customers, lower, upper, others };
}

function sumFigure(looked: readonly Returned[], what: 'customers' | 'active'): number {
  return looked.reduce((sum, each) => sum + each[what], 0);
}
