// What the contract's document says of a cohort report. Apart from the definition: what reads no bodies need not load it.
import type { ReportTypeDocument } from '../report-type.ts';
import { cohortChange, cohortChanges } from './schema/changes.ts';
import { cohort, earlyValue, periodActivity, periodFigures, shareByDay } from './schema/cohort.ts';
import { averageRetention, cohortComparison, curveDay, secondOrder } from './schema/curves.ts';
import { groupTest, orderGroup } from './schema/groups.ts';
import { cohortInsights } from './schema/insights.ts';
import { cohortReport, cohortSettings } from './schema.ts';

export const cohortDocument = {
  schema: cohortReport,
  components: {
    CohortReport: { schema: cohortReport, description: 'A finished cohort report.' },
    CohortSettings: {
      schema: cohortSettings,
      description: 'The effective settings, with template and defaults filled in.',
    },
    Cohort: { schema: cohort, description: 'Customers whose first purchase is in one period.' },
    CohortPeriod: { schema: periodFigures, description: 'What a cohort did in one period.' },
    PeriodActivity: { schema: periodActivity, description: 'What happened in one calendar period.' },
    AverageRetention: { schema: averageRetention, description: 'Retention over all cohorts in one period.' },
    EarlyValue: { schema: earlyValue, description: 'What customers bring in their first days.' },
    SecondOrder: { schema: secondOrder, description: 'Time from the first purchase to the second.' },
    SecondOrderDay: { schema: curveDay, description: 'One step of the Kaplan-Meier curve.' },
    ShareByDay: { schema: shareByDay, description: 'How many customers have ordered again by a day.' },
    CohortGroup: { schema: orderGroup, description: 'Customers by what their first order was.' },
    CohortGroupTest: { schema: groupTest, description: 'Whether any groups order again at another pace.' },
    CohortComparison: {
      schema: cohortComparison,
      description: 'The newer half of the customers against the older half.',
    },
    CohortChanges: { schema: cohortChanges, description: 'What changed since the report before.' },
    CohortChange: { schema: cohortChange, description: 'A cohort in two reports.' },
    CohortInsights: { schema: cohortInsights, description: 'Findings in words.' },
  },
} as const satisfies ReportTypeDocument;
