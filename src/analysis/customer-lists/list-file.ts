// Encodes and decodes the file of a customer list: a head, then one column after the other, so that a reader fetches
// only the columns that it needs. Layout: magic, version, length and checksum of the head (16 bytes), the head as JSON,
// columns at multiples of 8. Numbers are little-endian, the order of every platform on which Node runs functions.
import { crc32 } from 'node:zlib';
import {
  ARRAYS,
  COLUMNS,
  type ColumnArray,
  type ColumnName,
  type Columns,
  type CustomerList,
  getColumn,
  type ListHead,
} from '../../contract/customer-lists/columns.ts';

const MAGIC = 0x4c43414f;
const VERSION = 1;
const PREFIX = 16;
const ALIGNMENT = 8;

/** The place of a column, from the beginning of the file. */
export interface StoredColumn {
  readonly name: ColumnName;
  readonly offset: number;
  readonly bytes: number;
  readonly checksum: number;
}

export interface StoredHead extends ListHead {
  readonly columns: readonly StoredColumn[];
}

export function encodeList(list: CustomerList): Uint8Array {
  const pieces = [...listPieces(list.head, () => list.columns)];
  const file = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    file.set(piece, at);
    at += piece.length;
  }
  return file;
}

/**
 * The file in pieces, each valid until the next one is taken. `listColumns` is called twice, since the head before the
 * columns has their checksums. If it makes columns on demand, only one is in memory.
 */
export function* listPieces(
  head: ListHead,
  listColumns: () => Iterable<readonly [ColumnName, ColumnArray]>,
): Generator<Uint8Array> {
  // Offsets count from the end of the head, because they would otherwise change its length.
  const columns: StoredColumn[] = [];
  let offset = 0;
  for (const [name, column] of listColumns()) {
    const bytes = toBytes(column);
    columns.push({ name, offset, bytes: bytes.length, checksum: crc32(bytes) });
    offset = alignOffset(offset + bytes.length);
  }
  const json = new TextEncoder().encode(JSON.stringify({ ...head, columns }));
  const start = new Uint8Array(alignOffset(PREFIX + json.length));
  const view = new DataView(start.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, VERSION, true);
  view.setUint32(8, json.length, true);
  view.setUint32(12, crc32(json), true);
  start.set(json, PREFIX);
  yield start;
  for (const [, column] of listColumns()) {
    const bytes = toBytes(column);
    yield bytes;
    yield new Uint8Array(alignOffset(bytes.length) - bytes.length);
  }
}

/**
 * Returns the size of the head in bytes, read from the first 16 bytes of the file. Throws for a file that `encodeList`
 * did not write.
 */
export function readHeadSize(start: Uint8Array): number {
  if (start.length < PREFIX) throw new Error('customer list: the file is too short');
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  if (view.getUint32(0, true) !== MAGIC) throw new Error('customer list: not a list');
  const version = view.getUint32(4, true);
  if (version !== VERSION) throw new Error(`customer list: version ${version} is not known`);
  return PREFIX + view.getUint32(8, true);
}

/** `start`: at least the `readHeadSize` first bytes of the file. */
export function decodeHead(start: Uint8Array): StoredHead {
  const end = readHeadSize(start);
  const json = start.subarray(PREFIX, end);
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  if (json.length !== end - PREFIX || crc32(json) !== view.getUint32(12, true))
    throw new Error('customer list: the head is damaged');
  const head: StoredHead = JSON.parse(new TextDecoder().decode(json));
  const body = alignOffset(end);
  return { ...head, columns: head.columns.map((column) => ({ ...column, offset: body + column.offset })) };
}

/** `bytes`: those of the column. */
export function decodeColumn({ name, checksum }: StoredColumn, bytes: Uint8Array): ColumnArray {
  if (crc32(bytes) !== checksum) throw new Error(`customer list: column ${name} is damaged`);
  const array = ARRAYS[COLUMNS[name]];
  const length = bytes.byteLength / array.BYTES_PER_ELEMENT;
  // A view if the bytes are aligned, otherwise a copy.
  const isAligned = bytes.byteOffset % array.BYTES_PER_ELEMENT === 0;
  if (isAligned && bytes.buffer instanceof ArrayBuffer)
    return new array(bytes.buffer, bytes.byteOffset, length);
  return new array(Uint8Array.from(bytes).buffer, 0, length);
}

export function decodeList(file: Uint8Array): CustomerList {
  const { columns, ...head } = decodeHead(file);
  return {
    head,
    columns: new Map(
      columns.map((column) => [
        column.name,
        decodeColumn(column, file.subarray(column.offset, column.offset + column.bytes)),
      ]),
    ),
  };
}

function toBytes({ buffer, byteOffset, byteLength }: ColumnArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function alignOffset(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}

// Finds a customer in a list by binary search, since rows ascend by the hash of the id.

const LOW_HALF = 0xffffffffn;

/** The first row from `from` to `to` whose hash is not below this one; `to` if there is none. */
export function findFirstRow(columns: Columns, hash: bigint, from: number, to: number): number {
  const high = getColumn(columns, 'hash_high');
  const low = getColumn(columns, 'hash_low');
  const wantedHigh = Number(hash >> 32n);
  const wantedLow = Number(hash & LOW_HALF);
  let first = from;
  let end = to;
  while (first < end) {
    const middle = (first + end) >>> 1;
    const isBelow = high[middle] < wantedHigh || (high[middle] === wantedHigh && low[middle] < wantedLow);
    if (isBelow) first = middle + 1;
    else end = middle;
  }
  return first;
}

export function hashAt(columns: Columns, row: number): bigint {
  const high = getColumn(columns, 'hash_high')[row];
  const low = getColumn(columns, 'hash_low')[row];
  return (BigInt(high) << 32n) | BigInt(low);
}

/** Rows of these customers, members and those who left, ascending. */
export function findRowsByHash(
  columns: Columns,
  { members, rows }: { readonly members: number; readonly rows: number },
  hashes: Iterable<bigint>,
): Uint32Array {
  const found: number[] = [];
  for (const hash of hashes) {
    for (const [from, to] of [
      [0, members],
      [members, rows],
    ] as const) {
      for (
        let row = findFirstRow(columns, hash, from, to);
        row < to && hashAt(columns, row) === hash;
        row++
      ) {
        found.push(row);
      }
    }
  }
  return Uint32Array.from(new Set(found)).sort();
}
