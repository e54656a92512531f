// Measures a campaign's effect: the customers it was sent to against those held out, with intervals that stay valid
// however often they are read. One measure, chosen beforehand, decides; the others describe.

import {
  EFFECT_MEASURES,
  type EffectMeasure,
  type EffectVerdict,
  LEAST_EXPECTED,
  LEAST_IN_ARM,
} from '../../contract/report-types/effect/limits.ts';
import type { campaignEffect } from '../../contract/report-types/effect/schema.ts';
import type { Shape } from '../../contract/schema/shape.ts';
import { toDate, toDay } from '../../contract/settings/calendar.ts';
import { MoneySums } from '../money/money-sums.ts';
import type { OrderColumns } from '../orders/columns.ts';
import { type AdjustedMeasure, adjustByPast } from './adjustment.ts';
import { type Compared, type ComparedArms, compareArms, type Limits, type Reading } from './compare-arms.ts';
import { computeAdjustedBounds, computeDailyBounds, type PlainPaths } from './daily-bounds.ts';
import { type Assignments, computeOutcomes, type Outcomes, type Window } from './outcomes.ts';
import {
  computeDifferencePaths,
  computeMomentsOn,
  computeSpread,
  createRelabellings,
  type Relabellings,
} from './paths.ts';
import { countCustomersWithSteps, createSeries } from './series.ts';

export interface EffectQuestion {
  readonly window: Window;
  readonly decidesOn: EffectMeasure;
  /** Number of relabellings drawn; default 9,999. */
  readonly relabellings?: number;
}

export interface ArmFigures {
  readonly customers: number;
  readonly customers_who_ordered: number;
  readonly orders: number;
  readonly net_revenue: number;
  /** Shares of everyone assigned; null for an empty arm. */
  readonly ordered_share: number | null;
  readonly repeat_share: number | null;
}

export interface MeasuredEffect extends ComparedArms {
  readonly measure: EffectMeasure;
  readonly decides: boolean;
  readonly test: Compared['test'];
  /** Null if the past explains too little, or the interval would be wider. */
  readonly adjusted: AdjustedFigures | null;
}

interface AdjustedFigures extends ComparedArms {
  /** Share of the variance between customers that their past explains. */
  readonly explained: number;
}

export type Effect = Shape<typeof campaignEffect>;

/** `assignments`: everyone once. Orders count from each customer's own day on. */
export function measureEffect(
  columns: OrderColumns,
  assignments: Assignments,
  question: EffectQuestion,
): Effect {
  const outcomes = computeOutcomes(columns, assignments, question.window);
  return computeEffect(outcomes, question, toDay(columns.newestDate));
}

/** `newest`: the last day of the data; NaN if no order has a date. */
export function computeEffect(
  outcomes: Outcomes,
  { window, decidesOn, relabellings: most }: EffectQuestion,
  newest: number,
): Effect {
  const days = window.last - window.first + 1;
  const passed = Number.isNaN(newest) ? 0 : Math.max(0, Math.min(newest, window.last) - window.first + 1);
  const relabellings = createRelabellings(outcomes, most);
  const measured = EFFECT_MEASURES.map((measure) =>
    measureFigure(measure, outcomes, { relabellings, passed, days, decidesOn }),
  );
  const deciding = measured.find(({ decides }) => decides);
  const sent = outcomes.customers - outcomes.heldOut;
  const revenue = measured.find(({ measure }) => measure === 'revenue');
  const earned = revenue && chooseDeciding(revenue);
  return {
    since: toDate(window.first),
    until: toDate(window.last),
    newest: Number.isNaN(newest) ? null : toDate(newest),
    days,
    days_passed: passed,
    days_to_go: days - passed,
    verdict: decideVerdict(deciding && chooseDeciding(deciding).difference_interval, passed, days),
    decides_on: decidesOn,
    sent: computeArmFigures(outcomes, 0),
    held_out: computeArmFigures(outcomes, 1),
    unknown: { sent: outcomes.unknown.sent, held_out: outcomes.unknown.heldOut },
    measures: measured,
    earned: {
      amount: (earned?.difference ?? 0) * sent,
      lower: multiplyLimit(earned?.difference_interval.lower, sent),
      upper: multiplyLimit(earned?.difference_interval.upper, sent),
    },
    relabellings: { count: relabellings.count, exact: relabellings.isExact },
  };
}

/** The figures that the verdict is on: the adjusted ones, if there are any. */
export function chooseDeciding(measured: MeasuredEffect): ComparedArms {
  return measured.adjusted ?? measured;
}

