// The cohorts that stand out among all that were looked at: the highest of many shares is high by chance alone.
import { shareInterval } from '../../core/chance/binomial-interval.ts';
import { percent, whole } from '../../core/insights/wording.ts';
import { fisherPValue } from '../../core/mining/rules/fisher.ts';
import { LEAST_CUSTOMERS } from './limits.ts';
import type { CohortRow } from './schema.ts';

/** Probability that any cohort of a shop whose customers are all alike is called the best or the worst. */
const SIGNIFICANCE = 0.05;

interface Returned {
  readonly cohort: string;
  readonly customers: number;
  readonly active: number;
  readonly share: number;
}

/** Begins with a space; empty where no cohort differs from the others by more than chance explains. */
export function extremes(cohorts: readonly CohortRow[], by: string): string {
  const looked = cohorts.flatMap(({ cohort, customers, periods, left_truncated }): Returned[] => {
    const [, next] = periods;
    if (left_truncated || customers < LEAST_CUSTOMERS || next?.complete !== true) return [];
    return [{ cohort, customers, active: next.active_customers, share: next.retention }];
  });
  const ranked = looked.toSorted((a, b) => b.share - a.share);
  const texts = [standsOut(ranked[0], 'most', looked), standsOut(ranked.at(-1), 'least', looked)].filter(
    (text) => text !== undefined,
  );
  if (texts.length === 0) return '';
  return ` Of ${looked.length} cohorts with ${LEAST_CUSTOMERS} customers or more, ${texts.join(' and ')} in that ${by}.`;
}

/**
 * Tested against all other cohorts (Fisher's exact test), and with an exact interval that leaves their share out: both at a
 * level corrected for the cohorts that were looked at, on two ends (Bonferroni).
 */
function standsOut(
  one: Returned | undefined,
  end: 'most' | 'least',
  looked: readonly Returned[],
): string | undefined {
  if (one === undefined || looked.length < 2) return undefined;
  const all = { customers: sumOf(looked, 'customers'), active: sumOf(looked, 'active') };
  const others = (all.active - one.active) / (all.customers - one.customers);
  const p =
    end === 'most'
      ? fisherPValue(one.active, one.customers, all.active, all.customers)
      : fisherPValue(one.customers - one.active, one.customers, all.customers - all.active, all.customers);
  const { lower, upper } = shareInterval(one.active, one.customers, SIGNIFICANCE / looked.length);
  if (p * 2 * looked.length >= SIGNIFICANCE || (lower <= others && others <= upper)) return undefined;
  return (
    `${one.cohort} came back ${end} (${percent(one.share)} of ${whole(one.customers)} customers, ${percent(lower)} to ${percent(upper)} ` +
    `at 95 % over all of them, against ${percent(others)} of the others)`
  );
}

function sumOf(looked: readonly Returned[], what: 'customers' | 'active'): number {
  return looked.reduce((sum, each) => sum + each[what], 0);
}
