// Compares the arms of a measure: the difference and the lift with their intervals, p-values, and the lift that could be
// detected.
import { computeTwoSidedFisher } from '../chance/fisher.ts';
import type { DailyBounds } from './daily-bounds.ts';
import {
  type ArmMoments,
  computeDetectableLift,
  computeStandardError,
  estimateDaysNeeded,
  type Relabellings,
  type Spread,
  studentizeDifference,
} from './paths.ts';

/** A measure per customer assigned, as it is or adjusted by the past. */
export interface ComparedArms {
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

export interface Compared {
  readonly arms: readonly [sent: ArmMoments, heldOut: ArmMoments];
  readonly test: 'fisher' | 'permutation';
  readonly spread: Spread;
  /** Undefined if nothing is said. */
  readonly bounds: DailyBounds | undefined;
  readonly relabellings: Relabellings;
  /** Studentized difference of each; undefined before the first day. */
  readonly statistics: Float64Array | undefined;
}

export interface Reading {
  readonly isSaid: boolean;
  readonly passed: number;
  readonly days: number;
}

const NO_LIMITS: Limits = { lower: null, upper: null };

export function compareArms(
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

// The interval of a ratio of two means (Fieller, Quarterly Journal of Pharmacy 17, 1944): it excludes 1 exactly if the
// interval of the difference excludes 0.
export interface Limits {
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
