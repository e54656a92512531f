// A segment of an RFM report: its customers, what they buy, and what is expected of them.

import * as v from 'valibot';
import { codedText } from '../../../schema/coded.ts';
import { described } from '../../../schema/described.ts';
import { count, share } from '../../../schema/fields.ts';
import { SEGMENT_NAMES } from '../segments.ts';

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
    v.nullable(v.number()),
    'How many times as many customers of the segment bought it as the number of different products that each customer bought explains. Null unless it is at least 1.2 and chance explains it with a probability below 5 %, corrected for all products and segments. docs/concepts/rfm.md has the definition.',
  ),
});

export const interval = v.object({
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
  probability_purchase_90d_interval: described(
    interval,
    'Interval of that mean with the probability `interval_level`: of the share of customers who order.',
  ),
  probability_alive: described(
    v.nullable(share),
    'Mean probability that a customer has not left for good, 0 to 1. It does not say when they order next: `probability_purchase_90d` does. Null if the data show no customer leaving, or if the forecast is no model.',
  ),
  expected_value_90d: described(
    v.nullable(v.number()),
    'Expected spend of the segment in the next 90 days, net of returns. Null if it was off by more than half on the latest date of the back-test; a note says so.',
  ),
  expected_value_90d_interval: described(v.nullable(interval), 'The interval of that value. Null likewise.'),
  one_time_buyers: described(
    count,
    'Customers who bought on one day only, of whom the model knows only the age.',
  ),
});

export const segmentName = v.picklist(SEGMENT_NAMES);

export const rfmSegment = v.object({
  name: described(
    segmentName,
    'Name of the segment, from the scores R and FM; docs/concepts/rfm.md has the grid.',
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
    'Expectations for the 90 days after the reference date, by the forecast that `prediction_model` names. Null if there are too few data, if the back-test rejected every forecast (see `notes`), or if the latest forecast of this segment was far off.',
  ),
  ai_observation: described(v.string(), 'Observations as text.'),
  ai_observation_coded: codedText('ai_observation'),
  ai_recommendation: described(v.string(), 'Recommendations as text.'),
  ai_recommendation_coded: codedText('ai_recommendation'),
});
