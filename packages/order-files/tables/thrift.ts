// Parses structs in Thrift's compact protocol, in which Parquet files describe themselves, to check their sizes before
// the library reads them. https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
import { OrderFileError } from '../problems/errors.ts';
import { demandWithin } from './table-limits.ts';

/** Numbers, structs and booleans (1 or 0) of a struct by field; texts and lists are skipped. */
export type ThriftStruct = ReadonlyMap<number, number | ThriftStruct>;

const [STOP, TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, STRUCT] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12,
];
/** Depth of nested structs; Parquet has about eight. */
const MAX_NESTING = 24;
/** Structs in total; the library takes 100 bytes and more for each. */
const MAX_STRUCTS = 1_000_000;

/** Throws OrderFileError for bytes that are no struct, or one that is too large. */
export function parseThriftStruct(
  view: DataView,
  from: number,
): { readonly struct: ThriftStruct; readonly end: number } {
  const walk = new Walk(view, from);
  try {
    return { struct: walk.struct(0), end: walk.at };
  } catch (error) {
    throw error instanceof RangeError ? new OrderFileError(undefined, { code: 'table_damaged' }) : error;
  }
}

class Walk {
  at: number;
  private structs = 0;
  private readonly view: DataView;

  constructor(view: DataView, from: number) {
    this.view = view;
    this.at = from;
  }

  struct(depth: number): ThriftStruct {
    demandWithin('nesting', depth, MAX_NESTING);
    demandWithin('unpacked', ++this.structs, MAX_STRUCTS);
    const fields = new Map<number, number | ThriftStruct>();
    for (let field = 0; ; ) {
      const head = this.byte();
      const type = head & 0x0f;
      if (type === STOP) return fields;
      field = head >> 4 === 0 ? this.zigzag() : field + (head >> 4);
      const value = this.value(type, depth);
      if (value !== undefined) fields.set(field, value);
    }
  }

  private value(type: number, depth: number): number | ThriftStruct | undefined {
    switch (type) {
      case TRUE:
        return 1;
      case FALSE:
        return 0;
      case I16:
      case I32:
      case I64:
        return this.zigzag();
      case BINARY:
        this.skip(this.varint());
        return undefined;
      case BYTE:
        this.skip(1);
        return undefined;
      case DOUBLE:
        this.skip(8);
        return undefined;
      case LIST:
        this.list(depth);
        return undefined;
      case STRUCT:
        return this.struct(depth + 1);
      default:
        throw new RangeError(`no type of Parquet: ${type}`);
    }
  }

  /** Each element takes at least a byte, so the length can be checked before reading the elements. */
  private list(depth: number): void {
    demandWithin('nesting', depth, MAX_NESTING);
    const head = this.byte();
    const type = head & 0x0f;
    const size = head >> 4 === 15 ? this.varint() : head >> 4;
    if (size > this.view.byteLength - this.at) throw new RangeError('a list beyond the end');
    if (type === TRUE || type === FALSE) this.skip(size);
    else for (let element = 0; element < size; element++) this.value(type, depth + 1);
  }

  private byte(): number {
    return this.view.getUint8(this.at++);
  }

  private skip(bytes: number): void {
    this.at += bytes;
    if (this.at > this.view.byteLength) throw new RangeError('a value beyond the end');
  }

  private varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }

  private zigzag(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
