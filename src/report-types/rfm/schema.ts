// A finished RFM report as GET /reports/{id} returns it. docs/concepts.md defines every figure.
import * as v from 'valibot';
import { NOT_THERE, type SegmentGrowth, type SegmentMove } from '../../core/changes/segment-changes.ts';
import type { PredictionModel, SegmentPrediction } from '../../core/prediction/forecast.ts';
import { FORECAST_NAMES } from '../../core/prediction/trials.ts';
import type { RfmMetrics } from '../../core/rfm/metrics.ts';
import type { ScoreCell } from '../../core/rfm/score-grid.ts';
import { SEGMENT_NAMES } from '../../core/rfm/segments.ts';
import type { TopProduct } from '../../core/rfm/top-products.ts';
import { described } from '../../schema/described.ts';
import { count, share } from '../../schema/fields.ts';
import { keysOf } from '../../schema/keys.ts';
import {
  type Body,
  businessContext,
  calendarDay,
  comparedWith,
  comparisonNote,
  echoedRange,
  finishedEnvelope,
  generatedBy,
  referenceDate,
  settingsEcho,
  toldContext,
  turnover,
} from '../../schema/report-parts.ts';
import type { AllSame, Same, Shape } from '../../schema/shape.ts';
import { TEMPLATES } from './templates.ts';

const score = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5));
const edges = (what: string) =>
  described(
    v.pipe(v.array(v.number()), v.length(4)),
    `The four edges between scores 1 to 5 of ${what}, ascending.`,
  );

const scoreThresholds = v.object({
  recency: edges('recency in days; the score falls as days rise'),
  frequency: edges('purchases'),
  monetary: edges('spend'),
});

const excluded = v.object({
  rows_without_customer: described(count, 'Rows of orders without customer_id.'),
  rows_without_date: described(count, 'Rows of orders without order_date.'),
  customers_without_purchase: described(count, 'Customers with returns but no purchase.'),
  net_revenue: described(v.number(), 'Net value of all excluded rows: net_revenue − revenue.'),
});

export const rfmMetrics = v.object({
  reference_date: referenceDate,
  window: described(v.nullable(echoedRange), 'The requested date range; null for all days.'),
  orders: described(count, 'Orders with a purchase.'),
  revenue: described(v.number(), "Total spend of the customers, net of returns, in the dataset's currency."),
  ...turnover,
  average_order_value: described(v.number(), 'revenue / orders.'),
  mean_recency: described(v.number(), 'Mean days since the last purchase.'),
  median_recency: described(v.number(), 'Median days since the last purchase.'),
  mean_frequency: described(v.number(), 'Mean purchases per customer.'),
  median_frequency: described(v.number(), 'Median purchases per customer.'),
  mean_monetary: described(v.number(), 'Mean spend per customer.'),
  median_monetary: described(v.number(), 'Median spend per customer.'),
  repeat_rate: described(share, 'Share of customers with at least two purchases, 0 to 1.'),
  median_days_between_orders: described(
    v.nullable(v.number()),
    'Median days between consecutive purchases of a customer on different days. Null if nobody bought on two days.',
  ),
  p90_days_between_orders: described(
    v.nullable(v.number()),
    'Nine of ten such gaps are at most so many days. Null likewise.',
  ),
  usual_days_to_next_order: described(
    v.nullable(v.number()),
    'Days by which four of five next orders have come, by the Kaplan-Meier estimate: customers who are still waiting count, too. Texts call customers late beyond it. Null where fewer have come in the time observed.',
  ),
  products: described(count, 'Products that a customer of the report bought.'),
  top20_revenue_share: described(
    v.number(),
    'Share of revenue from the top fifth of customers by spend; above 1 if others return more than they buy.',
  ),
  score_thresholds: described(scoreThresholds, "Quintile edges over this report's customers."),
  excluded: described(excluded, 'What was excluded from the orders that the report covers.'),
});

export const topProduct = v.object({
  product_name: described(v.string(), 'Name or SKU of the product.', {
    examples: ['Tea'],
  }),
  orders: described(count, 'Orders of the segment that contain it.'),
  customers: described(count, 'Customers of the segment who bought it.'),
  quantity: described(v.number(), 'Units, net of returns.'),
  revenue: described(v.number(), 'Value, net of returns.'),
  share_of_segment_customers: described(share, "Share of the segment's customers who bought it, 0 to 1."),
  lift: described(
    v.number(),
    'That share divided by the share among all customers: above 1, the segment favours the product.',
  ),
});

const interval = v.object({
  low: described(v.number(), 'Lower end, at least 0.'),
  high: described(v.number(), 'Upper end.'),
});

