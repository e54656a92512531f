// Rows of an NDJSON file: a line is an order in the contract's shape, or one line item with its order's values beside.
import * as v from 'valibot';
import { pathOf } from '../../../src/contract/parse.ts';
import { lineItemSchema, orderSchema } from '../../../src/contract/resources/orders/order-schema.ts';
import {
  createUnknownFields,
  UnknownFieldError,
} from '../../../src/contract/resources/orders/unknown-fields.ts';
import { keysOf } from '../../../src/contract/schema/keys.ts';
import { MAX_LINE_ITEMS_PER_REQUEST } from '../../../src/contract/schema/limits.ts';
import { type Account, openAccount } from '../account.ts';
import { type ColumnMap, mapColumns } from '../columns/column-map.ts';
import type { RowSink } from '../orders/order-rows.ts';
import { RecordError, tooManyLines } from '../problems/errors.ts';
import { PLAIN } from '../profiles/plain.ts';
import { ORDER_FIELDS } from '../profiles/profile.ts';
import { profileOfJson } from '../profiles/profiles.ts';
import { demandWithin } from '../tables/table-limits.ts';
import type { TextBlock } from '../text/utf8-lines.ts';
import { shownJson } from '../values/bytes.ts';
import { FormatSniffer } from '../values/cell-formats.ts';
import { type OrderRow, problemOfIssue, productLine } from './check-row.ts';
import { isRecord, type JsonOrders, openJsonOrders } from './json-orders.ts';
import type { BadRow, RowBatch, RowOptions } from './row-batches.ts';
import { type CellOptions, RowReader } from './row-reader.ts';

export interface JsonRows {
  /** Undefined while only orders in the contract's shape came. */
  readonly columns: ColumnMap | undefined;
  /** How dates and decimals in texts are read. */
  readonly formats: CellOptions;
  read(block: TextBlock): RowBatch;
  /** Nothing: a last line without a line feed was read with its block. */
  end(): RowBatch;
}

/** The columns are guessed from all keys of flat records in the first block. */
export function openJson(source: string, first: TextBlock, options: RowOptions): JsonRows {
  const order = firstRecord(first.text);
  const profile = order === undefined ? undefined : profileOfJson(Object.keys(order), options.from);
  if (order !== undefined && profile?.json !== undefined && profile.block !== undefined) {
    const { json, block } = profile;
    return ordersOfApi(source, openJsonOrders(source, { ...profile, json, block }, order, options));
  }
  const keys = flatKeys(first.text);
  const { columns: choice, custom, account = openAccount() } = options;
  // Flat records speak for themselves, whoever wrote them.
  const columns =
    keys.length === 0
      ? undefined
      : mapColumns(source, keys, {
          ...{ choice, custom, from: PLAIN.id, demandPrices: options.demandPrices },
          records: () =>
            [...flatRecords(first.text)].slice(0, 50).map((record) => keys.map((key) => textOf(record[key]))),
        });
  const formats = columns === undefined ? options : sniffed(source, first.text, columns, options);
  const reader = flatReader(
    source,
    columns ?? mapColumns(source, ORDER_FIELDS),
    { ...options, ...formats },
    account,
  );
  const { unit_price, line_total } = columns?.positions ?? NO_PRICES;
  const hasPrices = unit_price !== -1 || line_total !== -1;
  let line = 0;
  return {
    columns,
    formats,
    read({ text, isUtf8 }) {
      const rows: OrderRow[] = [];
      const badRows: BadRow[] = [];
      for (const json of linesOf(text)) {
        line++;
        if (json.trim() === '') continue;
        try {
          const record = recordOf(json, isUtf8);
          const found = 'line_items' in record ? rowsOfOrder(record, line) : reader(flattened(record), line);
          account.ledger.rowsRead += Math.max(1, found.length);
          for (const row of found) {
            account.ledger.addRow(row);
            if (hasPrices && row.item.unit_price === undefined) account.ledger.noteBlankPrice(source, line);
            rows.push(row);
          }
        } catch (error) {
          if (!(error instanceof RecordError)) throw error;
          badRows.push({ source, line, problem: error.problem, row: json });
        }
      }
      return { rows, badRows };
    },
    end: () => ({ rows: [], badRows: [] }),
  };
}

const unknownFieldsOf = createUnknownFields({
  request: ['orders'],
  order: keysOf(orderSchema.entries),
  lineItem: keysOf(lineItemSchema.entries),
});

/** Whole orders in the contract's shape may leave prices out. */
const NO_PRICES = { unit_price: -1, line_total: -1 };

/** Objects within each other whose values are columns. */
const MAX_DEPTH = 2;

type JsonRecord = Readonly<Record<string, unknown>>;

/** Orders with all that a shop's API says of them. */
function ordersOfApi(source: string, orders: JsonOrders): JsonRows {
  let line = 0;
  const batch = (): RowSink & RowBatch => ({ rows: [], badRows: [] });
  return {
    columns: orders.columns,
    formats: { dateFormat: 'iso', decimal: 'point' },
    read({ text, isUtf8 }) {
      const sink = batch();
      for (const json of linesOf(text)) {
        line++;
        if (json.trim() === '') continue;
        try {
          orders.read(recordOf(json, isUtf8), line, sink);
        } catch (error) {
          if (!(error instanceof RecordError)) throw error;
          sink.badRows.push({ source, line, problem: error.problem, row: json });
        }
      }
      return sink;
    },
    end() {
      const sink = batch();
      orders.end(sink);
      return sink;
    },
  };
}

