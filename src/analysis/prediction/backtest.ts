// Builds the published back-test: the past days on which the report's forecast was tried.

import { type ForecastName, REPEATED } from '../../contract/report-types/model-names.ts';
import { SEGMENT_NAMES, type SegmentName } from '../../contract/report-types/rfm/segments.ts';
import { toDate } from '../../contract/settings/calendar.ts';
import { sumAmounts } from '../money/money-sums.ts';
import type { SegmentForecast } from './candidates.ts';
import type { Figure, Trial, TriedOrigin, Verdict } from './trials.ts';

/**
 * Naive: the figures of the 90 days before. Sums over the customers known on the latest cut date, errors over all cut
 * dates.
 */
export interface BacktestSeries {
  readonly predicted: number;
  readonly actual: number;
  readonly naive: number;
  /** Mean over customers and cut dates of |predicted − actual|, and of |naive − actual|. */
  readonly mean_absolute_error: number;
  readonly naive_mean_absolute_error: number;
  /** Roots of the mean squared errors. */
  readonly root_mean_square_error: number;
  readonly naive_root_mean_square_error: number;
  /** Mean absolute errors of the sums over segments, in which errors of customers cancel. */
  readonly segment_mean_absolute_error: number;
  readonly naive_segment_mean_absolute_error: number;
  /** Number of cut dates at which the forecast's error over segments was the smaller one. */
  readonly cut_dates_better: number;
  /** True if better by the root mean square error and over segments. */
  readonly better_than_naive: boolean;
}

interface BacktestSegment {
  /** Segment by the scores on the cut date. */
  readonly segment: SegmentName;
  readonly customers: number;
  readonly predicted_orders: number;
  readonly actual_orders: number;
  readonly naive_orders: number;
  /** Mean over cut dates of |predicted − actual| of the segment, and of |naive − actual|. */
  readonly orders_error: number;
  readonly naive_orders_error: number;
  /** Number of customers with at least one order. */
  readonly predicted_buyers: number;
  readonly actual_buyers: number;
  readonly predicted_value: number;
  readonly actual_value: number;
  readonly naive_value: number;
}

interface BacktestCandidate {
  readonly name: ForecastName;
  readonly root_mean_square_error: number;
  readonly segment_mean_absolute_error: number;
  readonly better_than_naive: boolean;
}

export interface Backtest {
  /** The last day of data for the latest trial. */
  readonly cut_date: string;
  /** All cut dates, latest first. */
  readonly cut_dates: readonly string[];
  /** 1: all customers are included. */
  readonly every_nth_customer: number;
  readonly customers: number;
  readonly orders: BacktestSeries;
  readonly value: BacktestSeries;
  /** Tried forecasts of orders. */
  readonly candidates: readonly BacktestCandidate[];
  /**
   * Factor by which the segments' figures vary more than chance and a season explain; null if each segment has its own
   * interval.
   */
  readonly dispersion: { readonly orders: number | null; readonly value: number | null };
  readonly segments: readonly BacktestSegment[];
}

/** The forecast that the report uses for each figure. */
export interface ChosenForecasts {
  readonly orders: Verdict;
  readonly value: Verdict;
}

export function createBacktest(
  origins: readonly [TriedOrigin, ...TriedOrigin[]],
  chosen: ChosenForecasts,
  all: Readonly<Record<Figure, readonly Verdict[]>>,
  rest: Pick<Backtest, 'dispersion' | 'every_nth_customer'>,
): Backtest {
  const [latest] = origins;
  return {
    cut_date: toDate(latest.cut),
    cut_dates: origins.map(({ cut }) => toDate(cut)),
    every_nth_customer: rest.every_nth_customer,
    customers: latest.customers,
    orders: createSeries(latest, 'orders', chosen.orders, all.orders),
    value: createSeries(latest, 'value', chosen.value, all.value),
    candidates: all.orders.map((verdict) => ({
      name: verdict.name,
      root_mean_square_error: verdict.rootMeanSquare,
      segment_mean_absolute_error: verdict.perSegment,
      better_than_naive: verdict.betterThanNaive,
    })),
    dispersion: rest.dispersion,
    segments: SEGMENT_NAMES.flatMap((segment, s) => createSegment(origins, chosen, segment, s)),
  };
}

/** Returns the trial of a forecast that was tried. */
export function getTrial({ trials }: Pick<TriedOrigin, 'trials'>, name: ForecastName): Trial {
  const trial = trials.get(name);
  if (trial === undefined) throw new Error(`${name} was not tried`);
  return trial;
}

function createSegment(
  origins: readonly [TriedOrigin, ...TriedOrigin[]],
  { orders, value }: ChosenForecasts,
  segment: SegmentName,
  s: number,
): BacktestSegment[] {
  const [latest] = origins;
  const sumBy = (name: ForecastName): SegmentForecast => getTrial(latest, name).segments[s];
  const [mine, spent, naive] = [sumBy(orders.name), sumBy(value.name), sumBy(REPEATED)];
  if (mine.customers === 0) return [];
  const computeError = (name: ForecastName): number => {
    const there = origins.filter((origin) => getTrial(origin, name).segments[s].customers > 0);
    const off = there.map((origin) =>
      Math.abs(getTrial(origin, name).segments[s].orders - origin.actual[s].orders),
    );
    return off.reduce((sum, error) => sum + error, 0) / off.length;
  };
  return [
    {
      segment,
      customers: mine.customers,
      predicted_orders: mine.orders,
      actual_orders: latest.actual[s].orders,
      naive_orders: naive.orders,
      orders_error: computeError(orders.name),
      naive_orders_error: computeError(REPEATED),
      predicted_buyers: mine.buyers,
      actual_buyers: latest.actual[s].buyers,
      predicted_value: spent.value ?? 0,
      actual_value: latest.actual[s].value,
      naive_value: naive.value ?? 0,
    },
  ];
}

function createSeries(
  latest: TriedOrigin,
  figure: Figure,
  mine: Verdict,
  all: readonly Verdict[],
): BacktestSeries {
  const naive = all.find(({ name }) => name === REPEATED) ?? mine;
  const sumBy = (name: ForecastName): number =>
    getTrial(latest, name).segments.reduce((sum, segment) => sum + (segment[figure] ?? 0), 0);
  return {
    predicted: sumBy(mine.name),
    actual: sumAmounts(latest.actual.map((outcome) => outcome[figure])),
    naive: sumBy(REPEATED),
    mean_absolute_error: mine.absolute,
    naive_mean_absolute_error: naive.absolute,
    root_mean_square_error: mine.rootMeanSquare,
    naive_root_mean_square_error: naive.rootMeanSquare,
    segment_mean_absolute_error: mine.perSegment,
    naive_segment_mean_absolute_error: naive.perSegment,
    cut_dates_better: mine.betterAt,
    better_than_naive: mine.betterThanNaive,
  };
}
