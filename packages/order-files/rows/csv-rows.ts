// Rows of a CSV file: every record below the header is a line item, unless it holds none.
import { type Account, openAccount } from '../account.ts';
import type { ColumnChoice } from '../columns/column-flags.ts';
import type { ColumnMap } from '../columns/column-map.ts';
import type { LocatedHeader } from '../columns/locate-header.ts';
import type { RowSink } from '../orders/order-rows.ts';
import type { RowProblem } from '../problems/row-problems.ts';
import { type BlockRules, ORDER_FIELDS, plainName } from '../profiles/profile.ts';
import { CsvRecords } from '../text/csv-records.ts';
import type { TextBlock } from '../text/utf8-lines.ts';
import { BlockReader } from './block-reader.ts';
import type { OrderRow } from './check-row.ts';
import { type BadRow, type RowBatch, type RowOptions, recordOf } from './row-batches.ts';
import { RowReader } from './row-reader.ts';

const REPLACEMENT = '\ufffd';
const NUL = '\0';

export interface CsvRows {
  readonly columns: ColumnMap;
  read(block: TextBlock): RowBatch;
  /** What was left without a line feed. */
  end(): RowBatch;
}

export function openCsv(
  source: string,
  { columns, delimiter, linesAbove, line: headerLine }: LocatedHeader,
  options: RowOptions,
): CsvRows {
  const { account = openAccount() } = options;
  const { header } = columns;
  const reader = recordReader(source, columns, options, account);
  const records = new CsvRecords(delimiter);
  const rowFilter = createRowFilter(columns);
  if (linesAbove > 0) account.ledger.skip('line above the header', linesAbove);

  let hasNul = false;

  function drain(isUtf8: boolean, isLast: boolean): RowBatch {
    const rows: OrderRow[] = [];
    const badRows: BadRow[] = [];
    while (records.next()) {
      if (records.line <= headerLine) continue;
      const skipped = records.hasOpenQuote ? undefined : rowFilter(records.fields);
      if (skipped !== undefined) {
        account.ledger.skip(skipped);
        continue;
      }
      const problem = problemOfRecord(records, columns, isUtf8, hasNul);
      if (problem !== undefined)
        badRows.push({ source, line: records.line, problem, row: recordOf(header, records.fields) });
      else reader.read(records.fields, records.line, { rows, badRows });
    }
    if (isLast) reader.end({ rows, badRows });
    return { rows, badRows };
  }

  return {
    columns,
    read({ text, isUtf8 }) {
      records.feed(text);
      hasNul ||= text.includes(NUL);
      return drain(isUtf8, false);
    },
    end() {
      records.end();
      return drain(true, true);
    },
  };
}

interface RecordReader {
  read(cells: readonly string[], line: number, sink: RowSink): void;
  end(sink: RowSink): void;
}

/** Lines of a plain file speak for themselves; all others are read an order at a time. */
function recordReader(
  source: string,
  columns: ColumnMap,
  options: RowOptions,
  account: Account,
): RecordReader {
  const { profile } = columns;
  const rules = profile.block ?? (asksForAccounts(options.columns) ? PLAIN_BLOCK : undefined);
  if (rules !== undefined) return new BlockReader(source, columns, profile, rules, options, account);
  const reader = new RowReader(source, columns, options, account);
  const hasPrices = columns.positions.unit_price !== -1 || columns.positions.line_total !== -1;
  return {
    read(cells, line, { rows, badRows }) {
      account.ledger.rowsRead++;
      const row = reader.read(cells, line);
      if (row === undefined) return;
      if ('code' in row) badRows.push({ source, line, problem: row, row: recordOf(columns.header, cells) });
      else {
        account.ledger.addRow(row);
        if (hasPrices && row.item.unit_price === undefined) account.ledger.noteBlankPrice(source, line);
        rows.push(row);
      }
    },
    end() {},
  };
}

/** Of a file of no exporter, where the operator named columns of discounts, refunds or totals. */
const PLAIN_BLOCK: BlockRules = { prices: 'before line discount', refundDate: 'of the order' };
const READ_BY_LINE: readonly string[] = [...ORDER_FIELDS, 'contact', 'currency', 'status', 'line_total'];

function asksForAccounts(choice: ColumnChoice = {}): boolean {
  return Object.keys(choice).some((field) => !READ_BY_LINE.includes(field));
}

function problemOfRecord(
  { hasOpenQuote, fields }: CsvRecords,
  { header, width }: ColumnMap,
  isUtf8: boolean,
  hasNul: boolean,
): RowProblem | undefined {
  if (hasOpenQuote) return { code: 'open_quote' };
  if (fields.length !== width) return { code: 'column_count', expected: width, got: fields.length };
  const padded = hasNul ? fields.findIndex((field) => field.includes(NUL)) : -1;
  if (padded !== -1) return { code: 'nul_character', column: header[padded] ?? '' };
  if (isUtf8) return undefined;
  const damaged = fields.findIndex((field) => field.includes(REPLACEMENT));
  return damaged === -1 ? undefined : { code: 'other_bytes', column: header[damaged] };
}

// Records that hold no line item and are no mistake either: empty rows, a header repeated on every page, totals.

type SkippedRecord = 'empty row' | 'repeated header' | 'row of totals' | 'line below the table';

const TOTAL_WORDS = new Set([
  ...['total', 'totals', 'grandtotal', 'subtotal', 'sum', 'summe', 'gesamt', 'gesamtsumme', 'zwischensumme'],
  ...[
    'totaux',
    'sommetotal',
    'soustotal',
    'totalgeneral',
    'suma',
    'sumatotal',
    'totaal',
    'totale',
    'eindtotaal',
  ],
]);
/** `Total: 1,597 lines` is longer than any of the words. */
const MAX_LABEL = 40;

/** Undefined for a record that is to be read. */
function createRowFilter({
  header,
  positions,
  profile,
}: ColumnMap): (cells: readonly string[]) => SkippedRecord | undefined {
  const idHeader = header[positions.order_id] ?? '';
  const products = [positions.product_name, positions.product_sku].filter((position) => position !== -1);
  // A file of transactions has records without an order: fees, transfers.
  const mayLackOrder = profile.block?.records !== undefined;

  return (cells) => {
    const id = cells[positions.order_id]?.trim() ?? '';
    // Nearly all ids begin with a digit.
    const first = id.charCodeAt(0);
    if (first >= 0x30 && first <= 0x39) return undefined;
    if (id === '' && cells.every((cell) => cell.trim() === '')) return 'empty row';
    if (profile.footer?.test(cells.join(',')) === true) return 'line below the table';
    const productCells = products.map((position) => cells[position]?.trim() ?? '');
    if (id === idHeader && productCells.every((cell, index) => cell === header[products[index] ?? -1])) {
      return 'repeated header';
    }
    if (mayLackOrder || profile.lines !== undefined) return undefined;
    const hasProduct = productCells.some((cell) => cell !== '' && !isTotal(cell));
    if (hasProduct) return undefined;
    return id === '' || isTotal(id) ? 'row of totals' : undefined;
  };
}

function isTotal(cell: string): boolean {
  if (cell.length > MAX_LABEL) return false;
  const [word = ''] = cell.split(/[:(\d]/);
  return TOTAL_WORDS.has(plainName(word));
}
