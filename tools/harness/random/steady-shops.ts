// Creates shops in which nothing changes, cut in the middle: any difference between their customers is false.
import { assignCohorts } from '../../../src/analysis/cohorts/cohort-members.ts';
import { countLeftTruncated } from '../../../src/analysis/cohorts/left-truncated.ts';
import { getFirstDay } from '../../../src/analysis/cohorts/periods.ts';
import { computeSecondOrders } from '../../../src/analysis/cohorts/second-order.ts';
import { computeGapQuantile } from '../../../src/analysis/rfm/day-gaps.ts';
import { createRandom } from './random.ts';

export interface ShopKind {
  /** Days between orders of two thirds of the customers, on average; the others take three times as long. */
  readonly meanGap: number;
  /** Probability of leaving after any order. */
  readonly leaves: number;
}

export const SHOP_KINDS: readonly ShopKind[] = [
  { meanGap: 30, leaves: 0.2 },
  { meanGap: 45, leaves: 0.05 },
  { meanGap: 60, leaves: 0.3 },
  { meanGap: 20, leaves: 0.02 },
  { meanGap: 15, leaves: 0.1 },
  { meanGap: 90, leaves: 0.5 },
];

const BEGIN = 14_610;
const END = BEGIN + 730;
/** Days before the data, long enough for the shop to be steady when they begin. */
const BEFORE = 1_100;

export interface SteadyShop {
  /**
   * P-value of the log-rank test of recent and older customers without the cohorts that the report calls
   * left-truncated; NaN for none.
   */
  readonly pValue: number;
  /** P-value without so many of the oldest cohorts. */
  readonly without: (cohorts: number) => number;
  /** P-value without cohorts that begin before this share of the waits between orders is over. */
  readonly withoutQuantile: (numerator: number, denominator: number) => number;
}

/**
 * Creates customers who arrive at a constant rate, buy at rates of their own, and leave after any order with the same
 * probability.
 */
export function createSteadyShop(seed: number, { meanGap, leaves }: ShopKind): SteadyShop {
  const random = createRandom(seed);
  const drawWait = (mean: number) => -Math.log(1 - random()) * mean;
  const first: number[] = [];
  const second: number[] = [];
  const gaps = new Map<number, number>();
  for (let joined = BEGIN - BEFORE; joined < END; joined += 0.5) {
    const gap = random() < 2 / 3 ? meanGap : 3 * meanGap;
    const days: number[] = [];
    for (let at = joined; at <= END; at += drawWait(gap)) {
      const day = Math.floor(at);
      if (day >= BEGIN && day !== days.at(-1)) days.push(day);
      if (random() < leaves) break;
    }
    const [one, two = Number.NaN] = days;
    if (one === undefined) continue;
    first.push(one);
    second.push(two);
    for (let i = 1; i < days.length; i++) {
      const between = (days[i] ?? 0) - (days[i - 1] ?? 0);
      gaps.set(between, (gaps.get(between) ?? 0) + 1);
    }
  }
  const purchases = {
    first: Float64Array.from(first),
    second: Float64Array.from(second),
    sameDay: new Uint8Array(first.length),
  };
  const members = assignCohorts(purchases, 'month');
  const without = (truncated: number) =>
    computeSecondOrders(members, purchases, 'month', { reference: END, truncated }).all?.recent_and_older
      ?.p_value ?? Number.NaN;
  return {
    pValue: without(countLeftTruncated(members.cohorts, 'month', { begin: BEGIN, gaps })),
    without,
    withoutQuantile(numerator, denominator) {
      const least = BEGIN + Math.max(1, computeGapQuantile(gaps, numerator, denominator) ?? 0);
      return without(members.cohorts.filter((period) => getFirstDay(period, 'month') < least).length);
    },
  };
}
