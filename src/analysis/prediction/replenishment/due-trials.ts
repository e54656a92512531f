// Tries rules on past dates: the customers that each named as next to order, and those who ordered.

import { DUE_RULES, type DueRule } from '../../../contract/report-types/replenishment/limits.ts';
import { estimateSpend, forecastByModel } from '../candidates.ts';
import type { CustomerDays } from '../customer-days.ts';
import { areEnough, type CustomerSummaries, LEAST_REPEAT_CUSTOMERS } from '../customer-summaries.ts';
import type { PurchaseModel } from '../models/purchase-outlook.ts';
import { findPurchasePatterns } from '../models/purchase-patterns.ts';
import { countOutcomes, createOrigin } from '../origins.ts';
import { type Cadences, computeCadences, DUE_DAYS, fitCadenceModel, LEAST_REPEATS } from './cadences.ts';
import { type ExpectedTotal, sumForecast } from './expected-totals.ts';

/** Days ahead for which orders and revenue are expected. */
export const EXPECTED_DAYS = [7, 30] as const;

/** A trial on one past date. */
export interface DueTrial {
  readonly cut: number;
  /** Number of customers with a pace, and of those among them who ordered in the DUE_DAYS after. */
  readonly customers: number;
  readonly ordered: number;
  /** Number of customers that each rule names: those whose last order + median gap was in these days. */
  readonly named: number;
  readonly hits: Readonly<Record<DueRule, number>>;
  readonly scores: Scores;
  /** Per customer with or without a pace: 1 with an order in the DUE_DAYS after. */
  readonly came: Uint8Array;
  readonly totals: readonly {
    readonly days: number;
    readonly expected: ExpectedTotal;
    readonly orders: number;
    readonly value: number;
  }[];
}

/** Undefined if there were too few data by then. `model`: that of the latest data, fitted again. */
export function tryDueDates(days: CustomerDays, cut: number, model: PurchaseModel): DueTrial | undefined {
  const origin = createOrigin(days, cut, DUE_DAYS);
  const { summaries, known } = origin;
  if (!areEnough(summaries)) return undefined;
  const patterns = findPurchasePatterns(summaries);
  const then = fitCadenceModel(summaries, patterns, model);
  const scores = computeDueScores(
    summaries,
    computeCadences(then, patterns),
    computeMedianGaps(days, known, cut),
  );
  const spend = estimateSpend(origin, LEAST_REPEAT_CUSTOMERS);
  const after = EXPECTED_DAYS.map((horizon) => ({
    days: horizon,
    actual: countOutcomes(days, known, cut, cut + horizon),
    expected: sumForecast(forecastByModel(origin, then, { spend, horizon, patterns })),
  }));
  const came = Uint8Array.from(after[after.length - 1].actual.orders, (orders) => (orders > 0 ? 1 : 0));
  const paced = sortByScore(scores.probability_in_30_days);
  const named = scores.days_since_over_median_gap.reduce((sum, score) => sum + (score === 0 ? 1 : 0), 0);
  const countHits = (rule: DueRule): number => countCame(came, sortByScore(scores[rule]).subarray(0, named));
  const [model30, own, ratio] = DUE_RULES.map(countHits);
  return {
    ...{ cut, named, scores, came },
    customers: paced.length,
    ordered: countCame(came, paced),
    hits: { probability_in_30_days: model30, own_frequency: own, days_since_over_median_gap: ratio },
    totals: after.map(({ days: horizon, actual, expected }) => ({
      ...{ days: horizon, expected },
      orders: actual.orders.reduce((sum, orders) => sum + orders, 0),
      value: actual.value.reduce((sum, value) => sum + value, 0),
    })),
  };
}

function countCame(came: Uint8Array, customers: Uint32Array): number {
  let count = 0;
  for (const customer of customers) count += came[customer];
  return count;
}

// Scores customers by three rules, tried beside each other: the model, the customer's own frequency, and days since the
// last order against the customer's own median gap.

/** Scores of each customer; NaN for those without a pace. The highest are named first. */
type Scores = Readonly<Record<DueRule, Float64Array>>;

export function computeDueScores(
  summaries: CustomerSummaries,
  paces: Cadences,
  medians: Float64Array,
): Scores {
  return {
    probability_in_30_days: paces.within,
    own_frequency: computeOwnProbability(summaries),
    // 0 if last order + median gap is in the days ahead, otherwise lower the further away it is.
    days_since_over_median_gap: medians.map((median, c) => {
      const until = median - (summaries.age[c] - summaries.recency[c]);
      return -Math.max(0, until - DUE_DAYS, 1 - until);
    }),
  };
}

/** Probability of an order within DUE_DAYS from purchase days per day since the first purchase. */
function computeOwnProbability({ frequency, age }: CustomerSummaries): Float64Array {
  return Float64Array.from(frequency, (x, c) =>
    x < LEAST_REPEATS ? Number.NaN : -Math.expm1((-DUE_DAYS * x) / Math.max(DUE_DAYS, age[c])),
  );
}

/** Median of the days between a customer's days with a purchase up to `cut`; NaN without any gap. */
export function computeMedianGaps(days: CustomerDays, known: Uint32Array, cut: number): Float64Array {
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
    // With one or two gaps the median is their mean, in any sequence.
    const sorted = count <= 2 ? gaps : gaps.subarray(0, count).sort();
    medians[c] = (sorted[Math.floor((count - 1) / 2)] + sorted[Math.ceil((count - 1) / 2)]) / 2;
  }
  return medians;
}

/** Customers with a score, the highest first; ties in their sequence. */
export function sortByScore(scores: Float64Array): Uint32Array {
  const order = new Uint32Array(scores.length);
  let count = 0;
  for (let c = 0; c < scores.length; c++) if (!Number.isNaN(scores[c])) order[count++] = c;
  return order.subarray(0, count).sort((a, b) => scores[b] - scores[a] || a - b);
}
