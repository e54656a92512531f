// A finished RFM report as GET /reports/{id} answers it. docs/concepts.md defines every figure.
import * as v from 'valibot';
import { NOT_THERE, type SegmentGrowth, type SegmentMove } from '../../core/changes/segment-changes.ts';
import type { PredictionModel, SegmentPrediction } from '../../core/prediction/forecast.ts';
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
  net_revenue: described(v.number(), 'Net value of all of that: net_revenue − revenue.'),
});

export const rfmMetrics = v.object({
  reference_date: referenceDate,
  window: described(v.nullable(echoedRange), 'The date range that was asked for; null for all days.'),
  orders: described(count, 'Orders with a purchase.'),
  revenue: described(v.number(), "What the customers spent, returns netted, in the dataset's currency."),
  ...turnover,
  average_order_value: described(v.number(), 'revenue / orders.'),
  mean_recency: described(v.number(), 'Mean days since the last purchase.'),
  median_recency: described(v.number(), 'Median days since the last purchase.'),
  mean_frequency: described(v.number(), 'Mean purchases of a customer.'),
  median_frequency: described(v.number(), 'Median purchases of a customer.'),
  mean_monetary: described(v.number(), 'Mean spend of a customer.'),
  median_monetary: described(v.number(), 'Median spend of a customer.'),
  repeat_rate: described(share, 'Share of customers with two purchases or more, 0 to 1.'),
  median_days_between_orders: described(
    v.nullable(v.number()),
    'Median days between one purchase of a customer and the next. Null when nobody bought twice.',
  ),
  top20_revenue_share: described(
    v.number(),
    'What the top fifth of customers by spend brings of revenue; passes 1 where others return more than they buy.',
  ),
  score_thresholds: described(scoreThresholds, "Quintile edges over this report's customers."),
  excluded: described(excluded, 'What was left out of the orders that the report looks at.'),
});

export const topProduct = v.object({
  product_name: described(v.string(), 'The product, by the identifier that its rows have.', {
    examples: ['Tea'],
  }),
  orders: described(count, 'Orders of the segment with it.'),
  customers: described(count, 'Customers of the segment who bought it.'),
  quantity: described(v.number(), 'Units, returns netted.'),
  revenue: described(v.number(), 'Value, returns netted.'),
  share_of_segment_customers: described(share, "Share of the segment's customers who bought it, 0 to 1."),
  lift: described(
    v.number(),
    'That share over the share among all customers: above 1, the segment favours the product.',
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
    'Where that figure lies with the probability `interval_level` of the model, by the errors of the back-test.',
  ),
  mean_expected_orders_90d: described(v.number(), 'The same for a customer.'),
  probability_purchase_90d: described(
    share,
    'Mean probability that a customer places at least one order in the next 90 days, 0 to 1.',
  ),
  probability_alive: described(
    v.nullable(share),
    'Mean probability that a customer has not left for good, 0 to 1. It does not say when they order next: `probability_purchase_90d` does. Null where the data show nobody leaving.',
  ),
  expected_value_90d: described(
    v.nullable(v.number()),
    'What the segment is expected to spend in the next 90 days, net of returns. Null when spend could not be modelled.',
  ),
  expected_value_90d_interval: described(
    v.nullable(interval),
    'The interval of that value. Null when spend could not be modelled.',
  ),
  one_time_buyers: described(
    count,
    'Customers who bought on one day only: the model knows no more than their age.',
  ),
});

const segmentName = v.picklist(SEGMENT_NAMES);

export const rfmSegment = v.object({
  name: described(segmentName, 'By the scores R and FM; docs/concepts.md has the grid.'),
  count: described(count, 'Customers in it, at least one.'),
  percentage: described(
    v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
    "Of the report's customers, 0 to 100.",
  ),
  avg_recency: described(v.number(), 'Mean days since the last purchase.'),
  avg_frequency: described(v.number(), 'Mean purchases of a customer.'),
  avg_monetary: described(v.number(), "Mean spend of a customer, returns netted, in the dataset's currency."),
  revenue: described(v.number(), 'What its customers spent, returns netted.'),
  revenue_share: described(v.number(), "Of the report's revenue; 0 where that is not positive."),
  top_products: described(
    v.array(topProduct),
    'Up to five products of positive revenue in the segment, by revenue.',
  ),
  prediction: described(
    v.nullable(segmentPrediction),
    'The 90 days after the reference date. Null where the data are too few, do not determine the model or allow no back-test; `notes` says why.',
  ),
  ai_observation: described(v.string(), 'What is to be seen, in sentences.'),
  ai_recommendation: described(v.string(), 'What to do, in sentences.'),
});

