// How the customers of a report are shown, one row each: what is stored as columns becomes members of an object.
import * as v from 'valibot';
import {
  type ColumnName,
  type CustomerList,
  type FigureName,
  getContactAt,
  getCustomerIdAt,
  NO_GROUP,
} from '../customer-lists/columns.ts';
import { described } from '../schema/described.ts';
import { count } from '../schema/fields.ts';
import { calendarDay } from '../schema/report-parts.ts';
import { toDate } from '../settings/calendar.ts';
import { nextProductFields, readNextFields } from './next-products.ts';
import type { CellType, TableColumn } from './table.ts';

/** A member of a row: in the API, and as a column of an export. */
interface CustomerField<S extends v.GenericSchema = v.GenericSchema> {
  readonly schema: S;
  readonly type: CellType;
  read(list: CustomerList, at: number): Value;
}
type Value = string | number | readonly string[] | null;
export type CustomerRow = Readonly<Record<string, Value>>;

/** A figure to filter by range and sort by, with the descriptions of its bounds. */
type Figures = Readonly<Partial<Record<FigureName, string>>>;

interface GroupOf<G extends string> {
  /** Groups of customers: a filter of the list; `previous_…` is the group in the earlier report. */
  readonly group: G;
  readonly groupExample: string;
  /** All groups that there can be; undefined where the names depend on the data. */
  readonly groupNames: readonly string[] | undefined;
  /** FM by F and M; undefined where customers have no scores. */
  readonly fmScore: ((f: number, m: number) => number) | undefined;
}

/** Rows of customers that a type of report defines. */
export interface CustomerRows extends GroupOf<string> {
  /** Figures that this type alone has, beside FIGURES_OF_ALL. */
  readonly figures: Figures;
  /** Schema and description of a row in the OpenAPI document. */
  readonly component: readonly [schema: v.GenericSchema, description: string];
  row(list: CustomerList, at: number): CustomerRow;
  /** The members of a row, as an export writes them; NEXT_COLUMNS follow in a list with next products. */
  readonly columns: readonly TableColumn[];
}

/** `fields`: the members of a row in their order, each known here alone. */
export function defineCustomerRows<
  const G extends string,
  const F extends Figures,
  const M extends Readonly<Record<string, CustomerField>>,
>({
  description,
  fields,
  ...rest
}: GroupOf<G> & {
  readonly figures: F;
  readonly description: string;
  readonly fields: M;
}) {
  const members = Object.entries(fields);
  return {
    ...rest,
    component: [v.object({ ...buildObject(fields).entries, ...nextProductFields }), description] as const,
    columns: members.map(([member, { type }]): TableColumn => ({ name: member, type })),
    row(list: CustomerList, at: number): CustomerRow {
      const row: Record<string, Value> = {};
      for (const [member, { read }] of members) row[member] = read(list, at);
      return { ...row, ...readNextFields(list, at) };
    },
  } satisfies CustomerRows;
}

/** The schemas of the members. */
function buildObject<const M extends Readonly<Record<string, CustomerField>>>(
  fields: M,
): v.ObjectSchema<{ readonly [N in keyof M]: M[N]['schema'] }, undefined>;
function buildObject(
  fields: Readonly<Record<string, CustomerField>>,
): v.ObjectSchema<v.ObjectEntries, undefined> {
  return v.object(
    Object.fromEntries(Object.entries(fields).map(([member, { schema }]) => [member, schema] as const)),
  );
}

export function defineCustomerField<const S extends v.GenericSchema<unknown, Value>>(
  type: CellType,
  schema: S,
  read: (list: CustomerList, at: number) => v.InferOutput<S>,
): CustomerField<S> {
  return { type, schema, read };
}

/** Defines a field from a column that may lack a value. */
export const defineFigureField = (
  type: 'integer' | 'number',
  column: ColumnName,
  schema: v.GenericSchema<number | null>,
  description: string,
) => defineCustomerField(type, described(schema, description), (list, at) => getFigureAt(list, column, at));

/** Figures that each customer of each report has: rows are filtered by their range and ordered by them. */
export const FIGURES_OF_ALL = {
  recency: 'days since the last purchase',
  frequency: 'purchases',
  monetary: 'spend, net of returns',
} as const satisfies Figures;
/** Rows are ordered by them. */
export const DAYS_OF_ALL = ['first_purchase', 'last_purchase'] as const satisfies readonly FigureName[];

/** Members that a row of any type begins with, or has among others. */
export const idField = {
  customer_id: defineCustomerField(
    'text',
    described(v.string(), 'Your id of the customer.', { examples: ['c-1001'] }),
    ({ columns }, at) => getCustomerIdAt(columns, at),
  ),
  contact: defineCustomerField(
    'text',
    described(
      v.nullable(v.string()),
      '`contact` of the newest order that has one, of those that the report looks at. Null where none has.',
      { examples: ['ann@example.com'] },
    ),
    ({ columns }, at) => getContactAt(columns, at),
  ),
};
export const fieldsOfAll = {
  recency: defineCustomerField(
    'integer',
    described(v.pipe(v.number(), v.integer()), 'Days from the last purchase to the reference date.'),
    (list, at) => getNumberAt(list, 'recency', at),
  ),
  frequency: defineCustomerField('integer', described(count, 'Purchases.'), (list, at) =>
    getNumberAt(list, 'frequency', at),
  ),
  monetary: defineCustomerField(
    'number',
    described(v.number(), "Spend, net of returns, in the dataset's currency."),
    (list, at) => getNumberAt(list, 'monetary', at),
  ),
  first_purchase: defineCustomerField(
    'text',
    calendarDay('Day of the first purchase that the report looks at.'),
    (list, at) => toDate(getNumberAt(list, 'first_purchase', at)),
  ),
  last_purchase: defineCustomerField('text', calendarDay('Day of the last one.'), (list, at) =>
    toDate(getNumberAt(list, 'last_purchase', at)),
  ),
};

/** Null where the list has no such column, or the customer no such value. */
export function getFigureAt({ columns }: CustomerList, name: ColumnName, at: number): number | null {
  const value = columns.get(name)?.[at];
  return value === undefined || Number.isNaN(value) ? null : value;
}

/** Reads a column in which each row has a value. */
export function getNumberAt(list: CustomerList, name: ColumnName, at: number): number {
  const value = getFigureAt(list, name, at);
  if (value === null) throw new Error(`row ${at} of the customer list has no ${name}`);
  return value;
}

/** `name`: group or previous_group. Null where the customer is not in that report. */
export function groupAt(list: CustomerList, name: 'group' | 'previous_group', at: number): string | null {
  const group = getNumberAt(list, name, at);
  return group === NO_GROUP ? null : (list.head.groups[group] ?? null);
}