export const segmentPrediction = v.object({
  expected_orders_90d: described(
    v.number(),
    'Orders that the segment is expected to place in the next 90 days.',
  ),
  expected_orders_90d_interval: described(
    interval,
    'Interval that contains the figure with the probability `interval_level` of the model, from the errors of the back-test.',
  ),
  mean_expected_orders_90d: described(v.number(), 'The same per customer.'),
  probability_purchase_90d: described(
    share,
    'Mean probability that a customer places at least one order in the next 90 days, 0 to 1.',
  ),
  probability_alive: described(
    v.nullable(share),
    'Mean probability that a customer has not left for good, 0 to 1. It does not say when they order next: `probability_purchase_90d` does. Null if the data show no customer leaving, or if the forecast is no model.',
  ),
  expected_value_90d: described(
    v.nullable(v.number()),
    'Expected spend of the segment in the next 90 days, net of returns. Null in reports of earlier versions if spend could not be modelled.',
  ),
  expected_value_90d_interval: described(v.nullable(interval), 'The interval of that value. Null likewise.'),
  one_time_buyers: described(
    count,
    'Customers who bought on one day only, of whom the model knows only the age.',
  ),
});

const segmentName = v.picklist(SEGMENT_NAMES);

export const rfmSegment = v.object({
  name: described(
    segmentName,
    'Name of the segment, from the scores R and FM; docs/concepts.md has the grid.',
  ),
  count: described(count, 'Customers in the segment, at least one.'),
  percentage: described(
    v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
    "Percentage of the report's customers, 0 to 100.",
  ),
  avg_recency: described(v.number(), 'Mean days since the last purchase.'),
  median_recency: described(v.number(), 'Median days since the last purchase.'),
  avg_frequency: described(v.number(), 'Mean purchases per customer.'),
  median_frequency: described(v.number(), 'Median purchases per customer.'),
  avg_monetary: described(v.number(), "Mean spend per customer, net of returns, in the dataset's currency."),
  median_monetary: described(
    v.number(),
    'Median spend per customer: beside the mean, which few large customers can make.',
  ),
  revenue: described(v.number(), 'Total spend of its customers, net of returns.'),
  revenue_share: described(v.number(), "Share of the report's revenue; 0 if that is not positive."),
  top_products: described(
    v.array(topProduct),
    'Up to five products of positive revenue in the segment, by revenue.',
  ),
  prediction: described(
    v.nullable(segmentPrediction),
    'Expectations for the 90 days after the reference date, by the forecast that `prediction_model` names. Null if there are too few data, or if they allow no back-test; see `notes`.',
  ),
  ai_observation: described(v.string(), 'Observations as text.'),
  ai_recommendation: described(v.string(), 'Recommendations as text.'),
});

const scoreCell = v.object({
  recency: described(score, 'R, 1 to 5.'),
  frequency_monetary: described(score, 'FM = ceil((F + M) / 2), 1 to 5.'),
  customers: described(count, 'Customers with these scores, at least one.'),
  revenue: described(v.number(), 'Their total spend.'),
});

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
      'Whether both its root mean square error and its error over segments are the smaller ones. If false, the naive prediction is what the report expects.',
    ),
  });

export const backtestSegment = v.object({
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
  predicted_value: described(
    v.nullable(v.number()),
    'Predicted spend, net of returns. Null in reports of earlier versions if spend could not be modelled.',
  ),
  actual_value: described(v.number(), 'Actual spend, net of returns.'),
  naive_value: described(
    v.number(),
    'Spend in the 90 days before the cut date, net of returns, of a customer at least 0.',
  ),
});

const forecastName = v.picklist(FORECAST_NAMES);

const candidate = v.object({
  name: described(forecastName, 'The forecast.'),
  root_mean_square_error: described(v.number(), 'Of orders, over customers and cut dates.'),
  segment_mean_absolute_error: described(v.number(), 'Of orders: mean over segments and cut dates.'),
  better_than_naive: described(v.boolean(), 'Whether both are smaller than those of `naive`.'),
});

export const backtestOrders = series('Orders');

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
  customers: described(count, 'Of these, customers with a purchase by `cut_date`.'),
  orders: described(backtestOrders, 'Orders of these customers in the 90 days.'),
  value: described(
    v.nullable(series('Spend, in currency,')),
    'Actual spend, net of returns. Null in reports of earlier versions if spend could not be modelled.',
  ),
  candidates: described(
    v.array(candidate),
    'All forecasts that were tried. The report uses the one with the smallest error over segments of those better than naive, or `naive` where there is none.',
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
    'What orders are forecast by: `naive` is the same as in the 90 days before, `own_frequency` the purchase days of the customer per day so far, the others are models. In `NBD` and `CNBD-k` nobody leaves; those with k are for regular buyers.',
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
    'What value is forecast by: the gamma-gamma model of a day’s value, or `naive` where that was no better.',
  ),
  spend: described(v.nullable(spendModel), 'The gamma-gamma model; null if value is not forecast by it.'),
  interval_level: described(share, 'Share of future figures that lie within their intervals.'),
  backtest: backtestSchema,
});

const place = v.picklist([...SEGMENT_NAMES, NOT_THERE]);

