// What the pages of a Parquet file say they unpack to, checked before a reader makes room for it: a page states its size
// and its number of values, and a few bytes can stand for billions of them.
import type { FileMetaData } from 'hyparquet';
import { OrderFileError } from '../problems/errors.ts';
import { demandWithin } from './table-limits.ts';
import { type ThriftStruct, thriftStruct } from './thrift.ts';

/** Of the columns of a row group together, each by its largest page: about what is in memory at a time. */
const MAX_VALUES = 2 ** 25;
/** Fields of a page's header, and of the headers of its kinds. https://github.com/apache/parquet-format */
const [UNPACKED_SIZE, PACKED_SIZE] = [2, 3];
const KINDS = [5, 7, 8];
const VALUES = 1;
const FOOTER_BYTES = 8;

interface Chunk {
  readonly start: number;
  readonly end: number;
  readonly group: number;
}

export class ParquetPages {
  private readonly chunks: Set<Chunk>;
  /** By row group. */
  private readonly sums = new Map<number, { readonly bytes: number; readonly values: number }>();

  constructor({ row_groups }: FileMetaData) {
    this.chunks = new Set(
      row_groups.flatMap(({ columns }, group) =>
        columns.flatMap(({ meta_data }) => {
          if (meta_data === undefined) return [];
          const start = Number(meta_data.dictionary_page_offset || meta_data.data_page_offset);
          return [{ start, end: start + Number(meta_data.total_compressed_size), group }];
        }),
      ),
    );
  }

  /** `bytes`: of the file from `start`. Throws OrderFileError if pages of a column in them unpack to too much. */
  check(start: number, bytes: ArrayBuffer): void {
    for (const chunk of this.chunks) {
      if (chunk.start < start || chunk.end > start + bytes.byteLength) continue;
      this.chunks.delete(chunk);
      const most = largestPage(new DataView(bytes, chunk.start - start, chunk.end - chunk.start));
      const before = this.sums.get(chunk.group) ?? { bytes: 0, values: 0 };
      const sum = { bytes: before.bytes + most.bytes, values: before.values + most.values };
      demandWithin('unpacked', sum.bytes);
      demandWithin('unpacked', sum.values, MAX_VALUES);
      this.sums.set(chunk.group, sum);
    }
  }
}

function largestPage(view: DataView): { readonly bytes: number; readonly values: number } {
  let [bytes, values] = [0, 0];
  for (let at = 0; at < view.byteLength - 1; ) {
    const { struct, end } = thriftStruct(view, at);
    bytes = Math.max(bytes, sizeIn(struct, UNPACKED_SIZE));
    for (const kind of KINDS) {
      const header = struct.get(kind);
      if (typeof header === 'object') values = Math.max(values, sizeIn(header, VALUES));
    }
    at = end + sizeIn(struct, PACKED_SIZE);
  }
  return { bytes, values };
}

function sizeIn(struct: ThriftStruct, field: number): number {
  const size = struct.get(field);
  if (typeof size === 'number' && size >= 0) return size;
  throw new OrderFileError(undefined, { code: 'table_damaged' });
}

/** Looks through the description at the end of the file. Throws OrderFileError if there is none, or it is too large. */
export async function checkFooter(blob: Blob): Promise<void> {
  const tail = new DataView(await blob.slice(Math.max(0, blob.size - FOOTER_BYTES)).arrayBuffer());
  const length = tail.byteLength < FOOTER_BYTES ? Number.NaN : tail.getUint32(0, true);
  const from = blob.size - FOOTER_BYTES - length;
  if (!(from >= 0)) throw new OrderFileError(undefined, { code: 'table_damaged' });
  thriftStruct(new DataView(await blob.slice(from, from + length).arrayBuffer()), 0);
}
