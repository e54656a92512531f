// The customers of a cohort report.
import * as v from 'valibot';
import { described } from '../../schema/described.ts';
import { count } from '../../schema/fields.ts';
import type { Shape } from '../../schema/shape.ts';
import {
  type CustomerRows,
  customerId,
  FIGURE_COLUMNS,
  figureAt,
  figureFields,
  figuresOfAll,
  groupAt,
  idAt,
} from '../customer-rows.ts';

export const cohortCustomer = v.object({
  customer_id: customerId,
  cohort: described(
    v.nullable(v.string()),
    'The period of the first purchase, also where the report does not list it. Null for a customer who has left.',
    { examples: ['2026-01'] },
  ),
  previous_cohort: described(
    v.nullable(v.string()),
    'The same in the report compared with, which differs where older orders were imported since. Null for a customer who was not in it, or without a comparison.',
    { examples: ['2026-01'] },
  ),
  ...figureFields,
  days_to_second_order: described(
    v.nullable(count),
    'Days from the first purchase to the next day with one. Null for a customer who has not ordered again on a later day.',
  ),
});

export const cohortCustomerRows = {
  group: 'cohort',
  groupNames: undefined,
  figures: ['days_to_second_order'],
  fmScore: undefined,
  component: {
    name: 'CohortCustomer',
    schema: cohortCustomer,
    description: 'A customer of a cohort report.',
  },
  columns: [
    { name: 'customer_id', type: 'text' },
    { name: 'cohort', type: 'text' },
    { name: 'previous_cohort', type: 'text' },
    ...FIGURE_COLUMNS,
    { name: 'days_to_second_order', type: 'integer' },
  ],
  row: (list, at): Shape<typeof cohortCustomer> => ({
    customer_id: idAt(list, at),
    cohort: groupAt(list, 'group', at),
    previous_cohort: groupAt(list, 'previous_group', at),
    ...figuresOfAll(list, at),
    days_to_second_order: figureAt(list, 'days_to_second_order', at),
  }),
} as const satisfies CustomerRows;
