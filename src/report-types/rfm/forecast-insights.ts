// What a report says in words of the next 90 days: what is expected, by which forecast, and how far that was off before.

import { counted, percent, type WriteAmount, whole } from '../../core/insights/wording.ts';
import { HORIZON_DAYS } from '../../core/prediction/forecast.ts';
import type { Interval } from '../../core/prediction/intervals.ts';
import type { RfmBody, RfmSegment } from './schema.ts';

type Model = NonNullable<RfmBody['prediction_model']>;
type Series = NonNullable<Model['backtest']['value']>;

/** For the observation of a segment; begins with a space, or is empty. */
export function outlook({ prediction }: RfmSegment, model: Model | null): string {
  if (prediction === null || model === null) return '';
  const { expected_orders_90d, expected_orders_90d_interval, probability_purchase_90d } = prediction;
  const orders =
    `${counted(Math.round(expected_orders_90d), 'order')} ` +
    `(${range(expected_orders_90d_interval, model.interval_level, rounded)}).`;
  return model.backtest.orders.better_than_naive
    ? ` In the next ${HORIZON_DAYS} days ${percent(probability_purchase_90d)} of them are expected to order: ${orders}`
    : ` If the next ${HORIZON_DAYS} days are like the last ${HORIZON_DAYS}: ${orders}`;
}

/** Null without predictions. */
export function forecastFinding(
  { prediction_model: model, segments }: RfmBody,
  amount: WriteAmount,
): { text: string } | null {
  if (model === null) return null;
  const { cut_date, cut_dates, candidates, orders, value } = model.backtest;
  const dates = counted(cut_dates.length, 'past date');
  const tried = counted(candidates.length, 'forecast');
  const which = orders.better_than_naive
    ? `Orders are forecast by ${described(model)}, the best of ${tried} at ${dates}.`
    : `None of ${tried} was better at ${dates} than repeating the ${HORIZON_DAYS} days before: that is what is expected.`;
  const errors = [
    judged('Orders', orders, cut_dates.length, (error) => error.toFixed(error < 10 ? 3 : 0)),
    ...(value === null ? [] : [judged('Spend', value, cut_dates.length, amount)]),
  ].join(' ');
  const latest =
    `From what was known on ${cut_date}, ${rounded(orders.predicted)} orders were predicted for the following ` +
    `${HORIZON_DAYS} days; there were ${whole(orders.actual)}.`;
  return { text: `${which} ${errors} ${latest}${expected(segments, amount)}` };
}

function described({ name, k }: Model): string {
  if (name === 'own_frequency') return 'each customer’s own frequency';
  return k === null || k === 1 ? `the model ${name}` : `the model ${name} for regular buyers (k = ${k})`;
}

function judged(what: string, series: Series, dates: number, write: (error: number) => string): string {
  const errors =
    `${what}: off by ${write(series.segment_mean_absolute_error)} per segment on average and ` +
    `${write(series.root_mean_square_error)} per customer (root mean square)`;
  if (!series.better_than_naive) return `${errors}, by “the same as in the ${HORIZON_DAYS} days before”.`;
  return (
    `${errors}, against ${write(series.naive_segment_mean_absolute_error)} and ${write(series.naive_root_mean_square_error)} for ` +
    `“the same as in the ${HORIZON_DAYS} days before”; closer per segment at ${series.cut_dates_better} of ${counted(dates, 'date')}.`
  );
}

/** Of all segments together; begins with a space. */
function expected(segments: readonly RfmSegment[], amount: WriteAmount): string {
  const predictions = segments.flatMap(({ prediction }) => (prediction === null ? [] : [prediction]));
  const sum = (values: readonly (number | null)[]): number =>
    values.reduce<number>((total, value) => total + (value ?? 0), 0);
  const orders = sum(predictions.map(({ expected_orders_90d }) => expected_orders_90d));
  const value = sum(predictions.map(({ expected_value_90d }) => expected_value_90d));
  return ` Expected in the next ${HORIZON_DAYS} days: ${counted(Math.round(orders), 'order')} and spend of ${amount(value)}.`;
}

function rounded(value: number): string {
  return whole(Math.round(value));
}

function range({ low, high }: Interval, level: number, write: (value: number) => string): string {
  return `${Math.round(100 * level)} % interval ${write(low)} to ${write(high)}`;
}
