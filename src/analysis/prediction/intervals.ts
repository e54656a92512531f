// Computes intervals of segments' figures from the errors of the same forecast on past days.
import { computeTwoSidedQuantile } from '../chance/intervals.ts';

/** Probability that a future figure lies within its interval, if the days ahead are like those of the back-test. */
export const INTERVAL_LEVEL = 0.8;

/** Normal deviate whose two-sided interval has INTERVAL_LEVEL. */
const DEVIATE = 1.2815515655446004;
/**
 * Share of the figure that is added to its chance variance, so that large and small segments have similar relative
 * errors: a season moves figures by a share, chance by a root. On Online Retail and CDNOW, shares of .05 to .2 gave
 * intervals of equal width and coverage.
 */
const SEASON = 0.1;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The expectation of a segment's figure. */
export interface Expected {
  readonly mean: number;
  /** Variance by chance alone. For independent orders, it equals `mean`. */
  readonly variance: number;
}

export interface Missed extends Expected {
  readonly actual: number;
}

/**
 * The factor, at least 1, by which the figures varied more than chance and season explain: from the INTERVAL_LEVEL
 * quantile of |actual − mean| / deviation over segments and origins, the rank taken one higher for the future figure
 * (conformal prediction: Vovk, Gammerman & Shafer 2005, "Algorithmic Learning in a Random World").
 */
export function estimateDispersion(missed: readonly Missed[]): number {
  const errors = missed
    .flatMap((one) => (one.mean > 0 ? [Math.abs(one.actual - one.mean) / computeDeviation(one)] : []))
    .sort((left, right) => left - right);
  const rank = Math.min(errors.length, Math.ceil(INTERVAL_LEVEL * (errors.length + 1)));
  return Math.max(1, ((errors[rank - 1] ?? 0) / DEVIATE) ** 2);
}

/** The lower limit is at least 0. */
export function computeInterval(expected: Expected, dispersion: number): Interval {
  return createIntervalAround(expected.mean, DEVIATE * Math.sqrt(dispersion) * computeDeviation(expected));
}

/**
 * The interval of a forecast that repeats the past, and thus misses the same segments repeatedly in the same way: from
 * the segment's own errors per customer on past days, with Student's t for their number.
 */
export function computeOwnInterval(
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

/** Share of the actual figure by which a forecast may be off and still be reported. */
export const MOST_OFF = 0.5;
/** Normal deviate of 95 %: a forecast of few orders may be off by more than MOST_OFF by chance alone. */
const BY_CHANCE = 1.96;

/** Whether a forecast was off by more than MOST_OFF of the actual figure, and by more than chance explains. */
export function isMissed({ mean, variance, actual }: Missed): boolean {
  const off = Math.abs(actual - mean);
  return off > MOST_OFF * Math.abs(actual) && off > BY_CHANCE * Math.sqrt(variance);
}

/** The same for the back-test's latest forecast of a segment, in whole orders. */
export function isSegmentMissed({
  predicted_orders,
  actual_orders: actual,
}: {
  readonly predicted_orders: number;
  readonly actual_orders: number;
}): boolean {
  const mean = Math.round(predicted_orders);
  return isMissed({ mean, variance: mean, actual });
}

/**
 * The interval of a sum over all customers, which has one error per date: from the root mean square of these errors, in
 * deviations and at least 1, with Student's t for the number of spans that do not overlap.
 */
export function computeTotalInterval(
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
