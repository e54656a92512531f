// Splits NDJSON into records, and spreads nested objects and the lines of orders over flat ones.
import { assignColumns, listCandidates, nameColumns, SURE } from '../columns/column-fields.ts';
import { RecordError } from '../problems/errors.ts';
import { demandWithin } from '../tables/table-limits.ts';
import { isRecord } from './check-row.ts';
import type { JsonRecord } from './json-orders.ts';

/** Depth down to which nested values are columns. */
const MAX_DEPTH = 2;

export function* listLines(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    yield text.slice(from, end === -1 ? text.length : end);
    from = end === -1 ? text.length : end + 1;
  }
}

export function findFirstRecord(text: string): JsonRecord | undefined {
  for (const json of listLines(text)) {
    if (json.trim() === '') continue;
    try {
      return parseRecord(json, true);
    } catch {
      return undefined;
    }
  }
  return undefined;
}

/** Throws RecordError. */
export function parseRecord(json: string, isUtf8: boolean): JsonRecord {
  if (!isUtf8 && json.includes('\ufffd')) throw new RecordError({ code: 'other_bytes', column: undefined });
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'something else';
    throw new RecordError({ code: 'not_json', reason });
  }
  if (!isRecord(value)) throw new RecordError({ code: 'not_json', reason: undefined });
  return value;
}

export function listFlatKeys(text: string, lines: string | undefined): string[] {
  const keys = new Set<string>();
  for (const record of listFlatRecords(text, lines)) {
    for (const [key, value] of Object.entries(record)) if (!isRecord(value)) keys.add(key);
    demandWithin('columns', keys.size);
  }
  return [...keys];
}

/** Adds a column `customer.id` for `customer: {id: 7}`. */
function flattenRecord(record: JsonRecord, depth = 0): JsonRecord {
  let flat: Record<string, unknown> | undefined;
  for (const [key, value] of Object.entries(record)) {
    if (!isRecord(value) || key === 'custom_fields') continue;
    const inner = depth < MAX_DEPTH ? flattenRecord(value, depth + 1) : value;
    flat ??= { ...record };
    for (const [name, one] of Object.entries(inner)) if (!isRecord(one)) flat[`${key}.${name}`] = one;
  }
  return flat ?? record;
}

/** Yields the records that are not whole orders. */
export function* listFlatRecords(text: string, lines: string | undefined): Generator<JsonRecord> {
  for (const record of listRecords(text)) if (!('line_items' in record)) yield* expandLines(record, lines);
}

/** Yields the rows of a preview: the values of each line beside those of its order. */
export function* listRows(text: string): Generator<JsonRecord> {
  const lines = findLines(text);
  for (const record of listRecords(text)) yield* expandLines(record, lines);
}

/** Records that are examined for their lines. */
const EXAMINED_RECORDS = 50;

/**
 * Returns the key of the list of objects that are the lines of an order, whatever its name: the one whose keys are those
 * of most fields of a line.
 */
export function findLines(text: string): string | undefined {
  const keysOf = new Map<string, Set<string>>();
  let examined = 0;
  for (const record of listRecords(text)) {
    if ('line_items' in record) continue;
    for (const [key, value] of Object.entries(record)) {
      const first: unknown = Array.isArray(value) ? value[0] : undefined;
      if (!isRecord(first)) continue;
      const keys = keysOf.get(key) ?? new Set();
      for (const name of Object.keys(flattenRecord(first))) keys.add(name);
      keysOf.set(key, keys);
    }
    if (++examined === EXAMINED_RECORDS) break;
  }
  const fields = ['product_name', 'product_sku', 'quantity', 'unit_price', 'line_total'] as const;
  const scored = [...keysOf].map(([key, keys]) => {
    const found = assignColumns(fields, listCandidates(nameColumns([...keys], [])), SURE);
    return { key, score: Object.keys(found).length };
  });
  const best = scored.sort((a, b) => b.score - a.score)[0];
  return best === undefined || best.score === 0 ? undefined : best.key;
}

/** Returns a record for each line: the values of the order, and those of the line. */
export function expandLines(record: JsonRecord, lines: string | undefined): readonly JsonRecord[] {
  const order = flattenRecord(record);
  const found = lines === undefined ? undefined : order[lines];
  if (lines === undefined || !Array.isArray(found)) return [order];
  const { [lines]: _, ...own } = order;
  return found.filter(isRecord).map((line) => {
    const named = Object.entries(flattenRecord(line)).map(([key, value]) => [
      key in own ? `${lines}.${key}` : key,
      value,
    ]);
    return { ...own, ...Object.fromEntries(named) };
  });
}

/** An order's own `id` is its number if no key names the order. */
export function findOrderKey(keys: readonly string[]): { readonly order_id?: string } {
  const named = assignColumns(['order_id'], listCandidates(nameColumns(keys, [])), SURE);
  const id = keys.find((key) => /^_?id$|^number$/i.test(key));
  return named.order_id !== undefined || id === undefined ? {} : { order_id: id };
}

/** Yields records with the values of nested objects added; skips lines that are not JSON. */
function* listRecords(text: string): Generator<JsonRecord> {
  for (const json of listLines(text)) {
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch {
      continue;
    }
    if (isRecord(value)) yield flattenRecord(value);
  }
}