function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    yield text.slice(from, end === -1 ? text.length : end);
    from = end === -1 ? text.length : end + 1;
  }
}

function firstRecord(text: string): JsonRecord | undefined {
  for (const json of linesOf(text)) {
    if (json.trim() === '') continue;
    try {
      return recordOf(json, true);
    } catch {
      return undefined;
    }
  }
  return undefined;
}

/** Throws RecordError. */
function recordOf(json: string, isUtf8: boolean): JsonRecord {
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

/** By the flat records of the first block. */
function sniffed(source: string, text: string, columns: ColumnMap, options: RowOptions): CellOptions {
  const { header } = columns;
  const sniffer = new FormatSniffer(columns, options);
  for (const record of flatRecords(text)) {
    sniffer.feed(header.map((column) => sampleOf(record[column])));
  }
  return sniffer.decide(source, header, true);
}

/** A number has a decimal point, whatever follows it. */
function sampleOf(value: unknown): string {
  return typeof value === 'number' && !Number.isInteger(value) ? `${value}0` : textOf(value);
}

/** Empty for what is neither text nor number. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function flatKeys(text: string): string[] {
  const keys = new Set<string>();
  for (const record of flatRecords(text)) {
    for (const [key, value] of Object.entries(record)) if (!isRecord(value)) keys.add(key);
    demandWithin('columns', keys.size);
  }
  return [...keys];
}

/** `customer: {id: 7}` has a column `customer.id` beside. */
function flattened(record: JsonRecord, depth = 0): JsonRecord {
  let flat: Record<string, unknown> | undefined;
  for (const [key, value] of Object.entries(record)) {
    if (!isRecord(value) || key === 'custom_fields') continue;
    const inner = depth < MAX_DEPTH ? flattened(value, depth + 1) : value;
    flat ??= { ...record };
    for (const [name, one] of Object.entries(inner)) if (!isRecord(one)) flat[`${key}.${name}`] = one;
  }
  return flat ?? record;
}

/** What is no JSON, or a whole order, is left out. */
function* flatRecords(text: string): Generator<JsonRecord> {
  for (const json of linesOf(text)) {
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch {
      continue;
    }
    if (isRecord(value) && !('line_items' in value)) yield flattened(value);
  }
}

const wholeOrder = v.object({
  ...orderSchema.entries,
  line_items: v.pipe(
    v.array(productLine, 'expected an array of line items'),
    v.minLength(1, 'expected at least one line item'),
  ),
});

const SHOWN_FIELDS = 8;

function rowsOfOrder(record: JsonRecord, line: number): OrderRow[] {
  const items = record.line_items;
  if (Array.isArray(items) && items.length > MAX_LINE_ITEMS_PER_REQUEST)
    throw tooManyLines(shownJson(record.order_id));
  if (
    record.order_id === undefined &&
    Object.keys(record).some((key) => !Object.hasOwn(orderSchema.entries, key))
  )
    throw new RecordError({ code: 'foreign_order', fields: Object.keys(record).slice(0, SHOWN_FIELDS) });
  const { order_id, customer_id, order_date, line_items } = parsed(wholeOrder, record);
  refuseUnknownFields(record);
  return line_items.map((item) => ({ line, order_id, customer_id, order_date, item }));
}

function parsed<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, input, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new RecordError(problemOfIssue(issue, pathOf(issue.path ?? []) ?? ''));
}

function refuseUnknownFields(record: JsonRecord): void {
  try {
    unknownFieldsOf({ orders: [record] }, { strict: true });
  } catch (error) {
    if (!(error instanceof UnknownFieldError)) throw error;
    const { field, meant } = error;
    throw new RecordError({ code: 'unknown_field', column: field, meant });
  }
}

/** One row, or none when the record is left out. */
function flatReader(
  source: string,
  columns: ColumnMap,
  options: RowOptions,
  account: Account,
): (record: JsonRecord, line: number) => OrderRow[] {
  const { header, positions, custom } = columns;
  const reader = new RowReader(source, columns, options, account);
  const used = [
    ...Object.values(positions).filter((position) => position !== -1),
    ...custom.map(({ position }) => position),
  ];
  const cells = header.map(() => '');
  return (record, line) => {
    for (const position of used) {
      const column = header[position];
      if (column !== undefined) cells[position] = cellOf(column, record[column], options);
    }
    const discount = record[header[reader.discountAt] ?? ''];
    if (reader.discountAt !== -1)
      cells[reader.discountAt] = typeof discount === 'object' ? '' : cellOf('', discount, options);
    const row = reader.read(cells, line);
    if (row === undefined) return [];
    if ('code' in row) throw new RecordError(row);
    const { custom_fields } = record;
    if (custom_fields === undefined || custom_fields === null || !isRecord(custom_fields)) return [row];
    const fields = { ...custom_fields, ...row.item.custom_fields };
    return [{ ...row, item: parsed(productLine, { ...row.item, custom_fields: fields }) }];
  };
}

function cellOf(column: string, value: unknown, { decimal }: RowOptions): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return decimal === 'comma' ? String(value).replace('.', ',') : String(value);
  if (typeof value === 'boolean') return String(value);
  throw new RecordError({ code: 'not_a_scalar', column, json: shownJson(value) });
}
