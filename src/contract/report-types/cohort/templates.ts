// The template of cohort reports. It is an extension: the contract has none.
import type { ReportTemplate } from '../report-type.ts';

export const COHORT_TEMPLATES = {
  cohort_retention: {
    reportType: 'COHORT',
    name: 'Cohort retention',
    customerScope: 'all',
    businessContext:
      'How many customers come back after their first purchase, and how soon, to judge acquisition and onboarding.',
  },
} as const satisfies Readonly<Record<string, ReportTemplate<'COHORT'>>>;
