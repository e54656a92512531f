// What the contract's document says of an RFM report. Apart from the definition: what reads no bodies need not load it.
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
    RfmReport: { schema: rfmReport, description: 'A finished RFM report.' },
    RfmSettings: {
      schema: rfmSettings,
      description: 'The effective settings, including the template and defaults.',
    },
    RfmMetrics: { schema: rfmMetrics, description: 'Figures over all customers of the report.' },
    RfmSegment: {
      schema: rfmSegment,
      description: 'Similar customers, and what to do about them.',
    },
    TopProduct: { schema: topProduct, description: 'A product that a segment buys.' },
    SegmentPrediction: {
      schema: segmentPrediction,
      description: 'Expectations for a segment in the 90 days after the reference date.',
    },
    PredictionModel: {
      schema: predictionModel,
      description: "The fitted model behind the segments' predictions.",
    },
    Backtest: {
      schema: backtestSchema,
      description: 'Predictions for 90 past days, compared with the actual figures.',
    },
    RfmChanges: { schema: rfmChanges, description: 'Changes since the earlier report.' },
    SegmentMove: { schema: segmentMove, description: 'Customers by earlier and current segment.' },
    RfmInsights: { schema: rfmInsights, description: 'The report in a sentence.' },
    RfmStrategicInsights: {
      schema: rfmStrategicInsights,
      description: 'Findings over all segments.',
    },
  },
} as const satisfies ReportTypeDocument;
