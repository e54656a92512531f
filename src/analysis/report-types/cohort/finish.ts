// What a report says of its figures, and of those of the report before.

import type { CohortKind } from '../../../contract/report-types/cohort/definition.ts';
import type { ReportTypeFinish } from '../report-type.ts';
import { cohortChangesBetween } from './compare.ts';
import { fitCohorts } from './fit.ts';
import { withCohortInsights } from './insights.ts';

export const cohortFinish = {
  async compare(compared_with, earlier, later) {
    const [before, after] = await Promise.all([earlier.body(), later.body()]);
    if (before === undefined || after === undefined) return undefined;
    return { compared_with, ...cohortChangesBetween(before, after) };
  },
  describe: (body, changes, settings) => withCohortInsights({ ...body, changes }, settings),
  fit: fitCohorts,
} as const satisfies ReportTypeFinish<CohortKind>;
