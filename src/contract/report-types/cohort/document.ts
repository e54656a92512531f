// Schemas of a cohort report for the OpenAPI document. Separate from the definition, so that code that reads no bodies
// does not load them.
import type { ReportTypeDocument } from '../report-type.ts';
import { cohortChange, cohortChanges } from './schema/changes.ts';
import { cohort, earlyValue, periodActivity, periodFigures, shareByDay } from './schema/cohort.ts';
import { averageRetention, cohortComparison, curveDay, secondOrder } from './schema/curves.ts';
import { groupTest, orderGroup } from './schema/groups.ts';
import { cohortInsights } from './schema/insights.ts';
import {
  overview,
  overviewFigures,
  overviewPoint,
  overviewProduct,
  overviewRange,
} from './schema/overview.ts';
import { cohortReport, cohortSettings } from './schema.ts';

export const cohortDocument = {
  schema: cohortReport,
  components: {
    CohortReport: [cohortReport, 'A finished cohort report.'],
    CohortSettings: [cohortSettings, 'The effective settings, with template and defaults filled in.'],
    Cohort: [cohort, 'Customers whose first purchase is in one period.'],
    CohortPeriod: [periodFigures, 'Activity of a cohort in one period.'],
    PeriodActivity: [periodActivity, 'Activity of all cohorts in one calendar period.'],
    Overview: [overview, 'The shop at a glance.'],
    OverviewRange: [overviewRange, 'Figures of a range of days, compared with earlier days.'],
    OverviewFigures: [overviewFigures, 'Figures of some days.'],
    OverviewPoint: [overviewPoint, 'Figures of one day, week or month.'],
    OverviewProduct: [overviewProduct, 'A product of a range of days.'],
    AverageRetention: [averageRetention, 'Retention over all cohorts in one period.'],
    EarlyValue: [earlyValue, 'Spend of customers in their first days.'],
    SecondOrder: [secondOrder, 'Time from the first purchase to the second.'],
    SecondOrderDay: [curveDay, 'One step of the Kaplan-Meier curve.'],
    ShareByDay: [shareByDay, 'How many customers have ordered again by a day.'],
    CohortGroup: [orderGroup, 'Customers by what their first order was.'],
    CohortGroupTest: [groupTest, 'Whether any groups order again at another pace.'],
    CohortComparison: [cohortComparison, 'The newer half of the customers against the older half.'],
    CohortChanges: [cohortChanges, 'Changes since the previous report.'],
    CohortChange: [cohortChange, 'A cohort in two reports.'],
    CohortInsights: [cohortInsights, 'Findings in words.'],
  },
} as const satisfies ReportTypeDocument;
