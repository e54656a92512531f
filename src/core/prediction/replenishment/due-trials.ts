// Who was said to order next on past dates, and who did.
import { outcomes } from '../at-cut.ts';
import { modelled, spendOf } from '../candidates.ts';
import type { CustomerDays } from '../customer-days.ts';
import { areEnough, LEAST_REPEAT_CUSTOMERS } from '../enough.ts';
import type { PurchaseModel } from '../models/purchase-outlook.ts';
import { purchasePatterns } from '../models/purchase-patterns.ts';
import { originAt } from '../origins.ts';
import { cadenceModel } from './cadence-model.ts';
import { cadences, DUE_DAYS } from './cadences.ts';
import { byScore, DUE_RULES, type DueRule, dueScores, medianGaps, type Scores } from './due-rules.ts';
import { type ExpectedTotal, totalOf } from './expected-totals.ts';

/** Days ahead whose orders and revenue are expected. */
export const EXPECTED_DAYS = [7, 30] as const;

/** On one past date. */
export interface DueTrial {
  readonly cut: number;
  /** Customers with a pace, and those of them who ordered in the DUE_DAYS after. */
  readonly customers: number;
  readonly ordered: number;
  /** As many by each rule: those whose last order + median gap was in these days. */
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

/** Undefined where too little was known by then. `model`: of the latest data, fitted again. */
export function dueTrialAt(days: CustomerDays, cut: number, model: PurchaseModel): DueTrial | undefined {
  const origin = originAt(days, cut, DUE_DAYS);
  const { summaries, known } = origin;
  if (!areEnough(summaries)) return undefined;
  const patterns = purchasePatterns(summaries);
  const then = cadenceModel(summaries, patterns, model);
  const scores = dueScores(summaries, cadences(then, patterns), medianGaps(days, known, cut));
  const spend = spendOf(origin, LEAST_REPEAT_CUSTOMERS);
  const after = EXPECTED_DAYS.map((horizon) => ({
    days: horizon,
    actual: outcomes(days, known, cut, cut + horizon),
    expected: totalOf(modelled(origin, then, { spend, horizon, patterns })),
  }));
  const came = Uint8Array.from(after[after.length - 1].actual.orders, (orders) => (orders > 0 ? 1 : 0));
  const paced = byScore(scores.probability_in_30_days);
  const named = scores.days_since_over_median_gap.reduce((sum, score) => sum + (score === 0 ? 1 : 0), 0);
  const hitsOf = (rule: DueRule): number => countOf(came, byScore(scores[rule]).subarray(0, named));
  const [model30, own, ratio] = DUE_RULES.map(hitsOf);
  return {
    ...{ cut, named, scores, came },
    customers: paced.length,
    ordered: countOf(came, paced),
    hits: { probability_in_30_days: model30, own_frequency: own, days_since_over_median_gap: ratio },
    totals: after.map(({ days: horizon, actual, expected }) => ({
      ...{ days: horizon, expected },
      orders: actual.orders.reduce((sum, orders) => sum + orders, 0),
      value: actual.value.reduce((sum, value) => sum + value, 0),
    })),
  };
}

function countOf(came: Uint8Array, customers: Uint32Array): number {
  let count = 0;
  for (const customer of customers) count += came[customer];
  return count;
}
