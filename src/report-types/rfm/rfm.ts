// RFM: segments of customers by recency, frequency and monetary value.
import { segmentChanges } from '../../core/changes/segment-changes.ts';
import {
  packMembers,
  type SegmentMembers,
  unpackMembers,
  withoutMembers,
} from '../../core/changes/segment-members.ts';
import type { ReportSettings } from '../../core/settings/settings.ts';
import type { Kind, ReportTypeRecord } from '../report-type.ts';
import { analyseRfm } from './analyse.ts';
import { withRfmInsights } from './insights.ts';
import { wordRfmInsights } from './model-wording.ts';
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
import { echoRfmSettings } from './settings.ts';
import { TEMPLATES } from './templates.ts';

export interface RfmKind extends Kind {
  readonly type: 'RFM';
  readonly settings: ReportSettings;
  readonly body: RfmBody;
  /** The segment of each customer. */
  readonly companion: SegmentMembers;
}

export const rfm = {
  type: 'RFM',
  prefix: 'Rfm',
  defaultName: 'RFM segmentation',
  templates: TEMPLATES,
  params: {},
  settings: (shared) => shared,
  echo: echoRfmSettings,
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
  analyse: analyseRfm,
  async compare(compared_with, earlier, later) {
    const [before, after] = await Promise.all([earlier.companion(), later.companion()]);
    // Without customers there is no list of members: its report is compared as one without anybody.
    if (before === undefined || after === undefined) return undefined;
    return { compared_with, ...segmentChanges(before, after) };
  },
  companion: { pack: packMembers, unpack: unpackMembers, without: withoutMembers },
  describe: (body, changes, settings) => withRfmInsights({ ...body, changes }, settings),
  word: wordRfmInsights,
  /** Its size does not grow with the data. */
  fit: (body) => body,
} as const satisfies ReportTypeRecord<RfmKind>;
