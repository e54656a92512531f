// A report of a type that has no view of its own: its summary as facts, its lists as tables. What they are called is what the API
// calls them.
import { inWords } from '../insights.ts';
import { listed } from '../names.ts';
import type { Fact } from '../table.ts';
import { figure, measured, type Say, type ShownTable } from './shown.ts';

export type WriteNumber = Pick<Say, 'number'>;

export function summaryFacts(body: object, say: WriteNumber): Fact[] {
  return Object.entries(memberOf(body, 'summary')).flatMap(([key, value]): Fact[] => {
    const shown = shownValue(value);
    if (typeof shown === 'number') return measured(inWords(key), shown, (one) => written(one, say));
    return shown === undefined ? [] : [[inWords(key), shown]];
  });
}

/** Lists of objects, with those of their members that are numbers or texts. */
export function listsOf(body: object, say: WriteNumber): ShownTable[] {
  return listings(body).map(({ key, names, rows }) => ({
    id: key.replaceAll('_', '-'),
    title: inWords(key),
    columns: names.map((name, at) =>
      rows.every((row) => typeof (row[at] ?? 0) === 'number')
        ? figure(inWords(name))
        : { title: inWords(name) },
    ),
    rows: rows.map((row) => row.map((value) => written(value, say))),
  }));
}

type Value = string | number | undefined;

export function listings(body: object) {
  return Object.entries(body).flatMap(([key, list]) => {
    if (!Array.isArray(list)) return [];
    const all = list.flatMap((row: unknown) =>
      typeof row === 'object' && row !== null && !Array.isArray(row) ? [new Map(Object.entries(row))] : [],
    );
    const names = [...new Set(all.flatMap((row) => [...row.keys()]))].filter((name) =>
      all.some((row) => shownValue(row.get(name)) !== undefined),
    );
    if (names.length === 0) return [];
    return [{ key, names, rows: all.map((row) => names.map((name) => shownValue(row.get(name)))) }];
  });
}

function written(value: Value, { number }: WriteNumber): string {
  if (typeof value !== 'number') return value ?? '';
  return number(value, Math.min(4, `${value}`.split('.')[1]?.length ?? 0));
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
