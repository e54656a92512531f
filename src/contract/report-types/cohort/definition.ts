// Cohorts: customers by the period of their first purchase, and how many return.
// The parts that requests need, without the analysis.

import type { BodyTable, Kind, ReportTypeDefinition } from '../report-type.ts';
import { cohortCustomerRows } from './customer-rows.ts';
import type { CohortBody } from './schema.ts';
import { type CohortSettings, cohortParams, echoCohortSettings, resolveCohortSettings } from './settings.ts';
import { COHORT_TEMPLATES } from './templates.ts';

// The groups of a cohort report as rows of a table: one row per group and day of its curve.
const groupTable: BodyTable<CohortBody> = {
  columns: [
    { name: 'group', type: 'text' },
    { name: 'customers', type: 'integer' },
    { name: 'second_orders', type: 'integer' },
    { name: 'expected_second_orders', type: 'number' },
    { name: 'median_days', type: 'number' },
    { name: 'chi_square', type: 'number' },
    { name: 'p_value', type: 'number' },
    { name: 'q_value', type: 'number' },
    { name: 'days', type: 'integer' },
    { name: 'share', type: 'number' },
    { name: 'lower', type: 'number' },
    { name: 'upper', type: 'number' },
  ],
  *rows({ groups = [] }) {
    for (const { curve, ...row } of groups) {
      for (const { days, share, lower, upper } of curve) {
        yield [
          row.group,
          row.customers,
          row.second_orders,
          row.expected_second_orders,
          row.median_days,
          row.chi_square,
          row.p_value,
          row.q_value,
          days,
          share,
          lower,
          upper,
        ];
      }
    }
  },
};

// The cohorts of a cohort report as rows of a table: one row per cohort and period since its first purchases.
const cohortTable: BodyTable<CohortBody> = {
  columns: [
    { name: 'cohort', type: 'text' },
    { name: 'first_day', type: 'text' },
    { name: 'last_day', type: 'text' },
    { name: 'customers', type: 'integer' },
    { name: 'period', type: 'integer' },
    { name: 'active_customers', type: 'integer' },
    { name: 'orders', type: 'integer' },
    { name: 'revenue', type: 'number' },
    { name: 'retention', type: 'number' },
    { name: 'cumulative_value_per_customer', type: 'number' },
    { name: 'complete', type: 'boolean' },
    { name: 'median_value_per_customer', type: 'number' },
    { name: 'left_truncated', type: 'boolean' },
  ],
  *rows({ cohorts }) {
    for (const { periods, ...row } of cohorts) {
      for (const figures of periods) {
        yield [
          row.cohort,
          row.first_day,
          row.last_day,
          row.customers,
          figures.period,
          figures.active_customers,
          figures.orders,
          figures.revenue,
          figures.retention,
          figures.cumulative_value_per_customer,
          figures.complete,
          row.median_value_per_customer,
          row.left_truncated,
        ];
      }
    }
  },
};

export interface CohortKind extends Kind {
  readonly type: 'COHORT';
  readonly settings: CohortSettings;
  readonly body: CohortBody;
}

export const cohortDefinition = {
  type: 'COHORT',
  prefix: 'Cohort',
  description: 'customers by the period of their first purchase, and how many return',
  defaultName: 'Cohort retention',
  templates: COHORT_TEMPLATES,
  params: cohortParams,
  settings: resolveCohortSettings,
  echo: echoCohortSettings,
  lists: ['cohorts', 'groups'],
  customers: cohortCustomerRows,
  exports: ['customers', 'cohorts', 'groups'],
  tables: { cohorts: cohortTable, groups: groupTable },
} as const satisfies ReportTypeDefinition<CohortKind>;
