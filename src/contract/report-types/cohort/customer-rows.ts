// The customers of a cohort report.
import * as v from 'valibot';
import type { FiguresOf } from '../../customer-lists/columns.ts';
import { described } from '../../schema/described.ts';
import { count } from '../../schema/fields.ts';
import {
  defineCustomerField,
  defineCustomerRows,
  defineFigureField,
  fieldsOfAll,
  groupAt,
  idField,
} from '../customer-rows.ts';

const period = v.nullable(v.string());
const examples = ['2026-01'];

export const cohortCustomerRows = defineCustomerRows({
  description: 'A customer of a cohort report.',
  group: 'cohort',
  groupExample: '2026-01',
  groupNames: undefined,
  fmScore: undefined,
  figures: {
    days_to_second_order: 'days from the first purchase to the second',
  } satisfies FiguresOf<'cohort'>,
  fields: {
    ...idField,
    cohort: defineCustomerField(
      'text',
      described(
        period,
        'The period of the first purchase, also where the report does not list it. Null for a customer who has left.',
        { examples },
      ),
      (list, at) => groupAt(list, 'group', at),
    ),
    previous_cohort: defineCustomerField(
      'text',
      described(
        period,
        'The same in the report compared with, which differs where older orders were imported since. Null for a customer who was not in it, or without a comparison.',
        { examples },
      ),
      (list, at) => groupAt(list, 'previous_group', at),
    ),
    ...fieldsOfAll,
    days_to_second_order: defineFigureField(
      'integer',
      'days_to_second_order',
      v.nullable(count),
      'Days from the first purchase to the next day with one. Null for a customer who has not ordered again on a later day.',
    ),
  },
});