function multiplyLimit(limit: number | null | undefined, count: number): number | null {
  return limit === null || limit === undefined ? null : limit * count;
}

interface Looked {
  readonly relabellings: Relabellings;
  readonly passed: number;
  readonly days: number;
  readonly decidesOn: EffectMeasure;
}

function measureFigure(
  measure: EffectMeasure,
  outcomes: Outcomes,
  { relabellings, passed, days, decidesOn }: Looked,
): MeasuredEffect {
  const looks = Math.max(1, passed);
  const series = createSeries(outcomes, measure);
  const arms = computeMomentsOn(series, outcomes, outcomes.isHeldOut, looks);
  const isSaid = passed > 0 && isEnough(outcomes, countCustomersWithSteps(series, looks));
  const paths = passed > 0 ? computeDifferencePaths(series, outcomes, relabellings, looks) : undefined;
  const bounds = isSaid && paths ? computeDailyBounds(paths, looks, days) : undefined;
  const reading = { isSaid, passed, days };
  const test: MeasuredEffect['test'] =
    measure === 'customers' || measure === 'repeat' ? 'fisher' : 'permutation';
  const plain = {
    ...{ arms, test, spread: computeSpread(series, outcomes, looks), bounds: bounds?.at(-1) },
    ...{ relabellings, statistics: paths && takeLast(paths, looks) },
  } as const;
  const adjusted = isSaid ? adjustByPast(measure, series, { outcomes, relabellings, looks }) : undefined;
  return {
    ...{ measure, decides: measure === decidesOn },
    ...compareArms(plain, reading),
    test,
    adjusted: adjusted && paths && bounds ? compareAdjusted(adjusted, { paths, bounds }, reading) : null,
  };
}

/** Null where the plain difference counts. */
function compareAdjusted(
  { explained, spread, relabellings, computePaths, computeArms }: AdjustedMeasure,
  plain: PlainPaths,
  reading: Reading,
): AdjustedFigures | null {
  const looks = plain.bounds.length;
  const adjusted = computePaths();
  const { arms, error } = computeArms();
  const bounds = computeAdjustedBounds(plain, adjusted, looks, reading.days)[looks - 1];
  if (error > bounds.mostError) return null;
  const errors = takeLast(adjusted.errors, looks);
  const counted = takeLast(adjusted.differences, looks).map((one, r) =>
    errors[r] <= bounds.mostError ? one : plain.paths[(r + 1) * looks - 1],
  );
  const compared = { arms, test: 'permutation', spread, bounds, relabellings, statistics: counted } as const;
  return { explained, ...compareArms(compared, reading) };
}

/** Returns each relabelling's value on the last day. */
function takeLast(paths: Float64Array, looks: number): Float64Array {
  return Float64Array.from({ length: paths.length / looks }, (_, r) => paths[(r + 1) * looks - 1]);
}

/**
 * `counted`: customers who add to the measure, in both arms together, so that the decision does not depend on the arm.
 */
function isEnough({ customers, heldOut }: Pick<Outcomes, 'customers' | 'heldOut'>, counted: number): boolean {
  const smaller = Math.min(heldOut, customers - heldOut);
  return smaller >= LEAST_IN_ARM && counted * smaller >= LEAST_EXPECTED * customers;
}

function decideVerdict(limits: Limits | undefined, passed: number, days: number): EffectVerdict {
  if (passed === 0) return 'not_begun';
  if (limits === undefined || limits.lower === null || limits.upper === null) return 'too_few';
  if (limits.lower > 0) return 'more';
  if (limits.upper < 0) return 'fewer';
  return passed < days ? 'not_yet' : 'undecided';
}

function computeArmFigures(
  { customers, heldOut, active, isHeldOut, start, isPurchase, value }: Outcomes,
  arm: 0 | 1,
): ArmFigures {
  const revenue = new MoneySums(1, value.scale);
  let [ordered, repeated, orders] = [0, 0, 0];
  for (let a = 0; a < active; a++) {
    if (isHeldOut[a] !== arm) continue;
    let purchases = 0;
    for (let at = start[a]; at < start[a + 1]; at++) {
      purchases += isPurchase[at];
      revenue.addFrom(0, value, at);
    }
    orders += purchases;
    if (purchases > 0) ordered++;
    if (purchases > 1) repeated++;
  }
  const all = arm === 1 ? heldOut : customers - heldOut;
  return {
    customers: all,
    customers_who_ordered: ordered,
    orders,
    net_revenue: revenue.amountAt(0),
    ordered_share: all === 0 ? null : ordered / all,
    repeat_share: all === 0 ? null : repeated / all,
  };
}
