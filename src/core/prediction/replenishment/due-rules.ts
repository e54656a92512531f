// Three ways to say who orders next, tried beside each other: the model, the customer's own frequency, and days since the last
// order against the customer's own median gap.
import type { CustomerDays } from '../customer-days.ts';
import type { CustomerSummaries } from '../customer-summaries.ts';
import { type Cadences, DUE_DAYS, LEAST_REPEATS } from './cadences.ts';

export const DUE_RULES = ['probability_in_30_days', 'own_frequency', 'days_since_over_median_gap'] as const;
export type DueRule = (typeof DUE_RULES)[number];

/** Of each customer; NaN for those without a pace. The highest are said to order first. */
export type Scores = Readonly<Record<DueRule, Float64Array>>;

export function dueScores(summaries: CustomerSummaries, paces: Cadences, medians: Float64Array): Scores {
  return {
    probability_in_30_days: paces.within,
    own_frequency: ownProbability(summaries),
    // 0 where last order + median gap is in the days ahead, else less the further away it is.
    days_since_over_median_gap: medians.map((median, c) => {
      const until = median - (summaries.age[c] - summaries.recency[c]);
      return -Math.max(0, until - DUE_DAYS, 1 - until);
    }),
  };
}

/** Of an order within DUE_DAYS by purchase days per day since the first purchase. */
function ownProbability({ frequency, age }: CustomerSummaries): Float64Array {
  return Float64Array.from(frequency, (x, c) =>
    x < LEAST_REPEATS ? Number.NaN : -Math.expm1((-DUE_DAYS * x) / Math.max(DUE_DAYS, age[c])),
  );
}

/** Of the days between a customer's days with a purchase up to `cut`; NaN without any. */
export function medianGaps(days: CustomerDays, known: Uint32Array, cut: number): Float64Array {
  const medians = new Float64Array(known.length).fill(Number.NaN);
  let gaps = new Float64Array(64);
  for (let c = 0; c < known.length; c++) {
    let last = Number.NaN;
    let count = 0;
    for (let at = days.start[known[c]]; at < days.start[known[c] + 1] && days.day[at] <= cut; at++) {
      if (days.orders[at] === 0) continue;
      if (!Number.isNaN(last)) {
        if (count === gaps.length) {
          const longer = new Float64Array(2 * count);
          longer.set(gaps);
          gaps = longer;
        }
        gaps[count++] = days.day[at] - last;
      }
      last = days.day[at];
    }
    if (count === 0) continue;
    // Of one gap or two the middle is their mean, in any sequence.
    const sorted = count <= 2 ? gaps : gaps.subarray(0, count).sort();
    medians[c] = (sorted[Math.floor((count - 1) / 2)] + sorted[Math.ceil((count - 1) / 2)]) / 2;
  }
  return medians;
}

/** Customers with a score, the highest first; ties in their sequence. */
export function byScore(scores: Float64Array): Uint32Array {
  const order = new Uint32Array(scores.length);
  let count = 0;
  for (let c = 0; c < scores.length; c++) if (!Number.isNaN(scores[c])) order[count++] = c;
  return order.subarray(0, count).sort((a, b) => scores[b] - scores[a] || a - b);
}
