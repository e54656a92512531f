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
  ],
  *rows({ cohorts }) {
    for (const { cohort, first_day, last_day, customers, periods } of cohorts) {
      for (const figures of periods) {
        yield [
          cohort,
          first_day,
          last_day,
          customers,
          figures.period,
          figures.active_customers,
          figures.orders,
          figures.revenue,
          figures.retention,
          figures.cumulative_value_per_customer,
          figures.complete,
        ];
      }
    }
  },
};
