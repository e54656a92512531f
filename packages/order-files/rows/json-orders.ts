// Orders in JSON as a shop's API returns them, as rows: the lines of each become records of one table, whose columns are
// the fields of an order, and the values that the order itself has.
import { openAccount } from '../account.ts';
import { type ColumnMap, mapColumns } from '../columns/column-map.ts';
import type { RowSink } from '../orders/order-rows.ts';
import { EXPORT_FIELDS, type JsonOrder, type JsonPaths, type Profile } from '../profiles/profile.ts';
import { BlockReader } from './block-reader.ts';
import type { RowOptions } from './row-batches.ts';

export interface JsonOrders {
  readonly columns: ColumnMap;
  read(order: Readonly<Record<string, unknown>>, line: number, sink: RowSink): void;
  end(sink: RowSink): void;
}

/** `first`: an order of the file, whose own values can be custom fields. */
export function openJsonOrders(
  source: string,
  profile: Profile & Required<Pick<Profile, 'json' | 'block'>>,
  first: Readonly<Record<string, unknown>>,
  { columns: choice, custom, account = openAccount() }: RowOptions,
): JsonOrders {
  const { json, block } = profile;
  const named: Readonly<Record<string, string>> = {
    ...json.order,
    ...json.line,
    ...json.returned,
    record_kind: '',
  };
  const fields = EXPORT_FIELDS.filter((field) => field in named);
  const own = Object.keys(first).filter(
    (key) => !fields.some((field) => field === key) && isScalar(first[key]),
  );
  const columns = mapColumns(source, [...fields, ...own], { choice, custom, from: profile.id });
  const options = { dateFormat: 'iso', decimal: 'point' } as const;
  const reader = new BlockReader(source, columns, profile, block, options, account);
  return {
    columns,
    read(order, line, sink) {
      const ownCells = own.map((key) => (isScalar(order[key]) ? String(order[key]) : ''));
      for (const record of recordsOfOrder(order, json)) {
        reader.read([...fields.map((field) => record[field] ?? ''), ...ownCells], line, sink);
      }
    },
    end: (sink) => reader.end(sink),
  };
}

function isScalar(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'object';
}

// Values within an order in JSON, as cells of a table: by paths as a profile has them.

type Json = Readonly<Record<string, unknown>>;

/** A record for each line of the order, and for each that came back: cells by field. */
function* recordsOfOrder(
  order: Json,
  { order: ofOrder, lines, line, returns, returned = {} }: JsonOrder,
): Generator<Readonly<Record<string, string>>> {
  const shared = cells(ofOrder, (path) => valueAt(order, path));
  for (const one of valuesAt(order, lines)) {
    yield { ...shared, record_kind: 'sale', ...cells(line, (path) => valueAt(one, path)) };
  }
  if (returns === undefined) return;
  const [outer = '', inner = ''] = returns.split('/');
  for (const refund of valuesAt(order, outer)) {
    for (const one of valuesAt(refund, inner)) {
      const read = (path: string): string =>
        path.startsWith('^') ? valueAt(refund, path.slice(1)) : valueAt(one, path);
      yield { ...shared, record_kind: 'return', ...cells(returned, read) };
    }
  }
}

function cells(paths: JsonPaths, read: (path: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(paths).map(([field, path]) => [field, read(path)]));
}

function valueAt(root: unknown, paths: string): string {
  for (const path of paths.split('|')) {
    const isNegative = path.startsWith('-');
    const found = [...valuesAt(root, isNegative ? path.slice(1) : path)].map(textOf);
    const texts = found.filter((text) => text !== '');
    const [first] = texts;
    if (first === undefined) continue;
    if (texts.length === 1 && !isNegative) return first;
    const numbers = texts.map(Number);
    const last = texts.at(-1) ?? '';
    if (numbers.some(Number.isNaN)) return last;
    const cents = numbers.reduce((sum, number) => sum + Math.round(number * 1e4), 0);
    return String((isNegative ? -cents : cents) / 1e4);
  }
  return '';
}

function textOf(value: unknown): string {
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}

const STEP = /^(\w+)(?:\{(\w+)=(\w+)\})?$/;

/** What the path leads to; through lists, to each of their values. */
function* valuesAt(value: unknown, path: string): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const one of value) yield* valuesAt(one, path);
    return;
  }
  if (path === '') {
    yield value;
    return;
  }
  if (!isRecord(value)) return;
  const point = path.indexOf('.');
  const [step, rest] = point === -1 ? [path, ''] : [path.slice(0, point), path.slice(point + 1)];
  const [, name = '', key, wanted] = STEP.exec(step) ?? [];
  const found = value[name];
  const isKept = (one: unknown): boolean => key === undefined || (isRecord(one) && one[key] === wanted);
  yield* valuesAt(Array.isArray(found) ? found.filter(isKept) : found, rest);
}

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
