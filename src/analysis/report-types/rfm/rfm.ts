// RFM: segments of customers by recency, frequency and monetary value.

import type { RfmKind } from '../../../contract/report-types/rfm/definition.ts';
import type { segmentGrowth, segmentMove } from '../../../contract/report-types/rfm/schema/changes.ts';
import type { predictionModel } from '../../../contract/report-types/rfm/schema/forecast.ts';
import type { rfmMetrics, scoreCell } from '../../../contract/report-types/rfm/schema/metrics.ts';
import type { segmentPrediction, topProduct } from '../../../contract/report-types/rfm/schema/segment.ts';
import type { AllSame, Same, Shape } from '../../../contract/schema/shape.ts';
import { daysNeeded } from '../../baskets/selection.ts';
import type { SegmentGrowth, SegmentMove } from '../../changes/segment-changes.ts';
import type { PredictionModel, SegmentPrediction } from '../../prediction/forecast.ts';
import type { RfmMetrics, ScoreCell } from '../../rfm/metrics.ts';
import type { TopProduct } from '../../rfm/top-products.ts';
import type { ReportTypeAnalysis } from '../report-type.ts';
import { analyseRfm, partitionedRfm } from './partitioned.ts';

export const rfmAnalysis = {
  daysNeeded,
  analyse: analyseRfm,
  partitioned: partitionedRfm,
} as const satisfies ReportTypeAnalysis<RfmKind>;

/** The analytics' own types are the shapes of the contract: a difference does not compile. */
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
