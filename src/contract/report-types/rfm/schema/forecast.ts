// The forecast behind the predictions of an RFM report, and how it did on past dates.
import * as v from 'valibot';
import { described } from '../../../schema/described.ts';
import { count, share } from '../../../schema/fields.ts';
import { calendarDay } from '../../../schema/report-parts.ts';
import { FORECAST_NAMES } from '../../model-names.ts';
import { SEGMENT_NAMES } from '../segments.ts';
import { interval } from './segment.ts';

const spendModel = v.object({
  p: described(v.number(), 'Shape of the value of one purchase day.'),
  q: described(v.number(), 'Shape of its rate over customers.'),
  v: described(v.number(), 'Rate of that distribution, in currency.'),
  kept_value_share: described(share, 'Share of purchased value that is kept after returns, 0 to 1.'),
});

const series = (what: string) =>
  v.object({
    predicted: described(v.number(), `Predicted ${what}: by the forecast that the report uses.`),
    actual: described(v.number(), `Actual ${what}.`),
    naive: described(v.number(), `${what} of the 90 days before the cut date: the naive prediction.`),
    mean_absolute_error: described(v.number(), 'Mean over customers and cut dates of |predicted − actual|.'),
    naive_mean_absolute_error: described(v.number(), 'Mean over them of |naive − actual|.'),
    root_mean_square_error: described(v.number(), 'Root of the mean of (predicted − actual)².'),
    naive_root_mean_square_error: described(v.number(), 'Root of the mean of (naive − actual)².'),
    segment_mean_absolute_error: described(
      v.number(),
      'Mean over segments and cut dates of |predicted − actual| of their sums.',
    ),
    naive_segment_mean_absolute_error: described(v.number(), 'The same for the naive prediction.'),
    cut_dates_better: described(
      count,
      'Cut dates at which its error over segments was smaller than that of the naive prediction.',
    ),
    better_than_naive: described(
      v.boolean(),
      'Whether both its root mean square error and its error over segments are the smaller ones. If false, nothing is predicted of it.',
    ),
  });

const backtestSegment = v.object({
  segment: described(v.picklist(SEGMENT_NAMES), 'Segment by the scores on the cut date.'),
  customers: described(count, 'Customers in it on the cut date.'),
  predicted_orders: described(v.number(), 'Predicted orders.'),
  actual_orders: described(count, 'Actual orders.'),
  naive_orders: described(count, 'Orders in the 90 days before the cut date.'),
  orders_error: described(
    v.number(),
    'Mean over all cut dates of |predicted − actual| orders of the segment.',
  ),
  naive_orders_error: described(v.number(), 'The same for the naive prediction.'),
  predicted_buyers: described(v.number(), 'Expected number of customers who order at least once.'),
  actual_buyers: described(count, 'Customers who ordered at least once.'),
  predicted_value: described(v.number(), 'Predicted spend, net of returns.'),
  actual_value: described(v.number(), 'Actual spend, net of returns.'),
  naive_value: described(
    v.number(),
    'Spend in the 90 days before the cut date, net of returns, of a customer at least 0.',
  ),
});

const forecastName = v.picklist(FORECAST_NAMES);

const candidate = v.object({
  name: described(forecastName, 'The forecast.'),
  root_mean_square_error: described(
    v.number(),
    'Root mean square error of orders, over customers and cut dates.',
  ),
  segment_mean_absolute_error: described(
    v.number(),
    'Mean absolute error of orders, over segments and cut dates.',
  ),
  better_than_naive: described(v.boolean(), 'Whether both are smaller than those of `naive`.'),
});

const backtestOrders = series('Orders');

export const backtestSchema = v.object({
  cut_date: calendarDay(
    'The last day that the latest trial saw; the 90 days after it end on the reference date.',
  ),
  cut_dates: described(
    v.array(calendarDay('The last day that a trial saw.')),
    'All of them, latest first: errors are means over them. Each forecast is fitted again on each.',
  ),
  every_nth_customer: described(
    v.pipe(count, v.minValue(1)),
    'The back-test looks at every n-th customer: 1 up to 50,000 customers.',
  ),
  customers: described(count, 'Customers among these with a purchase by `cut_date`.'),
  orders: described(backtestOrders, 'Orders of these customers in the 90 days.'),
  value: described(series('Spend, in currency,'), 'Actual spend, net of returns.'),
  candidates: described(
    v.array(candidate),
    'All forecasts that were tried. The report uses the one with the smallest error over segments of those better than naive, or predicts nothing where there is none.',
  ),
  dispersion: described(
    v.object({
      orders: described(
        v.nullable(v.number()),
        'For orders, at least 1. Null for a forecast that is no model.',
      ),
      value: described(
        v.nullable(v.number()),
        'For value, at least 1. Null for a forecast that is no model.',
      ),
    }),
    'How many times the variance by chance and season the errors had. Intervals are wider by its square root. Null where the interval follows from the errors of each segment alone.',
  ),
  segments: described(
    v.array(backtestSegment),
    'The same by segment, for segments with customers on `cut_date`.',
  ),
});

export const predictionModel = v.object({
  name: described(
    forecastName,
    'Method of the forecast: `naive` is the same as in the 90 days before, `own_frequency` the purchase days of the customer per day so far, the others are models. In `NBD` and `CNBD-k` nobody leaves; those with k are for regular buyers.',
  ),
  regularity: described(
    v.nullable(v.number()),
    'How regularly customers buy, estimated from their last two gaps: 1 is chance alone. Null if it cannot be estimated.',
  ),
  k: described(
    v.nullable(v.pipe(count, v.minValue(1))),
    'Regularity of the model: gaps between purchases are Erlang-k distributed. Null, as the next four, if the forecast is no model.',
  ),
  r: described(v.nullable(v.number()), 'Shape of the purchase rate over customers.'),
  alpha: described(v.nullable(v.number()), 'Rate of that gamma distribution, in days.'),
  a: described(
    v.nullable(v.number()),
    'First parameter of the beta distribution of dropping out. Null for NBD and CNBD-k: the data do not determine it.',
  ),
  b: described(v.nullable(v.number()), 'Its second parameter. Null likewise.'),
  horizon_days: described(count, 'Length of the forecast in days.'),
  orders_per_purchase_day: described(
    v.number(),
    'The model expects days with a purchase. Orders are as many, times (orders on repeat days + 5 × this) / (repeat days + 5) of the customer.',
  ),
  value_by: described(
    v.picklist(['gamma-gamma', 'naive']),
    'Method of the forecast of value: the gamma-gamma model of a day’s value, or `naive` where that was no better: no value is predicted then.',
  ),
  spend: described(v.nullable(spendModel), 'The gamma-gamma model; null if value is not forecast by it.'),
  interval_level: described(share, 'Share of future figures that lie within their intervals.'),
  expected_orders_90d: described(
    v.number(),
    'Orders of all customers that are expected in the next 90 days.',
  ),
  expected_orders_90d_interval: described(
    interval,
    'Interval of that number, from the errors of the sums over all customers on past dates.',
  ),
  expected_value_90d: described(
    v.nullable(v.number()),
    'Spend of all customers that is expected, net of returns. Null if no model was better than `naive`, or if it was off by more than half on the latest date.',
  ),
  expected_value_90d_interval: described(v.nullable(interval), 'The interval of that spend. Null likewise.'),
  backtest: backtestSchema,
});
