// Parquet files as CSV text, a few thousand rows at a time.
import { parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { OrderFileError } from '../errors.ts';
import { CsvText } from './csv-text.ts';

const ROWS_AT_A_TIME = 5_000;

export async function* parquetAsCsv(source: string, blob: Blob): AsyncGenerator<Uint8Array> {
  const file = {
    byteLength: blob.size,
    slice: (start: number, end?: number) => blob.slice(start, end).arrayBuffer(),
  };
  const metadata = await parquetMetadataAsync(file);
  const columns = parquetSchema(metadata).children.map(({ element }) => element.name);
  const csv = new CsvText();
  csv.add(columns);
  const rows = Number(metadata.num_rows);
  for (let rowStart = 0; rowStart < rows; rowStart += ROWS_AT_A_TIME) {
    const rowEnd = Math.min(rows, rowStart + ROWS_AT_A_TIME);
    const records = await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd });
    for (const record of records) csv.add(columns.map((column) => textOf(source, column, record[column])));
    yield csv.take();
  }
  if (rows === 0) yield csv.take();
}

function textOf(source: string, column: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object') {
    throw new OrderFileError(source, { code: 'nested_column', column });
  }
  return String(value);
}
