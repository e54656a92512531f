// Replenishment: who is due to buy again, when and what.
import { daysNeeded } from '../../core/baskets/selection.ts';
import type { ReportTypeAnalysis } from '../report-type.ts';
import type { ReplenishmentKind } from './definition.ts';
import { analyseReplenishment, partitionedReplenishment } from './partitioned.ts';

export const replenishmentAnalysis = {
  daysNeeded,
  analyse: analyseReplenishment,
  partitioned: partitionedReplenishment,
} as const satisfies ReportTypeAnalysis<ReplenishmentKind>;
