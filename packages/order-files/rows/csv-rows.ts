// Reads rows of a CSV file: every record below the header is a line item, unless it holds none.
import { Bookkeeping } from '../account.ts';
import type { ColumnMap } from '../columns/column-map.ts';
import type { LocatedHeader } from '../columns/locate-header.ts';
import type { RowProblem } from '../problems/row-problems.ts';
import { toPlainName } from '../profiles/profile.ts';
import { CsvRecords } from '../text/csv-records.ts';
import type { TextBlock } from '../text/utf8-lines.ts';
import type { OrderRow } from './check-row.ts';
import { RecordReader } from './record-reader.ts';
import { type BadRow, type RowBatch, type RowOptions, toRecord } from './row-batches.ts';

const REPLACEMENT = '\ufffd';
const NUL = '\0';

export interface CsvRows {
  readonly columns: ColumnMap;
  read(block: TextBlock): RowBatch;
  /** Returns the rows of a last line without a line feed. */
  end(): RowBatch;
}

export function openCsv(
  source: string,
  { columns, delimiter, unwrap, linesAbove, line: headerLine }: LocatedHeader,
  options: RowOptions,
): CsvRows {
  const { account = new Bookkeeping() } = options;
  const { header } = columns;
  const reader = new RecordReader(source, columns, { ...options, account });
  const records = new CsvRecords(delimiter);
  const rowFilter = createRowFilter(columns);
  if (linesAbove > 0) account.ledger.skip('line above the header', linesAbove);

  let hasNul = false;

  function drain(isUtf8: boolean, isLast: boolean): RowBatch {
    const rows: OrderRow[] = [];
    const badRows: BadRow[] = [];
    while (records.next()) {
      if (records.line <= headerLine) continue;
      const { hasOpenQuote } = records;
      const fields = unwrap === undefined || hasOpenQuote ? records.fields : unwrap(records.fields);
      const skipped = hasOpenQuote ? undefined : rowFilter(fields);
      if (skipped !== undefined) {
        account.ledger.skip(skipped);
        continue;
      }
      const problem = findRecordProblem(hasOpenQuote, fields, columns, isUtf8, hasNul);
      if (problem !== undefined)
        badRows.push({ source, line: records.line, problem, row: toRecord(header, fields) });
      else reader.read(fields, records.line, { rows, badRows });
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

function findRecordProblem(
  hasOpenQuote: boolean,
  fields: readonly string[],
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

// Filters records that hold no line item but are no mistake: empty rows, a header repeated on every page, totals.

type SkippedRecord = 'empty row' | 'repeated header' | 'row of totals' | 'line below the table';

const TOTAL_WORDS = new Set(
  (
    'total totals grandtotal subtotal sum summe gesamt gesamtsumme zwischensumme ' +
    'totaux sommetotal soustotal totalgeneral suma sumatotal totaal totale eindtotaal'
  ).split(' '),
);
/** `Total: 1,597 lines` is longer than any of the words. */
const MAX_LABEL = 40;

/** The filter returns undefined for a record that has to be read. */
function createRowFilter({
  header,
  positions,
  profile,
}: ColumnMap): (cells: readonly string[]) => SkippedRecord | undefined {
  const idHeader = header[positions.order_id] ?? '';
  const products = [positions.product_name, positions.product_sku].filter((position) => position !== -1);
  // A file of transactions has records without an order: fees, transfers.
  const mayLackOrder = profile.block.records !== undefined;

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
  return TOTAL_WORDS.has(toPlainName(word));
}
