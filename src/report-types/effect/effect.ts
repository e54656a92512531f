// Effect: what contacting the members of an audience changed, against those held out.

import type { ReportTypeAnalysis } from '../report-type.ts';
import type { EffectKind } from './definition.ts';
import { analyseEffect, partitionedEffect } from './partitioned.ts';

export const effectAnalysis = {
  // Who has ever ordered is known of customers whose orders are older, too.
  daysNeeded: () => undefined,
  analyse: analyseEffect,
  partitioned: partitionedEffect,
} as const satisfies ReportTypeAnalysis<EffectKind>;
