// Parquet files as CSV text, a few thousand rows at a time.
import {
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet';
import { OrderFileError } from '../problems/errors.ts';
import { CsvText } from './csv-text.ts';
import type { ParquetReader } from './table-bytes.ts';

const ROWS_AT_A_TIME = 5_000;

/** Without compression, or with Snappy: what most programs write. */
const BUILT_IN: readonly string[] = ['UNCOMPRESSED', 'SNAPPY'];

/** `compressors`: of further methods, which are large. */
export function parquetReader(compressors: Compressors = {}): ParquetReader {
  return (source, blob) => parquetAsCsv(source, blob, compressors);
}

async function* parquetAsCsv(
  source: string,
  blob: Blob,
  compressors: Compressors,
): AsyncGenerator<Uint8Array> {
  const file = {
    byteLength: blob.size,
    slice: (start: number, end?: number) => blob.slice(start, end).arrayBuffer(),
  };
  const metadata = await parquetMetadataAsync(file);
  demandCodecs(source, metadata, compressors);
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

function demandCodecs(source: string, { row_groups }: FileMetaData, compressors: Compressors): void {
  const known = [...BUILT_IN, ...Object.keys(compressors)];
  for (const { columns } of row_groups) {
    for (const { meta_data } of columns) {
      const codec = meta_data?.codec;
      if (codec === undefined || known.includes(codec)) continue;
      throw new OrderFileError(source, { code: 'parquet_codec', codec });
    }
  }
}

function textOf(source: string, column: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object') {
    throw new OrderFileError(source, { code: 'nested_column', column });
  }
  return String(value);
}
