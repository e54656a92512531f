// Cohorts: customers by the period of their first purchase, and how many return.
// What requests need to know of the type, without its analysis.

import type { Kind, ReportTypeDefinition } from '../report-type.ts';
import { cohortTable } from './cohort-table.ts';
import { cohortCustomerRows } from './customer-rows.ts';
import { groupTable } from './group-table.ts';
import type { CohortBody } from './schema.ts';
import { type CohortSettings, cohortParams, cohortSettingsOf, echoCohortSettings } from './settings.ts';
import { TEMPLATES } from './templates.ts';

export interface CohortKind extends Kind {
  readonly type: 'COHORT';
  readonly settings: CohortSettings;
  readonly body: CohortBody;
  readonly companion: undefined;
}

export const cohortDefinition = {
  type: 'COHORT',
  prefix: 'Cohort',
  description: 'customers by the period of their first purchase, and how many return',
  defaultName: 'Cohort retention',
  templates: TEMPLATES,
  params: cohortParams,
  settings: cohortSettingsOf,
  echo: echoCohortSettings,
  lists: ['cohorts', 'groups'],
  customers: cohortCustomerRows,
  exports: ['customers', 'cohorts', 'groups'],
  tables: { cohorts: cohortTable, groups: groupTable },
} as const satisfies ReportTypeDefinition<CohortKind>;
