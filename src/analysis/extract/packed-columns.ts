// Packs named columns of numbers and texts, held as they are or encoded as one block of bytes: the length of the head,
// the head as JSON, then the columns at multiples of 8, each in as few bytes per number as its largest value needs.
// Numbers are little-endian, the order of every platform on which Node runs functions. Texts are JSON, which keeps
// every string, including those that are not well-formed Unicode.
import { ExtractUnreadableError } from './extract-error.ts';

export type Counts = Uint8Array | Uint16Array | Uint32Array;
/**
 * Columns for computation are as narrow as their numbers allow: eight bytes per customer add up with millions of
 * customers.
 */
export type Numbers = Counts | Float64Array;
type Integers = Uint8Array | Uint16Array | Uint32Array | Int8Array | Int16Array | Int32Array;

/**
 * Integers, doubles and texts take as few bytes as they need; narrow arrays, as from `createCounts`, are stored
 * unchanged.
 */
export type PackedColumn = Counts | Int32Array | Float64Array | readonly string[] | UnpackedColumns;

type Stored = 'u8' | 'u16' | 'u32' | 'i8' | 'i16' | 'i32' | 'f64' | 'json';
type HeadRow = readonly [name: string, stored: Stored, bytes: number];

const ALIGNMENT = 8;
const LENGTH = 4;

export function packColumns(columns: Readonly<Record<string, PackedColumn>>): Uint8Array {
  const packed = Object.entries(columns).map(([name, column]) => ({ name, ...encodeColumn(column) }));
  const head: HeadRow[] = packed.map(({ name, stored, bytes }) => [name, stored, bytes.length]);
  const json = new TextEncoder().encode(JSON.stringify(head));
  let at = alignOffset(LENGTH + json.length);
  const block = new Uint8Array(packed.reduce((sum, { bytes }) => sum + alignOffset(bytes.length), at));
  new DataView(block.buffer).setUint32(0, json.length, true);
  block.set(json, LENGTH);
  for (const { bytes } of packed) {
    block.set(bytes, at);
    at += alignOffset(bytes.length);
  }
  return block;
}

export interface UnpackedColumns {
  has(name: string): boolean;
  integers(name: string): Integers;
  doubles(name: string): Float64Array;
  /** Reads a column of numbers. */
  numbers(name: string): Integers | Float64Array;
  /** Reads a column of bytes. */
  bytes(name: string): Uint8Array;
  texts(name: string): readonly string[];
  columns(name: string): UnpackedColumns;
  /** Packs all columns. */
  pack(): Uint8Array;
}

/** Holds columns that do not travel: nothing is copied, so their values must not change any more. */
export function holdColumns(held: Readonly<Record<string, PackedColumn>>): UnpackedColumns {
  const getValues = (name: string): PackedColumn => held[name] ?? throwMissing(name);
  const getNumbers = (name: string): Integers | Float64Array => {
    const values = getValues(name);
    return ArrayBuffer.isView(values) ? values : throwMissing(name);
  };
  return {
    has: (name) => held[name] !== undefined,
    numbers: getNumbers,
    integers(name) {
      const values = getNumbers(name);
      return values instanceof Float64Array ? throwMissing(name) : values;
    },
    doubles(name) {
      const values = getNumbers(name);
      return values instanceof Float64Array ? values : throwMissing(name);
    },
    bytes(name) {
      const values = getNumbers(name);
      return values instanceof Uint8Array ? values : throwMissing(name);
    },
    texts(name) {
      const values = getValues(name);
      return 'map' in values && !ArrayBuffer.isView(values) ? values : throwMissing(name);
    },
    columns(name) {
      const values = getValues(name);
      return 'pack' in values ? values : throwMissing(name);
    },
    pack: () => packColumns(held),
  };
}

function throwMissing(name: string): never {
  throw new ExtractUnreadableError(`column ${name} is missing, or of another kind`);
}