const scoreCell = v.object({
  recency: described(score, 'R, 1 to 5.'),
  frequency_monetary: described(score, 'FM = ceil((F + M) / 2), 1 to 5.'),
  customers: described(count, 'Customers with these scores, at least one.'),
  revenue: described(v.number(), 'What they spent.'),
});

const spendModel = v.object({
  p: described(v.number(), 'Shape of the value of one purchase day.'),
  q: described(v.number(), 'Shape of its rate over customers.'),
  v: described(v.number(), 'Rate of that distribution, in currency.'),
  kept_value_share: described(share, 'Of what is bought, what is kept after returns, 0 to 1.'),
});

const series = (what: string) =>
  v.object({
    predicted: described(v.number(), `${what} that were predicted.`),
    actual: described(v.number(), `${what} that came.`),
    naive: described(v.number(), `${what} of the 90 days before the cut date: the naive prediction.`),
    mean_absolute_error: described(v.number(), 'Mean over customers of |predicted − actual|.'),
    naive_mean_absolute_error: described(v.number(), 'Mean over customers of |naive − actual|.'),
    segment_mean_absolute_error: described(
      v.number(),
      'The same of the sums over segments: mean over segments.',
    ),
    naive_segment_mean_absolute_error: described(v.number(), 'That of the naive prediction.'),
    better_than_naive: described(
      v.boolean(),
      'The model has the smaller error, both per customer and per segment. Where it is false, insights cite no such figure.',
    ),
  });

const backtestSegment = v.object({
  segment: described(v.picklist(SEGMENT_NAMES), 'By the scores on the cut date.'),
  customers: described(count, 'Customers in it on the cut date.'),
  predicted_orders: described(v.number(), 'Orders that were predicted.'),
  actual_orders: described(count, 'Orders that they placed.'),
  naive_orders: described(count, 'Orders that they had placed in the 90 days before.'),
  predicted_buyers: described(v.number(), 'Customers who were expected to order at least once.'),
  actual_buyers: described(count, 'Customers who did.'),
  predicted_value: described(
    v.nullable(v.number()),
    'Spend that was predicted, net of returns. Null when spend could not be modelled.',
  ),
  actual_value: described(v.number(), 'What they spent, net of returns.'),
  naive_value: described(v.number(), 'What they had spent in the 90 days before, net of returns.'),
});

export const backtestSchema = v.object({
  cut_date: calendarDay('The last day that the models saw; the 90 days after it end on the reference date.'),
  customers: described(count, 'Customers with a purchase by then.'),
  orders: described(series('Orders'), 'Orders of these customers in the 90 days.'),
  value: described(
    v.nullable(series('Spend, in currency,')),
    'What they spent, net of returns. Null when spend could not be modelled.',
  ),
  dispersion: described(
    v.object({
      orders: described(v.number(), 'Of orders, at least 1.'),
      value: described(
        v.nullable(v.number()),
        'Of value, at least 1. Null when spend could not be modelled.',
      ),
    }),
    'Mean over segments of squared error / variance by chance alone. Intervals are wider by its square root.',
  ),
  segments: described(v.array(backtestSegment), 'The same by segment, as far as they had customers.'),
});

