// Parquet files as CSV text, a few thousand rows at a time.
import {
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  snappyUncompress,
} from 'hyparquet';
import { OrderFileError } from '../problems/errors.ts';
import { CsvText } from './csv-text.ts';
import { checkFooter, ParquetPages, type Unpack } from './parquet-pages.ts';
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
    slice(start: number, end?: number) {
      const bytes = readAt(start, end);
      // The reader asks for parts ahead, and leaves them alone when another one fails.
      bytes.catch(() => undefined);
      return bytes;
    },
  };
  async function readAt(start: number, end?: number): Promise<ArrayBuffer> {
    const bytes = await blob
      .slice(start, end)
      .arrayBuffer()
      .catch((error: unknown) => {
        unread = error;
        throw error;
      });
    pages?.check(start, bytes);
    return bytes;
  }
  try {
    await checkFooter(blob);
    const metadata = await parquetMetadataAsync(file, { geoparquet: false });
    const schema = parquetSchema(metadata).children;
    demandWithin('columns', schema.length);
    for (const { element, children } of schema) {
      if (children.length === 0 && element.repetition_type !== 'REPEATED') continue;
      throw new OrderFileError(source, { code: 'nested_column', column: element.name });
    }
    const columns = schema.map(({ element }) => element.name);
    demandCodecs(source, metadata, compressors);
    pages = new ParquetPages(metadata, schema, unpackBy(compressors));
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

/** As the reader does it. */
function unpackBy(compressors: Compressors): Unpack {
  return (codec, packed, size) => {
    if (codec === 'UNCOMPRESSED') return packed;
    const unpack = compressors[codec];
    if (unpack !== undefined) return unpack(packed, size);
    const page = new Uint8Array(size);
    snappyUncompress(packed, page);
    return page;
  };
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
