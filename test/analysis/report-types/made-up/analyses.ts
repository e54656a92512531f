// How the types of report are computed and finished, with one more: new-type.test.ts puts it in the place of the product's.

import * as known from '../../../../src/analysis/report-types/analyses.ts';
import type { ReportType } from '../../../../src/contract/report-types/report-types.ts';
import { weekdaysAnalysis, weekdaysFinish } from './weekdays.ts';

export const analysisOf = (type: ReportType | 'WEEKDAYS') =>
  type === 'WEEKDAYS' ? weekdaysAnalysis : known.analysisOf(type);
export const partitionedOf = (type: ReportType | 'WEEKDAYS') => analysisOf(type).partitioned;
export const finishOf = (type: ReportType | 'WEEKDAYS') =>
  type === 'WEEKDAYS' ? weekdaysFinish : known.finishOf(type);
export const companionOf = (type: ReportType) => known.companionOf(type);
