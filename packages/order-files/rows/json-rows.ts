// Reads rows of an NDJSON file: a line is an order in the contract's shape, or one line item beside the values of its
// order.
import { Bookkeeping } from '../account.ts';
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
import type { TextBlock } from '../text/utf8-lines.ts';
import { formatJson, isScalar, toScalarText } from '../values/bytes.ts';
import { FormatSniffer } from '../values/cell-formats.ts';
import type { CellOptions } from './cell-reader.ts';
import { isRecord, type OrderRow } from './check-row.ts';
import type { JsonRecord } from './json-orders.ts';
import {
  expandLines,
  findFirstRecord,
  findLines,
  findOrderKey,
  listFlatKeys,
  listFlatRecords,
  listLines,
  parseRecord,
} from './json-records.ts';
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
