// RFM: segments of customers by recency, frequency and monetary value.
import { daysNeeded } from '../../core/baskets/selection.ts';
import type { ReportTypeAnalysis } from '../report-type.ts';
import type { RfmKind } from './definition.ts';
import { analyseRfm, partitionedRfm } from './partitioned.ts';

export const rfmAnalysis = {
  daysNeeded,
  analyse: analyseRfm,
  partitioned: partitionedRfm,
} as const satisfies ReportTypeAnalysis<RfmKind>;
