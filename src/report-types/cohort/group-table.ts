// The groups of a cohort report as rows of a table: one row per group and day of its curve.
import type { BodyTable } from '../report-type.ts';
import type { CohortBody } from './schema.ts';

export const groupTable: BodyTable<CohortBody> = {
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
