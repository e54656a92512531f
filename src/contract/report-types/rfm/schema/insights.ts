// Findings of an RFM report as text.

import * as v from 'valibot';
import { wordedFields } from '../../../schema/coded.ts';
import { described } from '../../../schema/described.ts';
import { count, share } from '../../../schema/fields.ts';
import { generatedBy, insightsHead } from '../../../schema/report-parts.ts';
import { segmentName } from './segment.ts';

export const rfmInsights = v.object({
  ...insightsHead('Summary in a sentence.'),
});

const group = (which: string) =>
  v.object({
    revenue: described(v.number(), `Spend of ${which}.`),
    customers: described(count, 'Number of these customers.'),
    segments: described(v.array(segmentName), 'Their segments, by spend; empty without such customers.'),
    ...wordedFields('The same as text.'),
  });

const concentration = v.object({
  top20_revenue_share: described(v.number(), 'Equal to the figure in `metrics`.'),
  ...wordedFields('The same as text.'),
});

export const growth = v.object({
  customers_moved: described(count, 'Customers who moved to another segment.'),
  customers_new: described(count, 'Customers who are not in the earlier report.'),
  customers_gone: described(count, 'Customers who are no longer in this report.'),
  ...wordedFields('The same as text.'),
});

const predictions = v.object({
  ...wordedFields(
    'Which forecast is used, how far it was off on past dates, and what it implies for the next 90 days.',
  ),
});

export const rfmStrategicInsights = v.object({
  generated_by: generatedBy,
  value_at_risk: described(
    v.object({
      ...group('customers in late segments').entries,
      expected_to_order_90d: described(
        v.nullable(share),
        'Share of them who are expected to order in the next 90 days without being asked. Null without predictions.',
      ),
    }),
    'Customers in segments of which half have stayed away for longer than `usual_days_to_next_order`.',
  ),
  core_customers: described(group('the best customers'), 'Champions and Loyal Customers.'),
  concentration: described(concentration, 'How much revenue depends on few customers.'),
  growth: described(v.nullable(growth), 'Changes since the earlier report; null without one.'),
  predictions: described(
    v.nullable(predictions),
    'How reliable the predictions are; null without predictions.',
  ),
});
