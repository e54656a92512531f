// Describes the cohorts that stand out among all that were compared: the highest of many shares is high by chance
// alone.

import type { CohortPeriod } from '../../../contract/report-types/cohort/limits.ts';
import { COHORT_SIGNIFICANCE, LEAST_COHORT_CUSTOMERS } from '../../../contract/report-types/cohort/limits.ts';
import type { CohortRow } from '../../../contract/report-types/cohort/schema.ts';
import { type Sentence, say } from '../../../contract/sentences/sentence.ts';
import { computeFisherPValue } from '../../chance/fisher.ts';
import { computeShareInterval } from '../../chance/intervals.ts';

/** Probability that the interval of any compared cohort misses its share: together, the intervals hold with 95 %. */
const OUTSIDE = 0.05;

interface Returned {
  readonly cohort: string;
  readonly customers: number;
  readonly active: number;
  readonly share: number;
}

/** Empty if no cohort differs from the others by more than chance explains. */
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
 * Tests a cohort against all others (Fisher's exact test), and requires an exact interval that excludes their share:
 * both at a level corrected for the cohorts compared, at two ends (Bonferroni).
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
