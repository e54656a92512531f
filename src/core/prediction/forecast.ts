// What a report says of the next 90 days: predictions that a back-test has judged, or none.
import type { OrderColumns } from '../orders/columns.ts';
import type { RfmCustomers } from '../rfm/customers.ts';
import { type Backtest, backtest } from './backtest.ts';
import { type BacktestFigures, backtestFigures } from './backtest-figures.ts';
import { type CustomerSummaries, customerSummaries } from './customer-summaries.ts';
import { INTERVAL_LEVEL, type Interval, intervalOf } from './dispersion.ts';
import { type CustomerPredictions, type FittedModel, HORIZON_DAYS, predictFromSummaries } from './predict.ts';
import { type SegmentForecast, segmentForecasts } from './segment-forecasts.ts';

export interface PredictionModel extends FittedModel {
  /** Share of figures to come that lie within their interval. */
  readonly interval_level: number;
  readonly backtest: Backtest;
}

/** Over the segment's customers and the next 90 days; means are 0 for a segment without customers. */
export interface SegmentPrediction {
  readonly expected_orders_90d: number;
  readonly expected_orders_90d_interval: Interval;
  readonly mean_expected_orders_90d: number;
  /** Mean probability of at least one order in the next 90 days, 0..1. */
  readonly probability_purchase_90d: number;
  /** Mean probability that a customer has not left for good, 0..1; null where the data show nobody leaving. */
  readonly probability_alive: number | null;
  /** Net of returns; null when spend could not be modelled. */
  readonly expected_value_90d: number | null;
  readonly expected_value_90d_interval: Interval | null;
  /** Customers who bought on one day only: of them the model knows no more than their age. */
  readonly one_time_buyers: number;
}

export interface Forecast {
  /** Null where nothing can be predicted; `notes` says why. */
  readonly model: PredictionModel | null;
  /** One entry per segment; undefined without a model. */
  readonly segments: readonly SegmentPrediction[] | undefined;
  /** Of each customer; undefined without a model. */
  readonly customers: CustomerPredictions | undefined;
  readonly notes: readonly string[];
}

/** What customers did, gathered when it is asked for. */
export interface Histories {
  summaries(): CustomerSummaries;
  atCut(): BacktestFigures;
}

export function historiesOf(
  columns: OrderColumns,
  selected: Pick<RfmCustomers, 'count' | 'orderStart' | 'orders'>,
  referenceDay: number,
): Histories {
  return {
    summaries: () => customerSummaries(columns, selected, referenceDay),
    atCut: () => backtestFigures(columns, referenceDay),
  };
}

/** `segment`: per customer, an index below `segments`. */
export function forecast(
  histories: Histories,
  { segment, segments }: { readonly segment: Uint8Array; readonly segments: number },
): Forecast {
  // First, so that of millions of customers nothing but its figures is left when the others are computed.
  const judged = backtest(histories.atCut());
  const { predictions, notes } = predictFromSummaries(histories.summaries());
  if (predictions === undefined) return { model: null, segments: undefined, customers: undefined, notes };
  if (judged === undefined)
    return { model: null, segments: undefined, customers: undefined, notes: [NOT_JUDGED] };
  return {
    model: { ...predictions.model, interval_level: INTERVAL_LEVEL, backtest: judged },
    segments: segmentForecasts(predictions, segment, segments).map((sums) => published(sums, judged)),
    customers: predictions,
    notes: [...notes, ...doubts(judged)],
  };
}

const NOT_JUDGED =
  `Predictions were left out: they are published with a back-test only, which requires ${2 * HORIZON_DAYS} days of orders ` +
  `and as many customers before the last ${HORIZON_DAYS} of them as predictions need.`;

/** What the back-test does not support. */
function doubts({ orders, value }: Backtest): string[] {
  const poor = [
    ...(orders.better_than_naive ? [] : ['orders']),
    ...(value === null || value.better_than_naive ? [] : ['value']),
  ];
  if (poor.length === 0) return [];
  return [
    `In the back-test, predictions of ${poor.join(' and ')} were no better than "the same as in the last ${HORIZON_DAYS} days": ` +
      'the insights do not use them.',
  ];
}

function published(sums: SegmentForecast, { dispersion, segments }: Backtest): SegmentPrediction {
  const size = Math.max(1, sums.customers);
  return {
    expected_orders_90d: sums.orders,
    expected_orders_90d_interval: intervalOf(sums.orders, sums.orders, dispersion.orders, segments.length),
    mean_expected_orders_90d: sums.orders / size,
    probability_purchase_90d: sums.buyers / size,
    probability_alive: sums.alive === undefined ? null : sums.alive / size,
    expected_value_90d: sums.value ?? null,
    expected_value_90d_interval:
      sums.value === undefined
        ? null
        : intervalOf(sums.value, sums.valueVariance, dispersion.value ?? 1, segments.length),
    one_time_buyers: sums.oneTimeBuyers,
  };
}
