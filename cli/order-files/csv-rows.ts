// Rows of a CSV file: its first record is the header, every other one a line item.
import type { OrderRow } from './check-row.ts';
import { type ColumnMap, mapColumns } from './column-map.ts';
import { CsvRecords, guessDelimiter } from './csv-records.ts';
import { OrderFileError } from './errors.ts';
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
  const columns = mapColumns(source, header, options.columns, options.custom);
  const reader = new RowReader(columns, options);
  const records = new CsvRecords(delimiter);
  let headerIsPast = false;

  function drain(isUtf8: boolean): RowBatch {
    const rows: OrderRow[] = [];
    const badRows: BadRow[] = [];
    while (records.next()) {
      if (!headerIsPast) {
        headerIsPast = true;
        continue;
      }
      const row = problemOfRecord(records, header, isUtf8) ?? reader.read(records.fields, records.line);
      if (typeof row === 'string') badRows.push({ source, line: records.line, problem: row });
      else rows.push(row);
    }
    return { rows, badRows };
  }

  return {
    columns,
    read({ text, isUtf8 }) {
      records.feed(text);
      return drain(isUtf8);
    },
    end() {
      records.end();
      return drain(true);
    },
  };
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
