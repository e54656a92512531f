// Cohorts: customers by the period of their first purchase, and how many return.
import { daysNeeded } from '../../core/baskets/window.ts';
import type { ReportTypeRecord } from '../report-type.ts';
import { cohortChangesBetween } from './compare.ts';
import { type CohortKind, cohortDefinition } from './definition.ts';
import { fitCohorts } from './fit.ts';
import { withCohortInsights } from './insights.ts';
import { analyseCohorts, partitionedCohorts } from './partitioned.ts';

export const cohortRecord = {
  ...cohortDefinition,
  // First purchases are searched in all that is before the end.
  daysNeeded({ dateRange, customerScope }) {
    const upToEnd = dateRange?.end === undefined ? undefined : { end: dateRange.end };
    return daysNeeded({ customerScope, dateRange: upToEnd });
  },
  analyse: analyseCohorts,
  partitioned: partitionedCohorts,
  async compare(compared_with, earlier, later) {
    const [before, after] = await Promise.all([earlier.body(), later.body()]);
    if (before === undefined || after === undefined) return undefined;
    return { compared_with, ...cohortChangesBetween(before, after) };
  },
  companion: undefined,
  describe: (body, changes, settings) => withCohortInsights({ ...body, changes }, settings),
  fit: fitCohorts,
} as const satisfies ReportTypeRecord<CohortKind>;