export const segmentMove = v.object({
  from: described(place, `Segment in the earlier report, or \`${NOT_THERE}\`.`),
  to: described(place, `Segment in this report, or \`${NOT_THERE}\`.`),
  customers: described(count, 'Number of customers who moved this way, at least one.'),
});

export const segmentGrowth = v.object({
  segment: described(segmentName, 'The segment.'),
  before: described(count, 'Customers in the earlier report.'),
  after: described(count, 'Customers in this report.'),
  change: described(v.pipe(v.number(), v.integer()), 'after − before.'),
});

export const rfmChanges = v.object({
  compared_with: comparedWith,
  note: comparisonNote,
  migration: v.optional(
    described(v.array(segmentMove), 'Customers by earlier and current segment, including those who stayed.'),
  ),
  segment_growth: v.optional(described(v.array(segmentGrowth), 'Earlier and current size of each segment.')),
  moved: v.optional(described(count, 'Customers in both reports whose segment has changed.')),
});

export const rfmInsights = v.object({
  generated_by: generatedBy,
  business_context: businessContext,
  context: toldContext,
  summary: described(v.string(), 'Summary in a sentence.'),
});

const group = (which: string) =>
  v.object({
    revenue: described(v.number(), `Spend of ${which}.`),
    customers: described(count, 'Number of these customers.'),
    segments: v.optional(
      described(
        v.array(segmentName),
        'Their segments, by spend; empty without such customers. Absent in reports of earlier versions.',
      ),
    ),
    text: described(v.string(), 'The same as text.'),
  });

const concentration = v.object({
  top20_revenue_share: described(v.number(), 'Equal to the figure in `metrics`.'),
  text: described(v.string(), 'The same as text.'),
});

const growth = v.object({
  customers_moved: described(count, 'Customers who moved to another segment.'),
  customers_new: described(count, 'Customers who are not in the earlier report.'),
  customers_gone: described(count, 'Customers who are no longer in this report.'),
  text: described(v.string(), 'The same as text.'),
});

const predictions = v.object({
  text: described(
    v.string(),
    'Which forecast is used, how far it was off on past dates, and what it implies for the next 90 days.',
  ),
});

export const rfmStrategicInsights = v.object({
  generated_by: generatedBy,
  value_at_risk: described(
    v.object({
      ...group('customers in late segments').entries,
      expected_to_order_90d: v.optional(
        described(
          v.nullable(share),
          'Share of them who are expected to order in the next 90 days without being asked. Null without predictions. Absent in reports of earlier versions.',
        ),
      ),
    }),
    'Customers in segments of which half have stayed away for longer than `usual_days_to_next_order`.',
  ),
  core_customers: described(group('the best customers'), 'Champions and Loyal Customers.'),
  concentration: described(concentration, 'How much revenue depends on few customers.'),
  growth: described(v.nullable(growth), 'Changes since the earlier report; null without one.'),
  predictions: v.optional(
    described(v.nullable(predictions), 'How reliable the predictions are; null without predictions.'),
  ),
});

export const rfmSettings = settingsEcho(keysOf(TEMPLATES), {});

export const rfmReport = v.object({
  ...finishedEnvelope,
  report_type: described(v.literal('RFM'), 'Customer segments by recency, frequency and monetary value.'),
  settings: rfmSettings,
  metrics: described(v.nullable(rfmMetrics), 'Figures over all customers; null without customers.'),
  segments: described(v.array(rfmSegment), 'Segments with customers, best first.'),
  score_grid: described(
    v.array(scoreCell),
    'Customers by R and FM, the scores that decide the segment; cells without customers are omitted.',
  ),
  prediction_model: described(
    v.nullable(predictionModel),
    "The forecast behind the segments' predictions, from which they can be recomputed. Null without predictions.",
  ),
  changes: described(v.nullable(rfmChanges), 'Changes since the earlier report.'),
  ai_insights: described(v.nullable(rfmInsights), 'Findings as text; null without customers.'),
  ai_strategic_insights: described(
    v.nullable(rfmStrategicInsights),
    'Findings over all segments; null without customers.',
  ),
  customer_count: described(count, 'Customers with a purchase in the report.'),
});

export type RfmBody = Body<typeof rfmReport>;
export type RfmSegment = Shape<typeof rfmSegment>;
export type RfmGrowth = Shape<typeof growth>;

/**
 * The core's types must equal these shapes: a difference does not compile.
 */
export type Checked = AllSame<
  [
    Same<RfmMetrics, Shape<typeof rfmMetrics>>,
    Same<TopProduct, Shape<typeof topProduct>>,
    Same<SegmentPrediction, Shape<typeof segmentPrediction>>,
    Same<PredictionModel, Shape<typeof predictionModel>>,
    Same<ScoreCell, Shape<typeof scoreCell>>,
    Same<SegmentMove, Shape<typeof segmentMove>>,
    Same<SegmentGrowth, Shape<typeof segmentGrowth>>,
  ]
>;
