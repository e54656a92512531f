// The customers of a replenishment report.

import * as v from 'valibot';
import type { ColumnName, CustomerList, FiguresOf } from '../../customer-lists/columns.ts';
import { described } from '../../schema/described.ts';
import { share } from '../../schema/fields.ts';
import { calendarDay } from '../../schema/report-parts.ts';
import { toDate } from '../../settings/calendar.ts';
import {
  defineCustomerField,
  defineCustomerRows,
  defineFigureField,
  fieldsOfAll,
  getFigureAt,
  getNumberAt,
  groupAt,
  idField,
} from '../customer-rows.ts';
import { DUE_STAGES, PRODUCT_MARK } from './limits.ts';

const stage = v.nullable(v.picklist(DUE_STAGES));
const number = v.nullable(v.number());
const day = (description: string) => v.nullable(calendarDay(description));

/** Days from the reference date as a date; null without a due date. */
function getDateAt(list: CustomerList, column: ColumnName, at: number): string | null {
  const days = getFigureAt(list, column, at);
  return days === null
    ? null
    : toDate(getNumberAt(list, 'last_purchase', at) + getNumberAt(list, 'recency', at) + days);
}

/** Who has left is in the list with the columns of an earlier report, whose groups have other numbers. */
function getProductAt(list: CustomerList, column: ColumnName, at: number): string | null {
  const group = at < list.head.members ? getFigureAt(list, column, at) : null;
  return group === null ? null : (list.head.groups[group]?.slice(PRODUCT_MARK.length) ?? null);
}

function getProductDayAt(list: CustomerList, column: ColumnName, at: number): string | null {
  const days = at < list.head.members ? getFigureAt(list, column, at) : null;
  return days === null ? null : toDate(days);
}

const defineProduct = (which: string, column: ColumnName) =>
  defineCustomerField(
    'text',
    described(
      v.nullable(v.string()),
      `${which} product that the customer is due to buy again. Null for none.`,
    ),
    (list, at) => getProductAt(list, column, at),
  );
const defineProductDay = (column: ColumnName) =>
  defineCustomerField(
    'text',
    described(
      day('Its day.'),
      'Its own due date, by the rule that did best on past dates (product_dates of the report).',
    ),
    (list, at) => getProductDayAt(list, column, at),
  );

export const replenishmentCustomerRows = defineCustomerRows({
  description: 'A customer of a replenishment report.',
  group: 'stage',
  groupExample: 'overdue',
  groupNames: DUE_STAGES,
  fmScore: undefined,
  figures: {
    priority: 'place in the list by the rule that did best on past dates',
    days_until_due: 'days from the reference date to due_on, below 1 for customers who are overdue',
    overdue_ratio: 'days since the last order over the own gap',
    probability_in_30_days: 'probability of an order in 30 days',
  } satisfies FiguresOf<'stage'>,
  fields: {
    ...idField,
    stage: defineCustomerField(
      'text',
      described(stage, 'Where the customer stands. Null for a customer who has left.'),
      (list, at) => getStageAt(list, 'group', at),
    ),
    previous_stage: defineCustomerField(
      'text',
      described(
        stage,
        'In the report compared with. Null for a customer who was not in it, or without a comparison.',
      ),
      (list, at) => getStageAt(list, 'previous_group', at),
    ),
    priority: defineFigureField(
      'integer',
      'priority',
      number,
      'Place in the list by the rule that did best on past dates, from 1. Null without a due date.',
    ),
    due_on: defineCustomerField(
      'text',
      described(
        day('The day.'),
        'The last order + the own gap: by then half of such customers have ordered again. In the past for customers who are overdue. Null with too few orders.',
      ),
      (list, at) => getDateAt(list, 'days_until_due', at),
    ),
    days_until_due: defineFigureField(
      'integer',
      'days_until_due',
      number,
      'Days from the reference date to due_on.',
    ),
    window_from: defineCustomerField(
      'text',
      described(
        day('The day.'),
        'By then a quarter of the customers with such a past and such a wait have ordered, of those who stay.',
      ),
      (list, at) => getDateAt(list, 'window_from', at),
    ),
    window_to: defineCustomerField(
      'text',
      described(day('The day.'), 'By then three quarters have.'),
      (list, at) => getDateAt(list, 'window_to', at),
    ),
    overdue_ratio: defineFigureField(
      'number',
      'overdue_ratio',
      number,
      'Days since the last order over the own gap: above 1, the customer is late.',
    ),
    probability_in_30_days: defineFigureField(
      'number',
      'probability_in_30_days',
      v.nullable(share),
      'Probability of an order in the 30 days after the reference date.',
    ),
    product_1: defineProduct('First', 'product_1'),
    product_1_due_on: defineProductDay('product_1_due_on'),
    product_2: defineProduct('Second', 'product_2'),
    product_2_due_on: defineProductDay('product_2_due_on'),
    product_3: defineProduct('Third', 'product_3'),
    product_3_due_on: defineProductDay('product_3_due_on'),
    ...fieldsOfAll,
  },
});

function getStageAt(list: CustomerList, column: 'group' | 'previous_group', at: number) {
  const name = groupAt(list, column, at);
  return DUE_STAGES.find((known) => known === name) ?? null;
}
