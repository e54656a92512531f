// Intervals of segments' figures, from the errors that the same forecast made on past days.
import { computeTwoSidedQuantile } from '../chance/intervals.ts';

/** Of a figure to come that lies within its interval, if the days ahead are like those of the back-test. */
export const INTERVAL_LEVEL = 0.8;

/** The normal deviate that lies within itself on both sides with INTERVAL_LEVEL. */
const DEVIATE = 1.2815515655446004;
/**
 * A season moves figures by a share, chance by a root: a tenth of the figure is added to its chance variance, so that large and
 * small segments stray alike. On Online Retail and CDNOW shares of .05 to .2 gave intervals of equal width and coverage.
 */
const SEASON = 0.1;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** A segment's figure. */
export interface Expected {
  readonly mean: number;
  /** By chance alone. Orders that come independently: their mean. */
  readonly variance: number;
}

export interface Missed extends Expected {
  readonly actual: number;
}

/**
 * How much further than chance and season the figures strayed, as a factor of the variance, at least 1: from the
 * INTERVAL_LEVEL quantile of |actual − mean| / deviation over segments and origins, the rank taken one higher for the figure to
 * come (conformal prediction: Vovk, Gammerman & Shafer 2005, "Algorithmic Learning in a Random World").
 */
export function estimateDispersion(missed: readonly Missed[]): number {
  const errors = missed
    .flatMap((one) => (one.mean > 0 ? [Math.abs(one.actual - one.mean) / computeDeviation(one)] : []))
    .sort((left, right) => left - right);
  const rank = Math.min(errors.length, Math.ceil(INTERVAL_LEVEL * (errors.length + 1)));
  return Math.max(1, ((errors[rank - 1] ?? 0) / DEVIATE) ** 2);
}

/** Never below 0. */
export function computeInterval(expected: Expected, dispersion: number): Interval {
  return createIntervalAround(expected.mean, DEVIATE * Math.sqrt(dispersion) * computeDeviation(expected));
}

/**
 * Of a forecast that repeats the past, which misses the same segments in the same way again and again: from the segment's own
 * errors per customer on past days, with Student's t for as many of them.
 */
export function ownInterval(
  { customers, ...expected }: Expected & { readonly customers: number },
  errors: readonly number[],
): Interval {
  const square = errors.reduce((sum, error) => sum + error ** 2, 0) / Math.max(1, errors.length);
  const t = computeTwoSidedQuantile(INTERVAL_LEVEL, Math.max(1, errors.length));
  return createIntervalAround(
    expected.mean,
    t * Math.hypot(customers * Math.sqrt(square), computeDeviation(expected)),
  );
}

/** Of what came, by which a forecast may be off before nothing is said by it any more. */
export const MOST_OFF = 0.5;
/** Normal deviate of 95 %: of a few orders, chance alone may be off by more than MOST_OFF. */
const BY_CHANCE = 1.96;

/** Whether a forecast was off by more than MOST_OFF of what came, and by more than chance explains. */
export function isMissed({ mean, variance, actual }: Missed): boolean {
  const off = Math.abs(actual - mean);
  return off > MOST_OFF * Math.abs(actual) && off > BY_CHANCE * Math.sqrt(variance);
}

/**
 * Of a sum over all customers, which has one error a date: from the root of the mean of their squares, in deviations and at least 1,
 * with Student's t for as many stretches of days as do not overlap.
 */
export function totalInterval(
  expected: Expected,
  missed: readonly Missed[],
  { step, horizon }: { readonly step: number; readonly horizon: number },
): Interval {
  const squares = missed.flatMap((one) =>
    one.mean > 0 ? [((one.actual - one.mean) / computeDeviation(one)) ** 2] : [],
  );
  const mean = squares.reduce((sum, square) => sum + square, 0) / Math.max(1, squares.length);
  const apart = Math.floor(((missed.length - 1) * step) / horizon) + 1;
  const t = computeTwoSidedQuantile(INTERVAL_LEVEL, apart);
  return createIntervalAround(expected.mean, t * Math.sqrt(Math.max(1, mean)) * computeDeviation(expected));
}

function computeDeviation({ mean, variance }: Expected): number {
  return Math.sqrt(variance + (SEASON * mean) ** 2);
}

function createIntervalAround(mean: number, half: number): Interval {
  return { low: Math.max(0, mean - half), high: mean + half };
}
