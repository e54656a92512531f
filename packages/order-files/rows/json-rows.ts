// Reads rows of an NDJSON file: a line is an order in the contract's shape, or one line item beside the values of its
// order.
import { Bookkeeping } from '../account.ts';
import { assignColumns, listCandidates, nameColumns, SURE } from '../columns/column-fields.ts';
import { type ColumnMap, mapColumns } from '../columns/column-map.ts';
import { loadTableReaders } from '../load-readers.ts';
import type { RowSink } from '../orders/order-rows.ts';
import { RecordError } from '../problems/errors.ts';
import { PLAIN } from '../profiles/plain.ts';
import {
  EXPORT_FIELDS,
  type JsonOrder,
  type JsonPaths,
  ORDER_FIELDS,
  type Profile,
} from '../profiles/profile.ts';
import { findJsonProfile } from '../profiles/profiles.ts';
import { demandWithin } from '../tables/table-limits.ts';
import type { TextBlock } from '../text/utf8-lines.ts';
import { formatJson, isScalar, toScalarText } from '../values/bytes.ts';
import { FormatSniffer } from '../values/cell-formats.ts';
import type { CellOptions } from './cell-reader.ts';
import { isRecord, type OrderRow } from './check-row.ts';
import type { JsonRecord } from './json-orders.ts';
import { RecordReader } from './record-reader.ts';
import type { RowBatch, RowOptions } from './row-batches.ts';

export interface JsonRows {
  /** Undefined until a line that is not an order in the contract's shape. */
  readonly columns: ColumnMap | undefined;
  /** How dates and decimals in texts are read. */
  readonly formats: CellOptions;
  read(block: TextBlock): RowBatch;
  /** Returns no rows: a last line without a line feed was read with its block. */
  end(): RowBatch;
}

type Readers = Awaited<ReturnType<typeof loadTableReaders>>;

/** Reads the records of a file, one per line. */
interface JsonReader extends Omit<JsonRows, 'read' | 'end'> {
  /** Throws RecordError. */
  readRecord(record: JsonRecord, line: number, sink: RowSink): void;
  end(sink: RowSink): void;
}

export async function openJson(source: string, first: TextBlock, given: RowOptions): Promise<JsonRows> {
  const readers = await loadTableReaders();
  const options = { ...given, account: given.account ?? new Bookkeeping() };
  const order = findFirstRecord(first.text);
  const profile = order === undefined ? undefined : findJsonProfile(Object.keys(order), options.from);
  const { columns, formats, readRecord, end } =
    order !== undefined && profile?.json !== undefined
      ? createApiReader(source, profile, profile.json, order, options, readers)
      : createFlatReader(source, first, options, readers);
  const openSink = (): RowSink & RowBatch => ({ rows: [], badRows: [] });
  let line = 0;
  return {
    columns,
    formats,
    read({ text, isUtf8 }) {
      const sink = openSink();
      for (const json of listLines(text)) {
        line++;
        if (json.trim() === '') continue;
        try {
          readRecord(parseRecord(json, isUtf8), line, sink);
        } catch (error) {
          if (!(error instanceof RecordError)) throw error;
          sink.badRows.push({ source, line, problem: error.problem, row: json });
        }
      }
      return sink;
    },
    end() {
      const sink = openSink();
      end(sink);
      return sink;
    },
  };
}

/** Reads orders of a shop's API. `first`: one of them, whose own values can be custom fields. */
function createApiReader(
  source: string,
  { id }: Profile,
  json: JsonOrder,
  first: JsonRecord,
  options: RowOptions,
  { listOrderRecords }: Readers,
): JsonReader {
  const named: JsonPaths = { ...json.order, ...json.line, ...json.returned, record_kind: '' };
  const fields = EXPORT_FIELDS.filter((field) => field in named);
  const own = Object.keys(first).filter(
    (key) => !fields.some((field) => field === key) && isScalar(first[key]),
  );
  const { columns: choice, custom } = options;
  const columns = mapColumns(source, [...fields, ...own], { choice, custom, from: id });
  const formats = { dateFormat: 'iso', decimal: 'point', thousands: false, quantityScale: 1 } as const;
  const reader = new RecordReader(source, columns, { ...options, ...formats });
  return {
    columns,
    formats,
    readRecord(order, line, sink) {
      const ownCells = own.map((key) => toScalarText(order[key]));
      for (const record of listOrderRecords(order, json)) {
        reader.read([...fields.map((field) => record[field] ?? ''), ...ownCells], line, sink);
      }
    },
    end: (sink) => reader.end(sink),
  };
}

/**
 * Reads line items beside the values of their order, whose columns are all keys of the first block, and whole orders.
 */
