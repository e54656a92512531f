// What a report says of its figures, and of those of the report before.

import type { ReplenishmentKind } from '../../../contract/report-types/replenishment/definition.ts';
import type { ReportTypeFinish } from '../report-type.ts';
import { replenishmentChangesBetween } from './compare.ts';
import { fitReplenishment } from './fit.ts';
import { withReplenishmentInsights } from './insights.ts';

export const replenishmentFinish = {
  async compare(compared_with, earlier, later) {
    const [before, after] = await Promise.all([earlier.body(), later.body()]);
    if (before === undefined || after === undefined) return undefined;
    return { compared_with, ...replenishmentChangesBetween(before, after) };
  },
  describe: (body, changes, settings) => withReplenishmentInsights({ ...body, changes }, settings),
  fit: fitReplenishment,
} as const satisfies ReportTypeFinish<ReplenishmentKind>;
