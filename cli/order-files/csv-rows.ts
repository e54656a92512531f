// Rows of a CSV file: its first record is the header, every other one a line item.
import { type Account, openAccount } from './account.ts';
import { BlockReader, type RowSink } from './block-reader.ts';
import type { OrderRow } from './check-row.ts';
import { type ColumnChoice, type ColumnMap, mapColumns } from './column-map.ts';
import { CsvRecords, guessDelimiter } from './csv-records.ts';
import { OrderFileError } from './errors.ts';
import { demandPrices } from './prices.ts';
import { type BlockRules, ORDER_FIELDS } from './profiles/profile.ts';
import type { BadRow, RowBatch, RowOptions } from './row-batches.ts';
import { RowReader } from './row-reader.ts';
import type { TextBlock } from './text-blocks.ts';

const REPLACEMENT = '\ufffd';

export interface CsvRows {
  readonly columns: ColumnMap;
  read(block: TextBlock): RowBatch;
  /** What was left without a line feed. */
  end(): RowBatch;
}

/** `first`: the block that the header is in. Throws OrderFileError when the header doesn't do. */
export function openCsv(source: string, first: TextBlock, options: RowOptions): CsvRows {
  const headerLine = /[^\r\n]+/.exec(first.text)?.[0] ?? '';
  const delimiter = options.delimiter ?? guessDelimiter(headerLine);
  const header = headerOf(source, first.text, delimiter);
  const { columns: choice, custom, from, account = openAccount() } = options;
  const columns = mapColumns(source, header, { choice, custom, from });
  if (options.demandPrices === true) demandPrices(source, columns);
  const reader = recordReader(source, columns, options, account);
  const records = new CsvRecords(delimiter);
  let headerIsPast = false;

  function drain(isUtf8: boolean, isLast: boolean): RowBatch {
    const rows: OrderRow[] = [];
    const badRows: BadRow[] = [];
    while (records.next()) {
      if (!headerIsPast) {
        headerIsPast = true;
        continue;
      }
      const problem = problemOfRecord(records, header, isUtf8);
      if (problem !== undefined) badRows.push({ source, line: records.line, problem });
      else reader.read(records.fields, records.line, { rows, badRows });
    }
    if (isLast) reader.end({ rows, badRows });
    return { rows, badRows };
  }

  return {
    columns,
    read({ text, isUtf8 }) {
      records.feed(text);
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
  const reader = new RowReader(columns, options, account);
  return {
    read(cells, line, { rows, badRows }) {
      account.ledger.rowsRead++;
      const row = reader.read(cells, line);
      if (row === undefined) return;
      if (typeof row === 'string') badRows.push({ source, line, problem: row });
      else {
        account.ledger.addRow(row);
        rows.push(row);
      }
    },
    end() {},
  };
}

/** Of a file of no exporter, where the operator named columns of discounts, refunds or totals. */
const PLAIN_BLOCK: BlockRules = { prices: 'before line discount', refundDate: 'of the order' };
const READ_BY_LINE: readonly string[] = [...ORDER_FIELDS, 'currency', 'status', 'line_total'];

function asksForAccounts(choice: ColumnChoice = {}): boolean {
  return Object.keys(choice).some((field) => !READ_BY_LINE.includes(field));
}

function headerOf(source: string, text: string, delimiter: string): string[] {
  const records = new CsvRecords(delimiter);
  records.feed(text);
  records.end();
  if (!records.next() || records.problem !== undefined) {
    throw new OrderFileError(source, `expected a header line, got ${records.problem ?? 'none'}`);
  }
  return records.fields.map((column) => column.trim());
}

function problemOfRecord(
  { problem, fields }: CsvRecords,
  header: readonly string[],
  isUtf8: boolean,
): string | undefined {
  if (problem !== undefined) return problem;
  if (fields.length !== header.length) {
    return `expected ${header.length} columns as the header has, got ${fields.length}`;
  }
  if (isUtf8) return undefined;
  const damaged = fields.findIndex((field) => field.includes(REPLACEMENT));
  return damaged === -1
    ? undefined
    : `${header[damaged]}: expected UTF-8, got other bytes (iconv -f latin1 -t utf8 may help)`;
}
