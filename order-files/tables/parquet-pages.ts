// What the pages of a Parquet file say they unpack to, checked before a reader makes room for it: a page states its size
// and its number of values, and a few bytes can stand for billions of them.
import type { ColumnMetaData, FileMetaData, SchemaTree } from 'hyparquet';
import { OrderFileError } from '../problems/errors.ts';
import { checkPage, checkPageV2, type PageKind } from './parquet-runs.ts';
import { demandWithin } from './table-limits.ts';
import { type ThriftStruct, thriftStruct } from './thrift.ts';

/** Of the columns of a row group together, each by its largest page: about what is in memory at a time. */
const MAX_VALUES = 2 ** 25;
/** Fields of a page's header, and of the headers of its kinds. https://github.com/apache/parquet-format */
const [UNPACKED_SIZE, PACKED_SIZE, DATA_PAGE, DICTIONARY_PAGE, DATA_PAGE_V2] = [2, 3, 5, 7, 8];
const [VALUES, ENCODING] = [1, 2];
const V2 = { nulls: 2, encoding: 4, definitionBytes: 5, repetitionBytes: 6, isCompressed: 7 };
const FOOTER_BYTES = 8;

export type Unpack = (codec: ColumnMetaData['codec'], packed: Uint8Array, size: number) => Uint8Array;

interface Chunk {
  readonly start: number;
  readonly end: number;
  readonly group: number;
  readonly codec: ColumnMetaData['codec'];
  readonly kind: PageKind;
}

export class ParquetPages {
  private readonly chunks = new Set<Chunk>();
  private readonly unpack: Unpack;
  /** By row group. */
  private readonly sums = new Map<number, { readonly bytes: number; readonly values: number }>();

  /** `columns`: of the schema, flat ones. */
  constructor({ row_groups }: FileMetaData, columns: readonly SchemaTree[], unpack: Unpack) {
    this.unpack = unpack;
    const kinds = new Map(
      columns.map(({ element: { name, type, repetition_type } }) => [
        name,
        { isOptional: repetition_type === 'OPTIONAL', isBoolean: type === 'BOOLEAN' },
      ]),
    );
    for (const [group, { columns: inGroup }] of row_groups.entries()) {
      for (const { meta_data } of inGroup) {
        const [name = '', ...deeper] = meta_data?.path_in_schema ?? [];
        const kind = kinds.get(name);
        if (meta_data === undefined || kind === undefined || deeper.length > 0) throw damaged();
        const start = Number(meta_data.dictionary_page_offset || meta_data.data_page_offset);
        const end = start + Number(meta_data.total_compressed_size);
        if (!(start >= 0 && start <= end)) throw damaged();
        this.chunks.add({ start, end, group, codec: meta_data.codec, kind });
      }
    }
  }

  /** `bytes`: of the file from `start`. Throws OrderFileError if pages of a column in them unpack to too much. */
  check(start: number, bytes: ArrayBuffer): void {
    for (const chunk of this.chunks) {
      if (chunk.start < start || chunk.end > start + bytes.byteLength) continue;
      this.chunks.delete(chunk);
      const view = new DataView(bytes, chunk.start - start, chunk.end - chunk.start);
      const pages = pagesOf(view);
      const before = this.sums.get(chunk.group) ?? { bytes: 0, values: 0 };
      const sum = {
        bytes: before.bytes + Math.max(0, ...pages.map(({ size }) => size)),
        values: before.values + Math.max(0, ...pages.map(({ values }) => values)),
      };
      demandWithin('unpacked', sum.bytes);
      demandWithin('unpacked', sum.values, MAX_VALUES);
      this.sums.set(chunk.group, sum);
      for (const page of pages) this.checkRuns(page, chunk);
    }
  }

  private checkRuns({ header, size, values, packed }: Page, { codec, kind }: Chunk): void {
    const first = header.get(DATA_PAGE);
    const second = header.get(DATA_PAGE_V2);
    if (typeof first === 'object') {
      const page = viewOf(this.unpack(codec, packed, size));
      checkPage(page, { values, encoding: numberIn(first, ENCODING) }, kind);
    } else if (typeof second === 'object') {
      const levelBytes = numberIn(second, V2.definitionBytes) + numberIn(second, V2.repetitionBytes);
      const behind = packed.subarray(levelBytes);
      const page = second.get(V2.isCompressed) === 0 ? behind : this.unpack(codec, behind, size - levelBytes);
      const stated = {
        values,
        encoding: numberIn(second, V2.encoding),
        nulls: numberIn(second, V2.nulls),
      };
      checkPageV2(viewOf(packed), viewOf(page), stated, kind);
    }
  }
}

interface Page {
  readonly header: ThriftStruct;
  /** Unpacked, in bytes. */
  readonly size: number;
  readonly values: number;
  readonly packed: Uint8Array;
}

function pagesOf(view: DataView<ArrayBuffer>): Page[] {
  const pages: Page[] = [];
  for (let at = 0; at < view.byteLength - 1; ) {
    const { struct: header, end } = thriftStruct(view, at);
    const packedSize = numberIn(header, PACKED_SIZE);
    if (end + packedSize > view.byteLength) throw damaged();
    let values = 0;
    for (const field of [DATA_PAGE, DICTIONARY_PAGE, DATA_PAGE_V2]) {
      const kind = header.get(field);
      if (typeof kind === 'object') values = Math.max(values, numberIn(kind, VALUES));
    }
    const packed = new Uint8Array(view.buffer, view.byteOffset + end, packedSize);
    pages.push({ header, size: numberIn(header, UNPACKED_SIZE), values, packed });
    at = end + packedSize;
  }
  return pages;
}

function numberIn(struct: ThriftStruct, field: number): number {
  const found = struct.get(field);
  if (typeof found === 'number' && found >= 0) return found;
  throw damaged();
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const damaged = (): OrderFileError => new OrderFileError(undefined, { code: 'table_damaged' });

/** Looks through the description at the end of the file. Throws OrderFileError if there is none, or it is too large. */
export async function checkFooter(blob: Blob): Promise<void> {
  const tail = new DataView(await blob.slice(Math.max(0, blob.size - FOOTER_BYTES)).arrayBuffer());
  const length = tail.byteLength < FOOTER_BYTES ? Number.NaN : tail.getUint32(0, true);
  const from = blob.size - FOOTER_BYTES - length;
  if (!(from >= 0)) throw damaged();
  thriftStruct(new DataView(await blob.slice(from, from + length).arrayBuffer()), 0);
}
