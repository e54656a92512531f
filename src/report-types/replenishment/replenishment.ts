// Replenishment: who is due to buy again, when and what.
import { daysNeeded } from '../../core/baskets/window.ts';
import type { ReportTypeRecord } from '../report-type.ts';
import { replenishmentChangesBetween } from './compare.ts';
import { type ReplenishmentKind, replenishmentDefinition } from './definition.ts';
import { fitReplenishment } from './fit.ts';
import { withReplenishmentInsights } from './insights.ts';
import { analyseReplenishment, partitionedReplenishment } from './partitioned.ts';

export const replenishment = {
  ...replenishmentDefinition,
  daysNeeded,
  analyse: analyseReplenishment,
  partitioned: partitionedReplenishment,
  async compare(compared_with, earlier, later) {
    const [before, after] = await Promise.all([earlier.body(), later.body()]);
    if (before === undefined || after === undefined) return undefined;
    return { compared_with, ...replenishmentChangesBetween(before, after) };
  },
  companion: undefined,
  describe: (body, changes, settings) => withReplenishmentInsights({ ...body, changes }, settings),
  fit: fitReplenishment,
} as const satisfies ReportTypeRecord<ReplenishmentKind>;
