// Describes the forecast of the next 90 days: the expected figures, the forecast used, and its past errors.

import type { RfmBody, RfmSegment } from '../../../contract/report-types/rfm/schema.ts';
import type { SegmentName } from '../../../contract/report-types/rfm/segments.ts';
import type { Currency } from '../../../contract/sentences/currency.ts';
import type { Tried } from '../../../contract/sentences/segment-sentences.ts';
import { type Sentence, say } from '../../../contract/sentences/sentence.ts';
import { HORIZON_DAYS } from '../../prediction/histories.ts';
import { isMissed, isSegmentMissed } from '../../prediction/intervals.ts';
import { toWorded } from '../worded.ts';

type Model = NonNullable<RfmBody['prediction_model']>;
type Series = NonNullable<Model['backtest']['value']>;

const days = HORIZON_DAYS;

/** Whether the latest forecast of a segment was far off: the report has no figure of it. */
export function isRejected({ name }: Pick<RfmSegment, 'name'>, model: Model | null): boolean {
  return model?.backtest.segments.some((one) => one.segment === name && isSegmentMissed(one)) ?? false;
}

/** The expected orders of a segment, or how far its latest forecast was off. */
export function describeOutlook(segment: RfmSegment, model: Model | null): Sentence[] {
  const { name, prediction } = segment;
  if (model === null || prediction === null) return [];
  const tried = sumTried(model, [name], 'orders');
  if (tried !== null && isRejected(segment, model)) return [say('segment_orders_missed', { ...tried, days })];
  const { low, high } = prediction.expected_orders_90d_interval;
  const { low: share_low, high: share_high } = prediction.probability_purchase_90d_interval;
  return [
    say('segment_orders_expected', {
      orders: Math.round(prediction.expected_orders_90d),
      low: Math.round(low),
      high: Math.round(high),
      level: model.interval_level,
      ...{ days, tried, share: prediction.probability_purchase_90d, share_low, share_high },
    }),
  ];
}

/** Predicted and actual figures of these segments on the latest past date; null if they had no customers. */
function sumTried(
  { backtest: { cut_date: date, segments } }: Model,
  names: readonly SegmentName[],
  of: 'orders' | 'buyers',
): Tried | null {
  const there = segments.filter(({ segment }) => names.includes(segment));
  if (there.length === 0) return null;
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return {
    date,
    predicted: Math.round(sum(there.map((one) => one[`predicted_${of}`]))),
    actual: sum(there.map((one) => one[`actual_${of}`])),
  };
}

interface ToOrder {
  readonly share: number;
  readonly low: number;
  readonly high: number;
  readonly tried: Tried | null;
}

/**
 * Share of the segments' customers who order within the horizon. Limits are those of the segments together, as if all
 * were off in the same direction. Null without predictions, or if the latest was off by too much.
 */
export function estimateShareToOrder(segments: readonly RfmSegment[], model: Model | null): ToOrder | null {
  const predicted = segments.flatMap(({ count, prediction }) =>
    prediction === null ? [] : [{ count, prediction }],
  );
  if (model === null || predicted.length === 0 || predicted.length < segments.length) return null;
  const tried = sumTried(
    model,
    segments.map(({ name }) => name),
    'buyers',
  );
  if (tried !== null && isMissed({ ...tried, mean: tried.predicted, variance: tried.predicted })) return null;
  const customers = predicted.reduce((sum, { count }) => sum + count, 0);
  const mean = (of: (prediction: (typeof predicted)[number]['prediction']) => number): number =>
    predicted.reduce((sum, { count, prediction }) => sum + count * of(prediction), 0) / customers;
  return {
    share: mean(({ probability_purchase_90d }) => probability_purchase_90d),
    low: mean(({ probability_purchase_90d_interval: { low } }) => low),
    high: mean(({ probability_purchase_90d_interval: { high } }) => high),
    tried,
  };
}

export function describeComeAnyway(segments: readonly RfmSegment[], model: Model | null): Sentence[] {
  const expected = estimateShareToOrder(segments, model);
  return expected === null ? [] : [say('come_anyway', { ...expected, days })];
}

/** Null without predictions. */
export function describeForecast({ prediction_model: model }: RfmBody, currency: Currency) {
  if (model === null) return null;
  const { cut_date, cut_dates, candidates, orders, value } = model.backtest;
  const tried = { tried: candidates.length, dates: cut_dates.length };
  return toWorded(
    [
      say('forecast_chosen', { name: model.name, k: model.k, ...tried }),
      describeErrors('orders', orders, cut_dates.length),
      ...(value.better_than_naive ? [describeErrors('value', value, cut_dates.length)] : []),
      say('forecast_tried', {
        date: cut_date,
        predicted: Math.round(orders.predicted),
        actual: orders.actual,
        days,
      }),
      describeAllExpected(model),
    ],
    currency,
  );
}

function describeErrors(of: 'orders' | 'value', series: Series, dates: number): Sentence {
  return say('forecast_errors', {
    of,
    per_segment: series.segment_mean_absolute_error,
    per_customer: series.root_mean_square_error,
    days,
    naive_per_segment: series.naive_segment_mean_absolute_error,
    naive_per_customer: series.naive_root_mean_square_error,
    better_dates: series.cut_dates_better,
    dates,
  });
}

/** Describes the expectation for all segments together. */
function describeAllExpected({
  interval_level: level,
  expected_orders_90d: orders,
  expected_orders_90d_interval: { low, high },
  expected_value_90d: value,
  expected_value_90d_interval: spent,
}: Model): Sentence {
  return say('all_expected', {
    ...{ orders: Math.round(orders), low: Math.round(low), high: Math.round(high), level, days },
    spend: value === null || spent === null ? null : { value, low: spent.low, high: spent.high },
  });
}
