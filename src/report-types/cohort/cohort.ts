// Cohorts: customers by the period of their first purchase, and how many return.
import { daysNeeded } from '../../core/baskets/selection.ts';
import type { ReportTypeAnalysis } from '../report-type.ts';
import type { CohortKind } from './definition.ts';
import { analyseCohorts, partitionedCohorts } from './partitioned.ts';

export const cohortAnalysis = {
  // First purchases are searched in all that is before the end.
  daysNeeded({ dateRange, customerScope }) {
    const upToEnd = dateRange?.end === undefined ? undefined : { end: dateRange.end };
    return daysNeeded({ customerScope, dateRange: upToEnd });
  },
  analyse: analyseCohorts,
  partitioned: partitionedCohorts,
} as const satisfies ReportTypeAnalysis<CohortKind>;
