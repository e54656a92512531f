// The products of a replenishment report as rows of a table.

import type { BodyTable } from '../report-type.ts';
import type { Cell } from '../table.ts';
import { REPEAT_DAYS } from './limits.ts';
import type { DueProductRow, ReplenishmentBody } from './schema.ts';

export const dueProductTable: BodyTable<ReplenishmentBody> = {
  columns: [
    { name: 'product', type: 'text' },
    { name: 'customers', type: 'integer' },
    { name: 'purchases', type: 'integer' },
    { name: 'repeat_customers', type: 'integer' },
    { name: 'same_day', type: 'integer' },
    { name: 'too_few_repeats', type: 'boolean' },
    ...REPEAT_DAYS.flatMap((days) =>
      ['', '_lower', '_upper'].map((end) => ({
        name: `repeat_share_${days}${end}`,
        type: 'number' as const,
      })),
    ),
    { name: 'median_days', type: 'number' },
    { name: 'median_lower', type: 'number' },
    { name: 'median_upper', type: 'number' },
    { name: 'quartile_days', type: 'number' },
    { name: 'upper_quartile_days', type: 'number' },
    { name: 'further_days', type: 'number' },
    { name: 'regularity', type: 'number' },
    { name: 'usual_quantity', type: 'number' },
    { name: 'customers_due', type: 'integer' },
  ],
  *rows({ products }) {
    for (const row of products) yield toProductCells(row);
  },
};

function toProductCells(row: DueProductRow): Cell[] {
  return [
    ...[row.product, row.customers, row.purchases, row.repeat_customers, row.same_day, row.too_few_repeats],
    ...REPEAT_DAYS.flatMap((_, at) => {
      const { share = null, lower = null, upper = null } = row.repeat_share[at] ?? {};
      return [share, lower, upper];
    }),
    ...[row.median_days, row.median_lower, row.median_upper, row.quartile_days, row.upper_quartile_days],
    ...[row.further_days, row.regularity, row.usual_quantity, row.customers_due],
  ];
}
