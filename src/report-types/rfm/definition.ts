// RFM: segments of customers by recency, frequency and monetary value.
// What requests, the contract and the document need to know of the type, without its analysis.

import type { SegmentMembers } from '../../core/changes/segment-members.ts';
import type { ReportSettings } from '../../core/settings/settings.ts';
import type { Kind, ReportTypeDefinition } from '../report-type.ts';
import { rfmCustomerRows } from './customer-rows.ts';
import {
  backtestSchema,
  predictionModel,
  type RfmBody,
  rfmChanges,
  rfmInsights,
  rfmMetrics,
  rfmReport,
  rfmSegment,
  rfmSettings,
  rfmStrategicInsights,
  segmentMove,
  segmentPrediction,
  topProduct,
} from './schema.ts';
import { segmentTable } from './segment-table.ts';
import { echoRfmSettings } from './settings.ts';
import { TEMPLATES } from './templates.ts';

export interface RfmKind extends Kind {
  readonly type: 'RFM';
  readonly settings: ReportSettings;
  readonly body: RfmBody;
  /** The segment of each customer. */
  readonly companion: SegmentMembers;
}

export const rfmDefinition = {
  type: 'RFM',
  prefix: 'Rfm',
  description: 'customer segments by recency, frequency and monetary value',
  defaultName: 'RFM segmentation',
  templates: TEMPLATES,
  params: {},
  settings: (shared) => shared,
  echo: echoRfmSettings,
  lists: [],
  schema: rfmReport,
  customers: rfmCustomerRows,
  exports: ['customers', 'segments'],
  tables: { segments: segmentTable },
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
} as const satisfies ReportTypeDefinition<RfmKind>;
