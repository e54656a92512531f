// Reads Parquet files as CSV text, row by row.
import {
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetSchema,
  snappyUncompress,
} from 'hyparquet';
import { DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
import { OrderFileError } from '../problems/errors.ts';
import { CsvText } from './csv-text.ts';
import { checkFooter, createColumnPages, type Unpack } from './parquet-pages.ts';
import { demandWithin } from './table-limits.ts';

/** No compression, or Snappy: most programs write one of them. */
const BUILT_IN: readonly string[] = ['UNCOMPRESSED', 'SNAPPY'];

type ParquetReader = (source: string, blob: Blob) => AsyncGenerator<Uint8Array>;

/** `compressors`: further methods, which are large. */
export function createParquetReader(compressors: Compressors = {}): ParquetReader {
  return (source, blob) => convertParquet(source, blob, compressors);
}

async function* convertParquet(
  source: string,
  blob: Blob,
  compressors: Compressors,
): AsyncGenerator<Uint8Array> {
  let unread: unknown;
  const readAt = (start: number, end?: number): Promise<ArrayBuffer> =>
    blob
      .slice(start, end)
      .arrayBuffer()
      .catch((error: unknown) => {
        unread = error;
        throw error;
      });
  try {
    await checkFooter(blob);
    const file = { byteLength: blob.size, slice: readAt };
    const metadata = await parquetMetadataAsync(file, { geoparquet: false });
    const schema = parquetSchema(metadata);
    demandWithin('columns', schema.children.length);
    for (const { element, children } of schema.children) {
      if (children.length === 0 && element.repetition_type !== 'REPEATED') continue;
      throw new OrderFileError(source, { code: 'nested_column', column: element.name });
    }
    const columns = schema.children.map(({ element }) => element.name);
    demandCodecs(source, metadata, compressors);
    const options = { readAt, unpack: unpackBy(compressors), compressors, parsers: DEFAULT_PARSERS };
    const csv = new CsvText();
    csv.add(columns);
    for (const { columns: inGroup, num_rows } of metadata.row_groups) {
      const pages = createColumnPages(inGroup, schema, options);
      for (let row = 0; row < num_rows; row++) {
        for (const page of pages) while (page.isRead) await page.readPage();
        csv.add(pages.map((page, at) => toText(source, columns[at] ?? '', page.take())));
        if (csv.isFull) yield csv.take();
      }
    }
    yield csv.take();
  } catch (error) {
    // The library's own messages about unexpected bytes do not help an operator.
    if (error instanceof OrderFileError || error === unread) throw error;
    throw new OrderFileError(source, { code: 'table_damaged' });
  }
}

/** Unpacks like the library's reader. */
function unpackBy(compressors: Compressors): Unpack {
  return (codec, packed, size) => {
    if (codec === 'UNCOMPRESSED') return packed;
    const unpack = compressors[codec];
    if (unpack !== undefined) return new Uint8Array(unpack(packed, size));
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

function toText(source: string, column: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object') {
    throw new OrderFileError(source, { code: 'nested_column', column });
  }
  return String(value);
}
