// Whether predictions can be believed: the same models, fitted without the last 90 days, against what those days
// brought, and against the simplest guess there is.
import { MoneySums, sumOfAmounts } from '../money/money-sums.ts';
import { dateOfDay } from '../orders/calendar.ts';
import { scoreCustomers } from '../rfm/customer-scores.ts';
import { SEGMENT_NAMES, type SegmentName } from '../rfm/segments.ts';
import type { BacktestFigures } from './backtest-figures.ts';
import { type Dispersion, dispersionOf } from './dispersion.ts';
import type { Outcomes } from './outcomes.ts';
import { HORIZON_DAYS, predictFromSummaries } from './predict.ts';
import { type SegmentForecast, segmentForecasts } from './segment-forecasts.ts';

/** Sums over the customers known on the cut date. Naive: the same as in the 90 days before it. */
export interface BacktestSeries {
  readonly predicted: number;
  readonly actual: number;
  readonly naive: number;
  /** Mean over customers of |predicted − actual|, and of |naive − actual|. */
  readonly mean_absolute_error: number;
  readonly naive_mean_absolute_error: number;
  /** The same of the sums over segments: errors of customers that cancel are not in it. */
  readonly segment_mean_absolute_error: number;
  readonly naive_segment_mean_absolute_error: number;
  /** In both. */
  readonly better_than_naive: boolean;
}

interface BacktestSegment {
  /** By the scores on the cut date. */
  readonly segment: SegmentName;
  readonly customers: number;
  readonly predicted_orders: number;
  readonly actual_orders: number;
  readonly naive_orders: number;
  /** Customers with at least one order. */
  readonly predicted_buyers: number;
  readonly actual_buyers: number;
  /** Null when spend could not be modelled. */
  readonly predicted_value: number | null;
  readonly actual_value: number;
  readonly naive_value: number;
}

export interface Backtest {
  /** The last day that the models saw. */
  readonly cut_date: string;
  readonly customers: number;
  readonly orders: BacktestSeries;
  readonly value: BacktestSeries | null;
  /** How much more the segments' figures vary than chance alone explains; intervals are widened by it. */
  readonly dispersion: Dispersion;
  readonly segments: readonly BacktestSegment[];
}

/** Undefined where there are fewer than 90 days of orders before the cut, or the models cannot be fitted to them. */
export function backtest(figures: BacktestFigures): Backtest | undefined {
  const { cut, count } = figures;
  if (count === 0 || cut - figures.firstDay < HORIZON_DAYS) return undefined;
  // First, so that of millions of customers nothing but the segments is left when they are predicted.
  const { segment } = scoreCustomers(figures.figures());
  const { predictions } = predictFromSummaries(figures.summaries());
  if (predictions === undefined) return undefined;
  const [before, after] = [figures.before(), figures.after()];
  const forecasts = segmentForecasts(predictions, segment, SEGMENT_NAMES.length);
  const { expectedOrders, expectedValue } = predictions;
  const actual = sumBySegment(after, segment);
  const naive = sumBySegment(before, segment);
  const segments = SEGMENT_NAMES.map((name, s) => ({
    ...comparison(name, forecasts[s], actual[s], naive[s]),
    forecast: forecasts[s],
  })).filter(({ customers }) => customers > 0);
  return {
    cut_date: dateOfDay(cut),
    customers: count,
    orders: series({ predicted: expectedOrders, actual: after.orders, naive: before.orders }, segment),
    value:
      expectedValue === undefined
        ? null
        : series({ predicted: expectedValue, actual: after.value, naive: before.value }, segment),
    dispersion: dispersionOf(segments),
    segments: segments.map(({ forecast: _, ...compared }) => compared),
  };
}

function comparison(
  segment: SegmentName,
  { customers, orders, buyers, value }: SegmentForecast,
  actual: SegmentOutcome,
  naive: SegmentOutcome,
): BacktestSegment {
  return {
    segment,
    customers,
    predicted_orders: orders,
    actual_orders: actual.orders,
    naive_orders: naive.orders,
    predicted_buyers: buyers,
    actual_buyers: actual.buyers,
    predicted_value: value ?? null,
    actual_value: actual.value,
    naive_value: naive.value,
  };
}

interface SegmentOutcome {
  readonly orders: number;
  readonly buyers: number;
  readonly value: number;
}

function sumBySegment({ orders, spend }: Outcomes, segment: Uint8Array): SegmentOutcome[] {
  const sums = SEGMENT_NAMES.map(() => ({ orders: 0, buyers: 0 }));
  const money = new MoneySums(SEGMENT_NAMES.length, spend.scale);
  for (const [c, s] of segment.entries()) {
    sums[s].orders += orders[c];
    sums[s].buyers += orders[c] > 0 ? 1 : 0;
    money.addFrom(s, spend, c);
  }
  return sums.map((sum, s) => ({ ...sum, value: money.amountAt(s) }));
}

type Compared = Readonly<Record<'predicted' | 'actual' | 'naive', Float64Array>>;

function series({ predicted, actual, naive }: Compared, segment: Uint8Array): BacktestSeries {
  const came = sumsOver(actual, segment);
  const errorsOf = (guess: Float64Array) => ({
    perCustomer: meanDifference(guess, actual),
    perSegment: meanDifference(sumsOver(guess, segment), came, new Set(segment).size),
  });
  const [mine, theirs] = [errorsOf(predicted), errorsOf(naive)];
  return {
    predicted: total(predicted),
    actual: sumOfAmounts(actual),
    naive: sumOfAmounts(naive),
    mean_absolute_error: mine.perCustomer,
    naive_mean_absolute_error: theirs.perCustomer,
    segment_mean_absolute_error: mine.perSegment,
    naive_segment_mean_absolute_error: theirs.perSegment,
    better_than_naive: mine.perCustomer < theirs.perCustomer && mine.perSegment < theirs.perSegment,
  };
}

function sumsOver(values: Float64Array, segment: Uint8Array): Float64Array {
  const sums = new Float64Array(SEGMENT_NAMES.length);
  for (const [c, s] of segment.entries()) sums[s] += values[c];
  return sums;
}

function meanDifference(guess: Float64Array, actual: Float64Array, count = actual.length): number {
  return guess.reduce((sum, value, at) => sum + Math.abs(value - actual[at]), 0) / count;
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
