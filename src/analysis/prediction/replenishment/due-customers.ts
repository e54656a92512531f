// The customers of a shop by when they are due to order again, with the evidence that the rule had on past dates.

import { FALSE_SHARE } from '../../../contract/report-types/replenishment/limits.ts';
import type { cadence } from '../../../contract/report-types/replenishment/schema.ts';
import type { Shape } from '../../../contract/schema/shape.ts';
import { type Sentence, say } from '../../../contract/sentences/sentence.ts';
import { dateOfDay } from '../../../contract/settings/calendar.ts';
import { modelled, spendOf } from '../candidates.ts';
import { type CustomerDays, everyNth, firstPurchaseDay } from '../customer-days.ts';
import { areEnough, LEAST_CUSTOMERS, LEAST_REPEAT_CUSTOMERS, repeating } from '../customer-summaries.ts';
import { INTERVAL_LEVEL, MOST_OFF } from '../intervals.ts';
import { modelName, regularity } from '../models/purchase-outlook.ts';
import { purchasePatterns } from '../models/purchase-patterns.ts';
import { originAt, originCuts } from '../origins.ts';
import { type Cadences, cadenceModel, cadences, DUE_DAYS } from './cadences.ts';
import { type DueBacktest, dueBacktest } from './due-backtest.ts';
import { byScore, type DueTrial, dueScores, dueTrialAt, EXPECTED_DAYS, medianGaps } from './due-trials.ts';
import {
  type ExpectedDays,
  expectedDays,
  type PastTotal,
  type Stages,
  stagesOf,
  totalOf,
} from './expected-totals.ts';
import { isLateTwice, type Rhythm, rhythmOf } from './rhythm.ts';

const MOST_ORIGINS = 6;
/** Of more customers the back-test looks at every n-th. */
const MOST_TRIED = 50_000;

export type Cadence = Shape<typeof cadence>;

/** Of each customer; NaN where there is no pace. */
export interface DueFigures extends Stages {
  /** Whole days from the reference day; below 1 for customers who are overdue. */
  readonly daysUntilDue: Float64Array;
  readonly windowFrom: Float64Array;
  readonly windowTo: Float64Array;
  readonly overdueRatio: Float64Array;
  readonly probability: Float64Array;
  /** From 1 on, by the rule that named most buyers on past dates. */
  readonly priority: Float64Array;
}

export interface DueCustomers {
  /** Null where nothing can be said; `notes` says why. */
  readonly cadence: Cadence | null;
  readonly expected: readonly ExpectedDays[];
  readonly figures: DueFigures | undefined;
  readonly notes: readonly Sentence[];
}

export function dueCustomers(days: CustomerDays, reference: number): DueCustomers {
  const now = originAt(days, reference, DUE_DAYS);
  const { summaries } = now;
  if (!areEnough(summaries)) {
    return nothing(
      say('due_dates_need_customers', {
        needed: LEAST_CUSTOMERS,
        needed_repeating: LEAST_REPEAT_CUSTOMERS,
        customers: summaries.count,
        repeating: repeating(summaries),
      }),
    );
  }
  const patterns = purchasePatterns(summaries);
  const model = cadenceModel(summaries, patterns);
  const nth = Math.max(1, Math.ceil(days.count / MOST_TRIED));
  const tried = everyNth(days, nth);
  const cuts = originCuts(firstPurchaseDay(days), reference, {
    horizon: DUE_DAYS,
    step: DUE_DAYS,
    most: MOST_ORIGINS,
  });
  const [latest, ...earlier] = cuts.flatMap((cut) => dueTrialAt(tried, cut, model) ?? []);
  if (latest === undefined) return nothing(say('due_dates_not_judged', { days: DUE_DAYS }));
  const trials = [latest, ...earlier] as const;
  const backtest = dueBacktest(trials, nth);
  const paces = cadences(model, patterns);
  const rhythm = rhythmOf(tried, model, reference);
  const scores = dueScores(summaries, paces, medianGaps(days, now.known, reference));
  const spend = spendOf(now, LEAST_REPEAT_CUSTOMERS);
  const estimate = regularity(summaries.lastGaps);
  const { r, alpha, a, b, k } = model.parameters;
  const priority = new Float64Array(summaries.count).fill(Number.NaN);
  for (const [rank, customer] of byScore(scores[backtest.sorted_by]).entries()) priority[customer] = rank + 1;
  const daysUntilDue = paces.gap.map((gap, c) => Math.ceil(gap) - paces.waited[c]);
  const expected = EXPECTED_DAYS.map((horizon, at) => {
    const pastOf = ({ cut, totals }: DueTrial): PastTotal => ({ cut, ...totals[at] });
    const past = [pastOf(latest), ...earlier.map(pastOf)] as const;
    const sum = totalOf(modelled(now, model, { spend, horizon, patterns }));
    return {
      figures: expectedDays(horizon, sum, { past, step: DUE_DAYS }),
      missed: say('predictions_missed', {
        ...{ of: 'orders', date: dateOfDay(latest.cut), days: horizon, most: MOST_OFF },
        ...{ predicted: past[0].expected.orders, actual: past[0].orders },
      }),
    };
  });
  return {
    cadence: {
      model: modelName(model),
      regularity: Number.isFinite(estimate) ? estimate : null,
      ...{ k, r, alpha, ...(model.family === 'NBD' ? { a: null, b: null } : { a, b }) },
      ...{ interval_level: INTERVAL_LEVEL, backtest, rhythm },
    },
    expected: expected.flatMap(({ figures }) => figures ?? []),
    figures: {
      ...stagesOf(paces, daysUntilDue, rhythm),
      daysUntilDue,
      windowFrom: paces.windowFrom.map(Math.ceil),
      windowTo: paces.windowTo.map(Math.ceil),
      overdueRatio: paces.waited.map((waited, c) => waited / paces.gap[c]),
      probability: scores[backtest.probability_by],
      priority,
    },
    notes: [
      ...doubts(backtest),
      ...expected.flatMap(({ figures, missed }) => (figures === undefined ? [missed] : [])),
      ...unjudged(rhythm, paces),
    ],
  };
}

function nothing(note: Sentence): DueCustomers {
  return { cadence: null, expected: [], figures: undefined, notes: [note] };
}

/** Where customers are late by more than their own gap, and past dates do not tell who of them is gone. */
function unjudged({ most_probable }: Rhythm, paces: Cadences): Sentence[] {
  const isAnyLate = paces.gap.some((_, c) => isLateTwice(paces, c));
  return most_probable === null && isAnyLate ? [say('rhythm_not_judged', { most: FALSE_SHARE })] : [];
}

/** Where the model named no more buyers than a simpler rule, or no rule more than customers picked without one. */
function doubts({ sorted_by, probability_by, rules }: DueBacktest): Sentence[] {
  return [
    ...(sorted_by === 'probability_in_30_days' ? [] : [say('list_by_other_rule', { rule: sorted_by })]),
    ...(probability_by === 'probability_in_30_days' ? [] : [say('probabilities_by_frequency', {})]),
    ...(rules.some(({ better_than_all }) => better_than_all) ? [] : [say('list_by_no_rule', {})]),
  ];
}
