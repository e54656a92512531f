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
import { checkFooter, ParquetPages } from './parquet-pages.ts';
import type { ParquetReader } from './table-bytes.ts';
import { demandWithin } from './table-limits.ts';

const [ROWS_AT_A_TIME, CELLS_AT_A_TIME] = [5_000, 500_000];

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
  let unread: unknown;
  let pages: ParquetPages | undefined;
  const file = {
    byteLength: blob.size,
    async slice(start: number, end?: number) {
      const bytes = await blob
        .slice(start, end)
        .arrayBuffer()
        .catch((error: unknown) => {
          unread = error;
          throw error;
        });
      pages?.check(start, bytes);
      return bytes;
    },
  };
  try {
    await checkFooter(blob);
    const metadata = await parquetMetadataAsync(file, { geoparquet: false });
    const columns = parquetSchema(metadata).children.map(({ element }) => element.name);
    demandWithin('columns', columns.length);
    demandCodecs(source, metadata, compressors);
    pages = new ParquetPages(metadata);
    const csv = new CsvText();
    csv.add(columns);
    const rows = Number(metadata.num_rows);
    const atATime = Math.ceil(Math.min(ROWS_AT_A_TIME, CELLS_AT_A_TIME / columns.length));
    for (let rowStart = 0; rowStart < rows; rowStart += atATime) {
      const rowEnd = Math.min(rows, rowStart + atATime);
      const records = await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd });
      if (records.length === 0) throw new OrderFileError(source, { code: 'table_damaged' });
      for (const record of records) {
        csv.add(columns.map((column) => textOf(source, column, record[column])));
        if (csv.isFull) yield csv.take();
      }
    }
    yield csv.take();
  } catch (error) {
    // What a reader says of bytes that it does not expect helps nobody.
    if (error instanceof OrderFileError || error === unread) throw error;
    throw new OrderFileError(source, { code: 'table_damaged' });
  }
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
