// The figures of customers, in the order in which they are shown. Lists are sorted by any of them.
import type { ColumnName } from './columns.ts';

/** How its values are written. */
export type FigureKind = 'count' | 'share' | 'decimal' | 'money' | 'day';

export const FIGURES = {
  monetary: 'money',
  frequency: 'count',
  recency: 'count',
  first_purchase: 'day',
  last_purchase: 'day',
  days_to_second_order: 'count',
  probability_alive: 'share',
  expected_orders_90d: 'decimal',
  expected_value_90d: 'money',
  priority: 'count',
  days_until_due: 'count',
  overdue_ratio: 'decimal',
  probability_in_30_days: 'share',
} as const satisfies Readonly<Partial<Record<ColumnName, FigureKind>>>;
export type FigureName = keyof typeof FIGURES;
