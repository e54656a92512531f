// How the customers of a report are shown, one row each: what is stored as columns becomes members of an object.
import * as v from 'valibot';
import {
  type ColumnName,
  type CustomerList,
  customerIdAt,
  NO_GROUP,
} from '../core/customer-lists/columns.ts';
import { dateOfDay } from '../core/orders/calendar.ts';
import type { TableColumn } from '../core/tables/table.ts';
import { described } from '../schema/described.ts';
import { count } from '../schema/fields.ts';
import { calendarDay } from '../schema/report-parts.ts';

/** What customers can be grouped by: each is a filter of the list, and `previous_…` is the same in the earlier report. */
export const CUSTOMER_GROUPS = ['segment', 'cohort'] as const;
export type CustomerGroup = (typeof CUSTOMER_GROUPS)[number];

/** Of a type of report that has customers. */
export interface CustomerRows {
  readonly group: CustomerGroup;
  /** All groups that there can be; undefined where the names depend on the data. */
  readonly groupNames: readonly string[] | undefined;
  /** What rows are also filtered and ordered by, beside FIGURES_OF_ALL. */
  readonly figures: readonly Figure[];
  /** FM by F and M; undefined where customers have no scores. */
  readonly fmScore: ((f: number, m: number) => number) | undefined;
  /** Of a row, in the OpenAPI document. */
  readonly component: {
    readonly name: string;
    readonly schema: v.GenericSchema;
    readonly description: string;
  };
  row(list: CustomerList, at: number): CustomerRow;
  /** The members of a row, as an export writes them. */
  readonly columns: readonly TableColumn[];
}

/** Figures that one type of report has. */
export const OWN_FIGURES = [
  'probability_alive',
  'expected_orders_90d',
  'expected_value_90d',
  'days_to_second_order',
] as const satisfies readonly ColumnName[];
type Figure = (typeof OWN_FIGURES)[number];

export type CustomerRow = Readonly<Record<string, string | number | null>>;

/** Figures that each customer of each report has: rows are filtered by their range and ordered by them. */
export const FIGURES_OF_ALL = ['recency', 'frequency', 'monetary'] as const satisfies readonly ColumnName[];
/** Rows are ordered by them. */
export const DAYS_OF_ALL = ['first_purchase', 'last_purchase'] as const satisfies readonly ColumnName[];

/** Members that a row of any type begins with, or has among others. */
export const customerId = described(v.string(), 'Your id of the customer.', { examples: ['c-1001'] });
export const figureFields = {
  recency: described(v.pipe(v.number(), v.integer()), 'Days from the last purchase to the reference date.'),
  frequency: described(count, 'Purchases.'),
  monetary: described(v.number(), "Spend, net of returns, in the dataset's currency."),
  first_purchase: calendarDay('Day of the first purchase that the report looks at.'),
  last_purchase: calendarDay('Day of the last one.'),
};

/** Of figureFields, in their order. */
export const FIGURE_COLUMNS: readonly TableColumn[] = [
  { name: 'recency', type: 'integer' },
  { name: 'frequency', type: 'integer' },
  { name: 'monetary', type: 'number' },
  { name: 'first_purchase', type: 'text' },
  { name: 'last_purchase', type: 'text' },
];

/** Null where the list has no such column, or the customer no such value. */
export function figureAt({ columns }: CustomerList, name: ColumnName, at: number): number | null {
  const value = columns.get(name)?.[at];
  return value === undefined || Number.isNaN(value) ? null : value;
}

/** Of a column that each row has a value in. */
export function numberAt(list: CustomerList, name: ColumnName, at: number): number {
  const value = figureAt(list, name, at);
  if (value === null) throw new Error(`row ${at} of the customer list has no ${name}`);
  return value;
}

/** `name`: group or previous_group. Null where the customer is not in that report. */
export function groupAt(list: CustomerList, name: 'group' | 'previous_group', at: number): string | null {
  const group = numberAt(list, name, at);
  return group === NO_GROUP ? null : (list.head.groups[group] ?? null);
}

export function idAt({ columns }: CustomerList, at: number): string {
  return customerIdAt(columns, at);
}

export function figuresOfAll(list: CustomerList, at: number) {
  return {
    recency: numberAt(list, 'recency', at),
    frequency: numberAt(list, 'frequency', at),
    monetary: numberAt(list, 'monetary', at),
    first_purchase: dateOfDay(numberAt(list, 'first_purchase', at)),
    last_purchase: dateOfDay(numberAt(list, 'last_purchase', at)),
  };
}
