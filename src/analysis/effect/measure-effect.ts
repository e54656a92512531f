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
import { computeTwoSidedFisher } from '../chance/fisher.ts';
import { MoneySums } from '../money/money-sums.ts';
import type { OrderColumns } from '../orders/columns.ts';
import { type AdjustedMeasure, adjustByPast } from './adjustment.ts';
import {
  computeAdjustedBounds,
  computeDailyBounds,
  type DailyBounds,
  type PlainPaths,
} from './daily-bounds.ts';
import { type Assignments, computeOutcomes, type Outcomes, type Window } from './outcomes.ts';
import {
  type ArmMoments,
  computeDetectableLift,
  computeDifferencePaths,
  computeMomentsOn,
  computeSpread,
  computeStandardError,
  createRelabellings,
  estimateDaysNeeded,
  type Relabellings,
  type Spread,
  studentizeDifference,
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

/** A measure per customer assigned, as it is or adjusted by the past. */
interface ComparedArms {
  readonly sent: number;
  readonly held_out: number;
  readonly difference: number;
  readonly difference_interval: Limits;
  /** difference / held_out; null if nobody held out bought. */
  readonly lift: number | null;
  readonly lift_interval: Limits;
  /** Two-sided, for a single reading on this day; the intervals allow for reading on every day. */
  readonly p_value: number | null;
  /** Standard error of a p-value from a sample of relabellings; 0 if exact. */
  readonly p_value_error: number | null;
  /** Lift that the whole window detects with 80 % power. */
  readonly detectable_lift: number | null;
  /** Days in total until detection, if the true lift is the one seen so far. */
  readonly days_needed: number | null;
}

export interface MeasuredEffect extends ComparedArms {
  readonly measure: EffectMeasure;
  readonly decides: boolean;
  readonly test: 'fisher' | 'permutation';
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

const NO_LIMITS: Limits = { lower: null, upper: null };

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

interface Compared {
  readonly arms: readonly [sent: ArmMoments, heldOut: ArmMoments];
  readonly test: MeasuredEffect['test'];
  readonly spread: Spread;
  /** Undefined if nothing is said. */
  readonly bounds: DailyBounds | undefined;
  readonly relabellings: Relabellings;
  /** Studentized difference of each; undefined before the first day. */
  readonly statistics: Float64Array | undefined;
}

interface Reading {
  readonly isSaid: boolean;
  readonly passed: number;
  readonly days: number;
}

function compareArms(
  { arms, test, spread, bounds, relabellings, statistics }: Compared,
  { isSaid, passed, days }: Reading,
): ComparedArms {
  const [sent, heldOut] = arms;
  const difference = sent.mean - heldOut.mean;
  const lift = heldOut.mean > 0 ? difference / heldOut.mean : null;
  const detectable = isSaid
    ? computeDetectableLift(spread, { sent: sent.customers, heldOut: heldOut.customers })
    : null;
  const p =
    statistics &&
    (test === 'fisher'
      ? testByFisher(arms)
      : testByPermutation(statistics, studentizeDifference(arms), relabellings));
  return {
    ...{ sent: sent.mean, held_out: heldOut.mean, difference, lift },
    difference_interval: bounds
      ? computeDifferenceLimits(difference, computeStandardError(arms), bounds)
      : NO_LIMITS,
    lift_interval: bounds ? computeLiftLimits(arms, bounds) : NO_LIMITS,
    p_value: p?.value ?? null,
    p_value_error: p?.error ?? null,
    detectable_lift: detectable === null ? null : detectable * Math.sqrt(passed / days),
    days_needed: estimateDaysNeeded(detectable, passed, lift),
  };
}

interface PValue {
  readonly value: number;
  readonly error: number;
}

function testByFisher([sent, heldOut]: readonly [ArmMoments, ArmMoments]): PValue {
  const countHits = ({ mean, customers }: ArmMoments): number => Math.round(mean * customers);
  return {
    value: computeTwoSidedFisher(countHits(sent), sent.customers, countHits(heldOut), heldOut.customers),
    error: 0,
  };
}

/**
 * Twice the smaller one-sided p-value, as in scipy's permutation_test; the actual assignment is among the relabellings.
 */
function testByPermutation(statistics: Float64Array, seen: number, { count, isExact }: Relabellings): PValue {
  let above = 0;
  let below = 0;
  for (const one of statistics) {
    if (one >= seen) above++;
    if (one <= seen) below++;
  }
  const value = Math.min(1, (2 * Math.min(above, below)) / count);
  return { value, error: isExact ? 0 : 2 * Math.sqrt(((value / 2) * (1 - value / 2)) / count) };
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

// The interval of a ratio of two means (Fieller, Quarterly Journal of Pharmacy 17, 1944): it excludes 1 exactly if the
// interval of the difference excludes 0.
interface Limits {
  /** Null if unknown. */
  readonly lower: number | null;
  readonly upper: number | null;
}

/** Limits of sent / held out − 1. */
function computeLiftLimits([sent, heldOut]: readonly [ArmMoments, ArmMoments], bounds: DailyBounds): Limits {
  const limit = (bound: number, sign: 1 | -1): number | null => {
    const a = (bound ** 2 * sent.variance) / sent.customers;
    const b = (bound ** 2 * heldOut.variance) / heldOut.customers;
    const square = heldOut.mean ** 2 - b;
    if (!(square > 0) || heldOut.mean <= 0) return null;
    const root = Math.sqrt(b * sent.mean ** 2 + a * square);
    return (sent.mean * heldOut.mean + sign * root) / square - 1;
  };
  return { lower: limit(bounds.upper, -1), upper: limit(bounds.lower, 1) };
}

function computeDifferenceLimits(difference: number, error: number, { upper, lower }: DailyBounds): Limits {
  return { lower: difference - upper * error, upper: difference + lower * error };
}
