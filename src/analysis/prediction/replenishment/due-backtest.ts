// Builds the published back-test of due customers: the rules tried on past dates, and the rule that the report follows.

import { DUE_RULES, type DueRule } from '../../../contract/report-types/replenishment/limits.ts';
import type { dueBacktest as dueBacktestSchema } from '../../../contract/report-types/replenishment/schema.ts';
import type { Shape } from '../../../contract/schema/shape.ts';
import { toDate } from '../../../contract/settings/calendar.ts';
import { computeShareInterval } from '../../chance/intervals.ts';
import { DUE_DAYS } from './cadences.ts';
import type { DueTrial } from './due-trials.ts';

/** Level of the interval of a share, and of being better than chance. */
const ALPHA = 0.05;
const TENTHS = 10;

interface RuleTried {
  readonly rule: DueRule;
  /** Customers of `named` who ordered, over all dates. */
  readonly ordered: number;
  readonly share: number;
  readonly lower: number;
  readonly upper: number;
  /**
   * Whether the share exceeds that of all customers with a pace, at a level corrected for the three rules (Bonferroni).
   */
  readonly better_than_all: boolean;
}

interface CalibrationTenth {
  readonly tenth: number;
  readonly customers: number;
  readonly predicted: number;
  readonly actual: number;
}

export type DueBacktest = Shape<typeof dueBacktestSchema>;

export type ProbabilityRule = Exclude<DueRule, 'days_since_over_median_gap'>;

export function createDueBacktest(trials: readonly DueTrial[], everyNth: number): DueBacktest {
  const sum = (of: (trial: DueTrial) => number): number =>
    trials.reduce((total, trial) => total + of(trial), 0);
  const [customers, ordered, named] = [
    sum((trial) => trial.customers),
    sum((trial) => trial.ordered),
    sum((trial) => trial.named),
  ];
  const rules = DUE_RULES.map((rule): RuleTried => {
    const hits = sum((trial) => trial.hits[rule]);
    const interval = named === 0 ? { lower: 0, upper: 1 } : computeShareInterval(hits, named, ALPHA);
    return {
      ...{ rule, ordered: hits, share: named === 0 ? 0 : hits / named },
      ...{ lower: interval.lower, upper: interval.upper },
      better_than_all:
        named > 0 && computeShareInterval(hits, named, ALPHA / DUE_RULES.length).lower > ordered / customers,
    };
  });
  // Ties stay in their sequence: the model comes first.
  const [best = rules[0]] = rules.toSorted((left, right) => right.ordered - left.ordered);
  const probability_by = ([DUE_RULES[0], DUE_RULES[1]] as const).toSorted(
    (left, right) => computeSquaredError(trials, left) - computeSquaredError(trials, right),
  )[0];
  return {
    cut_dates: trials.map(({ cut }) => toDate(cut)),
    ...{ days: DUE_DAYS, every_nth_customer: everyNth, customers, ordered, named, rules },
    ...{ sorted_by: best.rule, probability_by, calibration: computeCalibration(trials, probability_by) },
  };
}

/** Σ (probability − outcome)² (Brier 1950). */
function computeSquaredError(trials: readonly DueTrial[], rule: ProbabilityRule): number {
  let sum = 0;
  for (const { scores, came } of trials) {
    for (const [c, probability] of scores[rule].entries())
      if (!Number.isNaN(probability)) sum += (probability - came[c]) ** 2;
  }
  return sum;
}

function computeCalibration(trials: readonly DueTrial[], rule: ProbabilityRule): CalibrationTenth[] {
  const said: { readonly probability: number; readonly came: number }[] = [];
  for (const { scores, came } of trials) {
    for (const [c, probability] of scores[rule].entries())
      if (!Number.isNaN(probability)) said.push({ probability, came: came[c] });
  }
  said.sort((left, right) => left.probability - right.probability);
  return Array.from({ length: TENTHS }, (_, tenth): CalibrationTenth => {
    const from = Math.floor((tenth * said.length) / TENTHS);
    const part = said.slice(from, Math.floor(((tenth + 1) * said.length) / TENTHS));
    const mean = (of: (one: (typeof part)[number]) => number): number =>
      part.reduce((sum, one) => sum + of(one), 0) / part.length;
    return {
      tenth: tenth + 1,
      customers: part.length,
      predicted: mean(({ probability }) => probability),
      actual: mean(({ came }) => came),
    };
  }).filter(({ customers }) => customers > 0);
}
