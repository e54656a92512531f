// A finished RFM report as GET /reports/{id} returns it. docs/concepts defines every figure.
import * as v from 'valibot';
import { described } from '../../schema/described.ts';
import { count } from '../../schema/fields.ts';
import { getKeys } from '../../schema/keys.ts';
import { type Body, finishedEnvelope, settingsEcho } from '../../schema/report-parts.ts';
import type { Shape } from '../../schema/shape.ts';
import { rfmChanges } from './schema/changes.ts';
import { predictionModel } from './schema/forecast.ts';
import { type growth, rfmInsights, rfmStrategicInsights } from './schema/insights.ts';
import { rfmMetrics, scoreCell } from './schema/metrics.ts';
import { rfmSegment } from './schema/segment.ts';
import { RFM_TEMPLATES } from './templates.ts';

export const rfmSettings = settingsEcho(getKeys(RFM_TEMPLATES), {});

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
