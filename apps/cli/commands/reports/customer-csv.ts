// Writes customers as a CSV file, for a campaign or a spreadsheet: one line each, below the names of the columns.
import { closeSync, openSync, writeSync } from 'node:fs';
import type { CsvCell } from '../../../../src/analysis/tables/csv-lines.ts';
import { formatCsv } from '../../../../src/analysis/tables/csv-lines.ts';

type Row = Readonly<Record<string, CsvCell>>;

/** Lines that one write holds. */
const BATCH = 1_000;

/**
 * Returns the number of customers. `file`: - for standard output. Without customers, only the empty file is created.
 */
export async function writeCustomers(
  file: string,
  rows: Iterable<Row> | AsyncIterable<Row>,
): Promise<number> {
  const to = file === '-' ? process.stdout.fd : openSync(file, 'w');
  let count = 0;
  let lines: (readonly CsvCell[])[] = [];
  const flush = (): void => {
    writeSync(to, formatCsv(lines));
    lines = [];
  };
  try {
    for await (const row of rows) {
      if (count++ === 0) lines.push(Object.keys(row));
      lines.push(Object.values(row));
      if (lines.length >= BATCH) flush();
    }
    flush();
  } finally {
    if (file !== '-') closeSync(to);
  }
  return count;
}
