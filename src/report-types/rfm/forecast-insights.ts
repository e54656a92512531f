// What a report says in words of the next 90 days: figures only where the back-test supports them.

import { amount, percent, whole } from '../../core/insights/wording.ts';
import type { Interval } from '../../core/prediction/dispersion.ts';
import { HORIZON_DAYS } from '../../core/prediction/predict.ts';
import type { RfmBody, RfmSegment } from './schema.ts';

type Model = RfmBody['prediction_model'];
type Series = NonNullable<NonNullable<Model>['backtest']['value']>;

/** For the observation of a segment; begins with a space, or is empty. */
export function outlook({ prediction }: RfmSegment, model: Model): string {
  if (prediction === null || model === null || !model.backtest.orders.better_than_naive) return '';
  const { expected_orders_90d, expected_orders_90d_interval, probability_purchase_90d } = prediction;
  return (
    ` In the next ${HORIZON_DAYS} days ${percent(probability_purchase_90d)} of them are expected to order: ` +
    `${rounded(expected_orders_90d)} orders (${range(expected_orders_90d_interval, model.interval_level, rounded)}).`
  );
}

/** Null without predictions. */
export function forecastFinding({ prediction_model: model, segments }: RfmBody): { text: string } | null {
  if (model === null) return null;
  const { cut_date, orders, value } = model.backtest;
  const tested =
    `Back-test: from what was known on ${cut_date}, ${rounded(orders.predicted)} orders were predicted for the following ` +
    `${HORIZON_DAYS} days; there were ${whole(orders.actual)}. ${judged('Orders', orders, (error) => error.toFixed(error < 10 ? 3 : 0))}`;
  const spent =
    value === null
      ? ''
      : ` ${amount(value.predicted)} of spend was predicted; it was ${amount(value.actual)}. ${judged('Spend', value, amount)}`;
  return { text: `${tested}${spent}${expected(segments, model)}` };
}

function judged(what: string, series: Series, write: (error: number) => string): string {
  const errors =
    `${what}: off by ${write(series.mean_absolute_error)} per customer and ${write(series.segment_mean_absolute_error)} per segment ` +
    `on average, against ${write(series.naive_mean_absolute_error)} and ${write(series.naive_segment_mean_absolute_error)} for ` +
    `"the same as in the ${HORIZON_DAYS} days before".`;
  return series.better_than_naive
    ? errors
    : `${errors} That is not better in both, so the texts of this report cite no expected ${what.toLowerCase()}.`;
}

/** What the back-test allows to expect of all segments together; begins with a space, or is empty. */
function expected(segments: readonly RfmSegment[], { backtest }: NonNullable<Model>): string {
  const predictions = segments.flatMap(({ prediction }) => (prediction === null ? [] : [prediction]));
  const sum = (values: readonly (number | null)[]): number =>
    values.reduce<number>((total, value) => total + (value ?? 0), 0);
  const figures = [
    ...(backtest.orders.better_than_naive
      ? [`${rounded(sum(predictions.map(({ expected_orders_90d }) => expected_orders_90d)))} orders`]
      : []),
    ...(backtest.value?.better_than_naive
      ? [`spend of ${amount(sum(predictions.map(({ expected_value_90d }) => expected_value_90d)))}`]
      : []),
  ];
  return figures.length === 0 ? '' : ` Expected in the next ${HORIZON_DAYS} days: ${figures.join(' and ')}.`;
}

function rounded(value: number): string {
  return whole(Math.round(value));
}

function range({ low, high }: Interval, level: number, write: (value: number) => string): string {
  return `${Math.round(100 * level)} % interval ${write(low)} to ${write(high)}`;
}
