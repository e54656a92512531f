// How far segments' figures stray from what was predicted, and intervals that allow for it.
//
// If customers bought independently and the model knew everything, the orders of a segment would vary about their mean
// μ as a Poisson count, with variance μ, and its value with Σ (orders × value per order²). Seasons, campaigns and a
// model that is wrong make them vary more. Quasi-likelihood (Wedderburn 1974, "Quasi-likelihood functions, generalized
// linear models, and the Gauss-Newton method", Biometrika 61, 439–447) keeps that variance up to a factor, the
// dispersion, and estimates it by Pearson's statistic: here over the segments of the back-test.
import { twoSidedQuantile } from '../chance/student-t.ts';
import type { SegmentForecast } from './segment-forecasts.ts';

export interface Dispersion {
  /** At least 1, which is chance alone. */
  readonly orders: number;
  /** Null when spend could not be modelled. */
  readonly value: number | null;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Of a figure to come that lies within its interval, if the next 90 days are like those of the back-test. */
export const INTERVAL_LEVEL = 0.8;

interface Judged {
  readonly forecast: SegmentForecast;
  readonly actual_orders: number;
  readonly actual_value: number;
}

export function dispersionOf(segments: readonly Judged[]): Dispersion {
  const orders = segments.map(({ forecast, actual_orders }) =>
    pearson(actual_orders - forecast.orders, forecast.orders),
  );
  const value = segments.flatMap(({ forecast, actual_value }) =>
    forecast.value === undefined ? [] : [pearson(actual_value - forecast.value, forecast.valueVariance)],
  );
  return { orders: atLeastChance(orders), value: value.length === 0 ? null : atLeastChance(value) };
}

/** `segments`: of the back-test, from which the dispersion was estimated. Never below 0. */
export function intervalOf(mean: number, variance: number, dispersion: number, segments: number): Interval {
  // Student's t, since the dispersion rests on few segments.
  const t = twoSidedQuantile(INTERVAL_LEVEL, Math.max(1, segments));
  const half = t * Math.sqrt(dispersion * variance);
  return { low: Math.max(0, mean - half), high: mean + half };
}

function pearson(error: number, variance: number): number {
  return variance > 0 ? error ** 2 / variance : 0;
}

function atLeastChance(terms: readonly number[]): number {
  return Math.max(1, terms.reduce((sum, term) => sum + term, 0) / Math.max(1, terms.length));
}