function createFlatReader(
  source: string,
  first: TextBlock,
  options: RowOptions & { readonly account: Bookkeeping },
  { readLine, readWholeOrder }: Readers,
): JsonReader {
  const lines = findLines(first.text);
  const keys = listFlatKeys(first.text, lines);
  const { columns: given = {}, custom, account, demandPrices } = options;
  const choice = lines === undefined ? given : { ...findOrderKey(keys), ...given };
  // Flat records are complete, whoever wrote them.
  const columns =
    keys.length === 0
      ? undefined
      : mapColumns(source, keys, {
          ...{ choice, custom, from: PLAIN.id, demandPrices },
          records: () =>
            [...listFlatRecords(first.text, lines)]
              .slice(0, 50)
              .map((record) => keys.map((key) => toText(record[key]))),
        });
  const formats =
    columns === undefined ? options : detectFormats(source, first.text, lines, columns, options);
  const read = { ...options, ...formats };
  const reader = new RecordReader(source, columns ?? mapColumns(source, ORDER_FIELDS), read);
  const readFlat = createRowReader(columns ?? mapColumns(source, ORDER_FIELDS), reader, read, readLine);
  return {
    columns,
    formats,
    readRecord(record, line, sink) {
      const found =
        'line_items' in record
          ? readWholeOrder(record, line).map((row) => reader.withoutGuest(row))
          : expandLines(record, lines).flatMap((one) => readFlat(one, line));
      if (lines !== undefined && found.length === 0) account.ledger.skip('order without lines');
      account.ledger.rowsRead += Math.max(1, found.length);
      // Whole orders in the contract's shape may leave prices out.
      for (const row of found) reader.add(row, sink, columns === undefined ? false : undefined);
    },
    end() {},
  };
}

/** Depth down to which nested values are columns. */
const MAX_DEPTH = 2;

function* listLines(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    yield text.slice(from, end === -1 ? text.length : end);
    from = end === -1 ? text.length : end + 1;
  }
}

function findFirstRecord(text: string): JsonRecord | undefined {
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
function parseRecord(json: string, isUtf8: boolean): JsonRecord {
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

/** Detects formats from the flat records of the first block. */
function detectFormats(
  source: string,
  text: string,
  lines: string | undefined,
  columns: ColumnMap,
  options: RowOptions,
): CellOptions {
  const { header } = columns;
  const sniffer = new FormatSniffer(columns, options);
  for (const record of listFlatRecords(text, lines)) {
    sniffer.feed(header.map((column) => toSample(record[column])));
  }
  return sniffer.decide(source, header, true);
}

/** A JSON number has a decimal point in any format. */
function toSample(value: unknown): string {
  return typeof value === 'number' && !Number.isInteger(value) ? `${value}0` : toText(value);
}

/** Empty for a value that is neither text nor number. */
function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function listFlatKeys(text: string, lines: string | undefined): string[] {
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
function* listFlatRecords(text: string, lines: string | undefined): Generator<JsonRecord> {
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
function findLines(text: string): string | undefined {
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
function expandLines(record: JsonRecord, lines: string | undefined): readonly JsonRecord[] {
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
function findOrderKey(keys: readonly string[]): { readonly order_id?: string } {
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

/** Returns one row, or none when the record is left out. */
function createRowReader(
  { header, positions, custom, orderIdParts }: ColumnMap,
  reader: RecordReader,
  options: RowOptions,
  readLine: Readers['readLine'],
): (record: JsonRecord, line: number) => OrderRow[] {
  const used = [
    ...Object.values(positions).filter((position) => position !== -1),
    ...[...custom, ...orderIdParts].map(({ position }) => position),
    ...[...reader.unread, ...reader.flags].map(({ position }) => position),
  ];
  const own = header.map(() => '');
  return (record, line) => {
    for (const position of used) {
      const column = header[position];
      if (column !== undefined) own[position] = toCell(column, record[column], options);
    }
    const cells = reader.addOrderId?.(own) ?? own;
    reader.noteUnread(cells, line);
    if (reader.isLeftOut(cells)) return [];
    const row = reader.readAlone(cells, line);
    if (row === undefined) return [];
    const { custom_fields } = record;
    if (!isRecord(custom_fields)) return [row];
    const fields = { ...custom_fields, ...row.item.custom_fields };
    return [{ ...row, item: readLine({ ...row.item, custom_fields: fields }) }];
  };
}

function toCell(column: string, value: unknown, { decimal }: RowOptions): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return decimal === 'comma' ? String(value).replace('.', ',') : String(value);
  if (typeof value === 'boolean') return String(value);
  throw new RecordError({ code: 'not_a_scalar', column, json: formatJson(value) });
}
