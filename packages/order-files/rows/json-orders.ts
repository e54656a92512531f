// Extracts cells of a table from an order in JSON, as a shop's API returns it, by the paths of a profile.
import type { JsonOrder, JsonPaths } from '../profiles/profile.ts';
import { toScalarText } from '../values/bytes.ts';
import { isRecord } from './check-row.ts';

export type JsonRecord = Readonly<Record<string, unknown>>;

/** Yields a record for each line of the order and for each returned line: cells by field. */
export function* listOrderRecords(
  order: JsonRecord,
  { order: ofOrder, lines, line, returns, returned = {} }: JsonOrder,
): Generator<Readonly<Record<string, string>>> {
  const shared = readCells(ofOrder, (path) => readText(order, path));
  for (const one of listValues(order, lines)) {
    yield { ...shared, record_kind: 'sale', ...readCells(line, (path) => readText(one, path)) };
  }
  if (returns === undefined) return;
  const [outer = '', inner = ''] = returns.split('/');
  for (const refund of listValues(order, outer)) {
    for (const one of listValues(refund, inner)) {
      const read = (path: string): string =>
        path.startsWith('^') ? readText(refund, path.slice(1)) : readText(one, path);
      yield { ...shared, record_kind: 'return', ...readCells(returned, read) };
    }
  }
}

function readCells(paths: JsonPaths, read: (path: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(paths).map(([field, path]) => [field, read(path)]));
}

function readText(root: unknown, paths: string): string {
  for (const path of paths.split('|')) {
    const isNegative = path.startsWith('-');
    const found = [...listValues(root, isNegative ? path.slice(1) : path)].map(toScalarText);
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

const STEP = /^(\w+)(?:\{(\w+)=(\w+)\})?$/;

/** Yields the values at the path; each value of a list. */
function* listValues(value: unknown, path: string): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const one of value) yield* listValues(one, path);
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
  yield* listValues(Array.isArray(found) ? found.filter(isKept) : found, rest);
}
