// Figures over all customers of an RFM report, and its grid of scores.
import * as v from 'valibot';
import { described } from '../../../schema/described.ts';
import { count, share } from '../../../schema/fields.ts';
import { echoedRange, referenceDate, turnover } from '../../../schema/report-parts.ts';

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
  excluded: described(excluded, 'Rows excluded from the orders that the report covers.'),
});

export const scoreCell = v.object({
  recency: described(score, 'R, 1 to 5.'),
  frequency_monetary: described(score, 'FM = ceil((F + M) / 2), 1 to 5.'),
  customers: described(count, 'Customers with these scores, at least one.'),
  revenue: described(v.number(), 'Their total spend.'),
});
