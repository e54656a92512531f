// A report of a type that has no view of its own: its summary as facts, its lists as tables. What they are called is what
// the API calls them.
import { h } from 'preact';
import { inWords } from './insights.ts';
import { listed } from './names.ts';
import { type Column, type Fact, Facts, Table } from './table.ts';

export interface Listing {
  readonly key: string;
  readonly columns: readonly { readonly key: string; readonly isNumeric: boolean }[];
  readonly rows: readonly (readonly Value[])[];
}

type Value = string | number | undefined;
type Write = (value: number) => string;

/** More rows are in its CSV. */
const MOST_ROWS = 200;

export function summaryFacts(body: object, write: Write): Fact[] {
  return Object.entries(memberOf(body, 'summary')).flatMap(([key, value]): Fact[] => {
    const shown = shownValue(value);
    return shown === undefined ? [] : [[inWords(key), written(shown, write)]];
  });
}

/** Lists of objects, with those of their members that are numbers or texts. */
export function listingsOf(body: object): Listing[] {
  return Object.entries(body).flatMap(([key, list]): Listing[] => {
    if (!Array.isArray(list)) return [];
    const rows = list.flatMap((row: unknown) =>
      typeof row === 'object' && row !== null && !Array.isArray(row) ? [new Map(Object.entries(row))] : [],
    );
    const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
    const columns = names.flatMap((name) => {
      const values = rows.map((row) => shownValue(row.get(name))).filter((value) => value !== undefined);
      if (values.length === 0) return [];
      return { key: name, isNumeric: values.every((value) => typeof value === 'number') };
    });
    if (columns.length === 0) return [];
    return [
      { key, columns, rows: rows.map((row) => columns.map((column) => shownValue(row.get(column.key)))) },
    ];
  });
}

export function written(value: Value, write: Write): string {
  return typeof value === 'number' ? write(value) : (value ?? '');
}

export interface GenericProps {
  readonly body: object;
  readonly write: Write;
}

export function GenericTables({ body, write }: GenericProps) {
  return listingsOf(body).map(({ key, columns, rows }) =>
    h(
      'section',
      { key, class: 'card long' },
      h('h2', null, inWords(key)),
      h(Table, {
        caption: inWords(key),
        columns: columns.map(
          (column): Column => ({ title: inWords(column.key), ...(column.isNumeric && { class: 'n' }) }),
        ),
        rows: rows.slice(0, MOST_ROWS).map((row) => row.map((value) => written(value, write))),
      }),
    ),
  );
}

export function GenericBody({ body, write }: GenericProps) {
  return [h(Facts, { facts: summaryFacts(body, write) }), h(GenericTables, { body, write })];
}

function memberOf(body: object, name: string): object {
  const member: unknown = new Map<string, unknown>(Object.entries(body)).get(name);
  return typeof member === 'object' && member !== null ? member : {};
}

/** Texts that stand in a list are one text. */
function shownValue(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'))
    return listed(value);
  return undefined;
}