/** `block`: must begin at a multiple of 8 in its buffer, or it is copied. */
export function unpackColumns(block: Uint8Array): UnpackedColumns {
  const bytes = block.byteOffset % ALIGNMENT === 0 ? block : Uint8Array.from(block);
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const decoder = new TextDecoder();
  const head: HeadRow[] = JSON.parse(decoder.decode(bytes.subarray(LENGTH, LENGTH + length)));
  const places = new Map<string, { readonly stored: Stored; readonly at: number; readonly size: number }>();
  let at = alignOffset(LENGTH + length);
  for (const [name, stored, size] of head) {
    places.set(name, { stored, at, size });
    at += alignOffset(size);
  }
  const getPlace = (name: string) => places.get(name) ?? throwMissing(name);
  const readIntegers = (name: string): Integers => {
    const { stored, at: start, size } = getPlace(name);
    const offset = bytes.byteOffset + start;
    switch (stored) {
      case 'u8':
        return new Uint8Array(bytes.buffer, offset, size);
      case 'u16':
        return new Uint16Array(bytes.buffer, offset, size / 2);
      case 'u32':
        return new Uint32Array(bytes.buffer, offset, size / 4);
      case 'i8':
        return new Int8Array(bytes.buffer, offset, size);
      case 'i16':
        return new Int16Array(bytes.buffer, offset, size / 2);
      case 'i32':
        return new Int32Array(bytes.buffer, offset, size / 4);
      default:
        return throwMissing(name);
    }
  };
  const readDoubles = (name: string): Float64Array => {
    const { stored, at: start, size } = getPlace(name);
    if (stored !== 'f64') return Float64Array.from(readIntegers(name));
    return new Float64Array(bytes.buffer, bytes.byteOffset + start, size / 8);
  };
  const readBytes = (name: string): Uint8Array => {
    const { at: start, size } = getPlace(name);
    return bytes.subarray(start, start + size);
  };
  return {
    has: (name) => places.has(name),
    integers: readIntegers,
    doubles: readDoubles,
    numbers: (name) => (getPlace(name).stored === 'f64' ? readDoubles(name) : readIntegers(name)),
    bytes: readBytes,
    texts: (name) => JSON.parse(decoder.decode(readBytes(name))),
    columns: (name) => unpackColumns(readBytes(name)),
    pack: () => bytes,
  };
}

function encodeColumn(values: PackedColumn): { stored: Stored; bytes: Uint8Array } {
  if (values instanceof Float64Array) return encodeNumbers(values);
  if (values instanceof Int32Array) return encodeIntegers(values);
  if (values instanceof Uint32Array) return encodeNonNegative(values);
  if (ArrayBuffer.isView(values)) return encodeCounts(values);
  // The nested block begins at a multiple of 8, too.
  if ('pack' in values) return { stored: 'u8', bytes: values.pack() };
  return { stored: 'json', bytes: new TextEncoder().encode(JSON.stringify(values)) };
}

/**
 * Creates an array for whole numbers from 0 to `most`. With the largest value given, packing needs no search or
 * conversion.
 */
export function createCounts(most: number, length: number): Counts {
  if (most < 2 ** 8) return new Uint8Array(length);
  return most < 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length);
}

function encodeCounts(values: Counts): { stored: Stored; bytes: Uint8Array } {
  const wide = values instanceof Uint16Array ? 'u16' : 'u32';
  return { stored: values instanceof Uint8Array ? 'u8' : wide, bytes: toBytes(values) };
}

/** NaN, fractions, −0 and values beyond 32 bits stay doubles. */
function encodeNumbers(values: Float64Array): { stored: Stored; bytes: Uint8Array } {
  let [least, largest] = [0, 0];
  let isWhole = true;
  for (let at = 0; at < values.length && isWhole; at++) {
    const value = values[at];
    if (value < least) least = value;
    else if (value > largest) largest = value;
    isWhole = Math.floor(value) === value && !Object.is(value, -0);
  }
  if (isWhole && least === 0 && largest < 2 ** 32)
    return encodeCounts(copyInto(values, createCounts(largest, values.length)));
  if (isWhole && least >= -(2 ** 31) && largest < 2 ** 31) return encodeIntegers(Int32Array.from(values));
  return { stored: 'f64', bytes: toBytes(values) };
}

/** Copy one by one: converting whole arrays of doubles takes three times as long. */
function copyInto(values: Float64Array, to: Counts): Counts {
  for (let at = 0; at < to.length; at++) to[at] = values[at];
  return to;
}

function encodeIntegers(values: Int32Array): { stored: Stored; bytes: Uint8Array } {
  let [least, largest] = [0, 0];
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (value < least) least = value;
    else if (value > largest) largest = value;
  }
  if (least === 0) return encodeNonNegative(values);
  if (least >= -(2 ** 7) && largest < 2 ** 7) return { stored: 'i8', bytes: toBytes(Int8Array.from(values)) };
  if (least >= -(2 ** 15) && largest < 2 ** 15)
    return { stored: 'i16', bytes: toBytes(Int16Array.from(values)) };
  return { stored: 'i32', bytes: toBytes(values) };
}

/** Encodes numbers that are not negative. */
function encodeNonNegative(values: Uint32Array | Int32Array): { stored: Stored; bytes: Uint8Array } {
  let largest = 0;
  for (let at = 0; at < values.length; at++) if (values[at] > largest) largest = values[at];
  if (largest < 2 ** 8) return { stored: 'u8', bytes: Uint8Array.from(values) };
  if (largest < 2 ** 16) return { stored: 'u16', bytes: toBytes(Uint16Array.from(values)) };
  return { stored: 'u32', bytes: toBytes(values) };
}

function toBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function alignOffset(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}