export const predictionModel = v.object({
  name: described(
    v.picklist(['MBG/NBD', 'NBD']),
    'The purchase model. `NBD`, in which nobody leaves, where the data show nobody leaving.',
  ),
  r: described(v.number(), 'Shape of the purchase rate over customers.'),
  alpha: described(v.number(), 'Rate of that gamma distribution, in days.'),
  a: described(
    v.nullable(v.number()),
    'First parameter of the beta distribution of dropping out. Null for NBD: the data do not determine it.',
  ),
  b: described(v.nullable(v.number()), 'Its second parameter. Null for NBD.'),
  horizon_days: described(count, 'Days that are looked ahead.'),
  orders_per_purchase_day: described(
    v.number(),
    'The model expects days with a purchase: times this, orders.',
  ),
  spend: described(
    v.nullable(spendModel),
    "The gamma-gamma model of a day's value; null when it could not be fitted.",
  ),
  interval_level: described(share, 'Share of figures to come that lie within their interval.'),
  backtest: described(
    backtestSchema,
    'The same models, fitted without the last 90 days, against what those days brought.',
  ),
});

const place = v.picklist([...SEGMENT_NAMES, NOT_THERE]);

export const segmentMove = v.object({
  from: described(place, `Segment in the earlier report, or \`${NOT_THERE}\`.`),
  to: described(place, `Segment in this report, or \`${NOT_THERE}\`.`),
  customers: described(count, 'How many went that way, at least one.'),
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
    described(v.array(segmentMove), 'Customers by segment before and now, also those who stayed.'),
  ),
  segment_growth: v.optional(described(v.array(segmentGrowth), 'Sizes of all segments before and now.')),
  moved: v.optional(described(count, 'Customers in both reports whose segment is another one.')),
});

export const rfmInsights = v.object({
  generated_by: generatedBy,
  business_context: businessContext,
  context: toldContext,
  summary: described(v.string(), 'What was found, in a sentence.'),
});

const group = (which: string) =>
  v.object({
    revenue: described(v.number(), `What ${which} spent.`),
    customers: described(count, 'How many they are.'),
    text: described(v.string(), 'The same as a sentence.'),
  });

const concentration = v.object({
  top20_revenue_share: described(v.number(), 'The same as in `metrics`.'),
  text: described(v.string(), 'The same as a sentence.'),
});

const growth = v.object({
  customers_moved: described(count, 'Customers who moved to another segment.'),
  customers_new: described(count, 'Customers who were not in the report before.'),
  customers_gone: described(count, 'Customers who are not in this report any more.'),
  text: described(v.string(), 'The same as sentences.'),
});

const predictions = v.object({
  text: described(v.string(), 'What the back-test found, and what it allows to say of the next 90 days.'),
});

export const rfmStrategicInsights = v.object({
  generated_by: generatedBy,
  value_at_risk: described(group('customers who are slipping away'), 'Customers who are slipping away.'),
  core_customers: described(group('the best customers'), 'Champions and Loyal Customers.'),
  concentration: described(concentration, 'How much depends on few.'),
  growth: described(v.nullable(growth), 'Since the report before; null without one.'),
  predictions: v.optional(
    described(v.nullable(predictions), 'How far the predictions can be believed; null without them.'),
  ),
});

export const rfmSettings = settingsEcho(keysOf(TEMPLATES), {});

export const rfmReport = v.object({
  ...finishedEnvelope,
  report_type: described(v.literal('RFM'), 'Customer segments by recency, frequency and monetary value.'),
  settings: rfmSettings,
  metrics: described(v.nullable(rfmMetrics), 'Figures over all customers; null when there are none.'),
  segments: described(v.array(rfmSegment), 'Segments with customers, best first.'),
  score_grid: described(
    v.array(scoreCell),
    'Customers by R and FM, the scores that decide the segment; cells without customers are left out.',
  ),
  prediction_model: described(
    v.nullable(predictionModel),
    "The fitted model behind the segments' predictions: with it anyone can recompute them. Null where there are none.",
  ),
  changes: described(v.nullable(rfmChanges), 'What changed since the report before.'),
  ai_insights: described(v.nullable(rfmInsights), 'Findings in words; null without customers.'),
  ai_strategic_insights: described(
    v.nullable(rfmStrategicInsights),
    'What matters over all segments; null without customers.',
  ),
  customer_count: described(count, 'Customers with a purchase in the report.'),
});

export type RfmBody = Body<typeof rfmReport>;
export type RfmSegment = Shape<typeof rfmSegment>;
export type RfmGrowth = Shape<typeof growth>;

/** The analytics' own types are these shapes: a difference does not compile. */
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
