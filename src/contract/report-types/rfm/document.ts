// Schemas of an RFM report for the OpenAPI document. Separate from the definition, so that code that reads no bodies
// does not load them.
import type { ReportTypeDocument } from '../report-type.ts';
import { rfmChanges, segmentMove } from './schema/changes.ts';
import { backtestSchema, predictionModel } from './schema/forecast.ts';
import { rfmInsights, rfmStrategicInsights } from './schema/insights.ts';
import { rfmMetrics } from './schema/metrics.ts';
import { rfmSegment, segmentPrediction, topProduct } from './schema/segment.ts';
import { rfmReport, rfmSettings } from './schema.ts';

export const rfmDocument = {
  schema: rfmReport,
  components: {
    RfmReport: [rfmReport, 'A finished RFM report.'],
    RfmSettings: [rfmSettings, 'The effective settings, including the template and defaults.'],
    RfmMetrics: [rfmMetrics, 'Figures over all customers of the report.'],
    RfmSegment: [rfmSegment, 'Similar customers, and what to do about them.'],
    TopProduct: [topProduct, 'A product that a segment buys.'],
    SegmentPrediction: [
      segmentPrediction,
      'Expectations for a segment in the 90 days after the reference date.',
    ],
    PredictionModel: [predictionModel, "The fitted model behind the segments' predictions."],
    Backtest: [backtestSchema, 'Predictions for 90 past days, compared with the actual figures.'],
    RfmChanges: [rfmChanges, 'Changes since the earlier report.'],
    SegmentMove: [segmentMove, 'Customers by earlier and current segment.'],
    RfmInsights: [rfmInsights, 'The report in a sentence.'],
    RfmStrategicInsights: [rfmStrategicInsights, 'Findings over all segments.'],
  },
} as const satisfies ReportTypeDocument;
