// The cohorts of a cohort report as rows of a table: one row per cohort and period since its first purchases.
import type { BodyTable } from '../report-type.ts';
import type { CohortBody } from './schema.ts';

export const cohortTable: BodyTable<CohortBody> = {
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
