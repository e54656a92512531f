// What a report says in words of the next 90 days: what is expected, by which forecast, and how far that was off before.

import type { Currency } from '../../core/money/currency.ts';
import { HORIZON_DAYS } from '../../core/prediction/histories.ts';
import { type Sentence, say } from '../../core/sentences/sentence.ts';
import { worded } from '../worded.ts';
import type { RfmBody, RfmSegment } from './schema.ts';

type Model = NonNullable<RfmBody['prediction_model']>;
type Series = NonNullable<Model['backtest']['value']>;

const days = HORIZON_DAYS;

/** For the observation of a segment. */
export function outlook({ prediction }: RfmSegment, model: Model | null): Sentence[] {
  if (prediction === null || model === null) return [];
  const { expected_orders_90d, expected_orders_90d_interval, probability_purchase_90d } = prediction;
  const { low, high } = expected_orders_90d_interval;
  const expected = {
    orders: Math.round(expected_orders_90d),
    low: Math.round(low),
    high: Math.round(high),
    level: model.interval_level,
    days,
  };
  return [
    model.backtest.orders.better_than_naive
      ? say('orders_expected', { ...expected, share: probability_purchase_90d })
      : say('orders_if_repeated', expected),
  ];
}

/** Null without predictions. */
export function forecastFinding({ prediction_model: model, segments }: RfmBody, currency: Currency) {
  if (model === null) return null;
  const { cut_date, cut_dates, candidates, orders, value } = model.backtest;
  const tried = { tried: candidates.length, dates: cut_dates.length };
  return worded(
    [
      orders.better_than_naive
        ? say('forecast_chosen', { name: model.name, k: model.k, ...tried })
        : say('forecast_repeats', { ...tried, days }),
      errors('orders', orders, cut_dates.length),
      ...(value === null ? [] : [errors('value', value, cut_dates.length)]),
      say('forecast_tried', {
        date: cut_date,
        predicted: Math.round(orders.predicted),
        actual: orders.actual,
        days,
      }),
      expected(segments),
    ],
    currency,
  );
}

function errors(of: 'orders' | 'value', series: Series, dates: number): Sentence {
  const own = {
    of,
    per_segment: series.segment_mean_absolute_error,
    per_customer: series.root_mean_square_error,
    days,
  };
  if (!series.better_than_naive) return say('repeating_errors', own);
  return say('forecast_errors', {
    ...own,
    naive_per_segment: series.naive_segment_mean_absolute_error,
    naive_per_customer: series.naive_root_mean_square_error,
    better_dates: series.cut_dates_better,
    dates,
  });
}

/** Of all segments together. */
function expected(segments: readonly RfmSegment[]): Sentence {
  const predictions = segments.flatMap(({ prediction }) => (prediction === null ? [] : [prediction]));
  const sum = (values: readonly (number | null)[]): number =>
    values.reduce<number>((total, value) => total + (value ?? 0), 0);
  const orders = sum(predictions.map(({ expected_orders_90d }) => expected_orders_90d));
  const value = sum(predictions.map(({ expected_value_90d }) => expected_value_90d));
  return say('expected_in_all', { orders: Math.round(orders), value, days });
}
