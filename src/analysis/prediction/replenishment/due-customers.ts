// Sorts customers by when they are due to order again, with the evidence for the rule on past dates.

import { FALSE_SHARE } from '../../../contract/report-types/replenishment/limits.ts';
import type { cadence } from '../../../contract/report-types/replenishment/schema.ts';
import type { Shape } from '../../../contract/schema/shape.ts';
import { type Sentence, say } from '../../../contract/sentences/sentence.ts';
import { toDate } from '../../../contract/settings/calendar.ts';
import { estimateSpend, forecastByModel } from '../candidates.ts';
import { type CustomerDays, findFirstPurchaseDay, pickEveryNth } from '../customer-days.ts';
import {
  areEnough,
  countRepeating,
  LEAST_FITTED_CUSTOMERS,
  LEAST_REPEAT_CUSTOMERS,
} from '../customer-summaries.ts';
import { INTERVAL_LEVEL, MOST_OFF } from '../intervals.ts';
import { estimateRegularity, getModelName } from '../models/purchase-outlook.ts';
import { findPurchasePatterns } from '../models/purchase-patterns.ts';
import { createOrigin, listOriginCuts } from '../origins.ts';
import { type Cadences, computeCadences, DUE_DAYS, fitCadenceModel } from './cadences.ts';
import { createDueBacktest, type DueBacktest } from './due-backtest.ts';
import {
  computeDueScores,
  computeMedianGaps,
  type DueTrial,
  EXPECTED_DAYS,
  sortByScore,
  tryDueDates,
} from './due-trials.ts';
import {
  assignStages,
  computeExpectedDays,
  type ExpectedDays,
  type PastTotal,
  type Stages,
  sumForecast,
} from './expected-totals.ts';
import { estimateRhythm, isLateTwice, type Rhythm } from './rhythm.ts';

const MOST_ORIGINS = 6;
/** Most customers of the back-test; of more, it includes every n-th. */
const MOST_TRIED = 50_000;

export type Cadence = Shape<typeof cadence>;

/** Figures of each customer; NaN for those without a pace. */
export interface DueFigures extends Stages {
  /** Whole days from the reference day; below 1 for customers who are overdue. */
  readonly daysUntilDue: Float64Array;
  readonly windowFrom: Float64Array;
  readonly windowTo: Float64Array;
  readonly overdueRatio: Float64Array;
  readonly probability: Float64Array;
  /** Rank from 1, by the rule that named most buyers on past dates. */
  readonly priority: Float64Array;
}

export interface DueCustomers {
  /** Null if no cadence can be estimated; `notes` give the reason. */
  readonly cadence: Cadence | null;
  readonly expected: readonly ExpectedDays[];
  readonly figures: DueFigures | undefined;
  readonly notes: readonly Sentence[];
}

export function findDueCustomers(days: CustomerDays, reference: number): DueCustomers {
  const now = createOrigin(days, reference, DUE_DAYS);
  const { summaries } = now;
  if (!areEnough(summaries)) {
    return createEmptyDueCustomers(
      say('due_dates_need_customers', {
        needed: LEAST_FITTED_CUSTOMERS,
        needed_repeating: LEAST_REPEAT_CUSTOMERS,
        customers: summaries.count,
        repeating: countRepeating(summaries),
      }),
    );
  }
  const patterns = findPurchasePatterns(summaries);
  const model = fitCadenceModel(summaries, patterns);
  const nth = Math.max(1, Math.ceil(days.count / MOST_TRIED));
  const tried = pickEveryNth(days, nth);
  const cuts = listOriginCuts(findFirstPurchaseDay(days), reference, {
    horizon: DUE_DAYS,
    step: DUE_DAYS,
    most: MOST_ORIGINS,
  });
  const [latest, ...earlier] = cuts.flatMap((cut) => tryDueDates(tried, cut, model) ?? []);
  if (latest === undefined) return createEmptyDueCustomers(say('due_dates_not_judged', { days: DUE_DAYS }));
  const trials = [latest, ...earlier] as const;
  const backtest = createDueBacktest(trials, nth);
  const paces = computeCadences(model, patterns);
  const rhythm = estimateRhythm(tried, model, reference);
  const scores = computeDueScores(summaries, paces, computeMedianGaps(days, now.known, reference));
  const spend = estimateSpend(now, LEAST_REPEAT_CUSTOMERS);
  const estimate = estimateRegularity(summaries.lastGaps);
  const { r, alpha, a, b, k } = model.parameters;
  const priority = new Float64Array(summaries.count).fill(Number.NaN);
  for (const [rank, customer] of sortByScore(scores[backtest.sorted_by]).entries())
    priority[customer] = rank + 1;
  const daysUntilDue = paces.gap.map((gap, c) => Math.ceil(gap) - paces.waited[c]);
  const expected = EXPECTED_DAYS.map((horizon, at) => {
    const toPastTotal = ({ cut, totals }: DueTrial): PastTotal => ({ cut, ...totals[at] });
    const past = [toPastTotal(latest), ...earlier.map(toPastTotal)] as const;
    const sum = sumForecast(forecastByModel(now, model, { spend, horizon, patterns }));
    return {
      figures: computeExpectedDays(horizon, sum, { past, step: DUE_DAYS }),
      missed: say('predictions_missed', {
        ...{ of: 'orders', date: toDate(latest.cut), days: horizon, most: MOST_OFF },
        ...{ predicted: past[0].expected.orders, actual: past[0].orders },
      }),
    };
  });
  return {
    cadence: {
      model: getModelName(model),
      regularity: Number.isFinite(estimate) ? estimate : null,
      ...{ k, r, alpha, ...(model.family === 'NBD' ? { a: null, b: null } : { a, b }) },
      ...{ interval_level: INTERVAL_LEVEL, backtest, rhythm },
    },
    expected: expected.flatMap(({ figures }) => figures ?? []),
    figures: {
      ...assignStages(paces, daysUntilDue, rhythm),
      daysUntilDue,
      windowFrom: paces.windowFrom.map(Math.ceil),
      windowTo: paces.windowTo.map(Math.ceil),
      overdueRatio: paces.waited.map((waited, c) => waited / paces.gap[c]),
      probability: scores[backtest.probability_by],
      priority,
    },
    notes: [
      ...describeDoubts(backtest),
      ...expected.flatMap(({ figures, missed }) => (figures === undefined ? [missed] : [])),
      ...describeUnjudged(rhythm, paces),
    ],
  };
}

function createEmptyDueCustomers(note: Sentence): DueCustomers {
  return { cadence: null, expected: [], figures: undefined, notes: [note] };
}

/** Warns that customers are late by more than their own gap, and past dates do not show which of them are gone. */
function describeUnjudged({ most_probable }: Rhythm, paces: Cadences): Sentence[] {
  const isAnyLate = paces.gap.some((_, c) => isLateTwice(paces, c));
  return most_probable === null && isAnyLate ? [say('rhythm_not_judged', { most: FALSE_SHARE })] : [];
}

/**
 * Warns that the model named no more buyers than a simpler rule, or that no rule named more than picking customers
 * without one.
 */
function describeDoubts({ sorted_by, probability_by, rules }: DueBacktest): Sentence[] {
  return [
    ...(sorted_by === 'probability_in_30_days' ? [] : [say('list_by_other_rule', { rule: sorted_by })]),
    ...(probability_by === 'probability_in_30_days' ? [] : [say('probabilities_by_frequency', {})]),
    ...(rules.some(({ better_than_all }) => better_than_all) ? [] : [say('list_by_no_rule', {})]),
  ];
}
