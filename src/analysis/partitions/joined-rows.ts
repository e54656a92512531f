// Joins rows that partitions found, one per customer, in the sequence in which one function has the customers: adding
// doubles customer by customer then gives the same digits.
import {
  type Counts,
  createCounts,
  holdColumns,
  type Numbers,
  type UnpackedColumns,
} from '../extract/packed-columns.ts';
import { MoneySums } from '../money/money-sums.ts';
import { readMoneyUnits } from './money-columns.ts';

interface RowsOfPart {
  readonly columns: UnpackedColumns;
  /** Per row of the part: its index among all; undefined for a single part whose rows are in sequence already. */
  readonly ranks: Uint32Array | undefined;
}

type Joined = Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Counts;

export class JoinedRows {
  readonly count: number;
  private readonly parts: readonly RowsOfPart[];

  private constructor(parts: readonly RowsOfPart[], count: number) {
    this.parts = parts;
    this.count = count;
  }

  /** `place`: the name of the column of places, as in `PartColumns.customerPlace`. */
  static byPlace(found: readonly UnpackedColumns[], place: string): JoinedRows {
    const places = found.map((columns) => columns.doubles(place));
    const ascending = new Float64Array(places.reduce((sum, { length }) => sum + length, 0));
    if (places.length === 1 && places[0].every((one, row) => row === 0 || places[0][row - 1] < one))
      return new JoinedRows([{ columns: found[0], ranks: undefined }], ascending.length);
    let at = 0;
    for (const part of places) {
      ascending.set(part, at);
      at += part.length;
    }
    ascending.sort();
    return new JoinedRows(
      found.map((columns, part) => ({ columns, ranks: rankAmong(ascending, places[part]) })),
      ascending.length,
    );
  }

  /** Joins partition by partition, if the sequence does not matter. `name`: any column of one number per row. */
  static byPartition(found: readonly UnpackedColumns[], name: string): JoinedRows {
    let next = 0;
    const parts = found.map((columns) => ({
      columns,
      ranks: new Uint32Array(columns.numbers(name).length).map(() => next++),
    }));
    return new JoinedRows(parts.length === 1 ? [{ columns: found[0], ranks: undefined }] : parts, next);
  }

  /** Joins other columns of the same rows, partition by partition. */
  of(found: readonly UnpackedColumns[]): JoinedRows {
    return new JoinedRows(
      found.map((columns, part) => ({ columns, ranks: this.parts[part].ranks })),
      this.count,
    );
  }

  /**
   * Returns an object for other columns of the same rows only, so that the columns it was created from can be freed.
   */
  withoutColumns(): JoinedRows {
    return this.of(this.parts.map(() => holdColumns({})));
  }

  /** Reorders the rows: row `order[i]` becomes row i. `order` contains all rows. */
  inOrder(order: Uint32Array): JoinedRows {
    if (order.every((row, at) => row === at)) return this;
    const rankOf = new Uint32Array(this.count);
    for (let at = 0; at < order.length; at++) rankOf[order[at]] = at;
    return new JoinedRows(
      this.parts.map(({ columns, ranks }) => ({
        columns,
        ranks: ranks?.map((rank) => rankOf[rank]) ?? rankOf,
      })),
      this.count,
    );
  }

  /** Joins a column with `width` numbers per row. */
  numbers(name: string, width = 1): Float64Array<ArrayBuffer> {
    return this.filled(name, createDoubles, width);
  }

  integers(name: string): Int32Array<ArrayBuffer> {
    return this.filled(name, (length) => new Int32Array(length));
  }

  /** Joins a column with `width` whole numbers per row. */
  counts(name: string, width = 1): Uint32Array {
    return this.filled(name, (length) => new Uint32Array(length), width);
  }

  /** Joins a column of whole numbers below 256. */
  smallCounts(name: string): Uint8Array<ArrayBuffer> {
    return this.filled(name, (length) => new Uint8Array(length));
  }

  /** Joins a column in as few bytes as the partitions need. `width`: numbers per row. */
  narrow(name: string, width = 1): Numbers {
    const stored = this.parts.map(({ columns }) => columns.numbers(name));
    if (!stored.every(isCounts)) return this.numbers(name, width);
    const bytes = stored.reduce((most, { BYTES_PER_ELEMENT }) => Math.max(most, BYTES_PER_ELEMENT), 1);
    return this.filled(name, (length) => createCounts(2 ** (8 * bytes) - 1, length), width);
  }

  private filled<T extends Joined>(name: string, arrayOf: (length: number) => T, width = 1): T {
    const joined = arrayOf(width * this.count);
    for (const { columns, ranks } of this.parts) {
      const own = columns.numbers(name);
      if (ranks === undefined && areAlike(own, joined)) return own;
      // Arrays of one type: loops over arrays of many types take ten times as long.
      const values = arrayOf(own.length);
      values.set(own);
      if (ranks === undefined) return values;
      if (width === 1) for (let i = 0; i < ranks.length; i++) joined[ranks[i]] = values[i];
      else
        for (let i = 0, at = 0; i < ranks.length; i++)
          for (let to = width * ranks[i], end = to + width; to < end; ) joined[to++] = values[at++];
    }
    return joined;
  }

  money(name: string, scale: number): MoneySums {
    if (this.parts.every(({ columns }) => columns.has(name)))
      return MoneySums.ofUnits(this.numbers(name), scale);
    const joined = new MoneySums(this.count, scale);
    for (const { columns, ranks } of this.parts) {
      const unitsAt = readMoneyUnits(columns, name);
      const rows = ranks?.length ?? this.count;
      for (let i = 0; i < rows; i++) joined.add(ranks?.[i] ?? i, unitsAt(i));
    }
    return joined;
  }

  hasBytes(name: string): boolean {
    return this.parts.some(({ columns }) => columns.bytes(name).length > 0);
  }

  /** Joins two columns: the number of bytes of each row, and the bytes. Row i has bytes[end[i - 1] .. end[i]). */
  bytes(lengths: string, name: string): { readonly end: Uint32Array; readonly bytes: Uint8Array } {
    const end = this.counts(lengths).slice();
    for (let i = 1; i < end.length; i++) end[i] += end[i - 1];
    const joined = new Uint8Array(end[end.length - 1] ?? 0);
    for (const { columns, ranks } of this.parts) {
      const lengthOf = columns.integers(lengths);
      const bytes = columns.bytes(name);
      if (ranks === undefined) return { end, bytes };
      let from = 0;
      for (let i = 0; i < ranks.length; i++) {
        let to = end[ranks[i]] - lengthOf[i];
        for (const last = from + lengthOf[i]; from < last; ) joined[to++] = bytes[from++];
      }
    }
    return { end, bytes: joined };
  }

  /**
   * Joins rows of rows: `lengths` names the column with the number of each row's own rows. Row i has start[i] to
   * start[i + 1].
   */
  runs(lengths: string): { readonly start: Uint32Array; readonly rows: JoinedRows } {
    const counts = this.counts(lengths);
    const start = new Uint32Array(counts.length + 1);
    for (let i = 0; i < counts.length; i++) start[i + 1] = start[i] + counts[i];
    const parts = this.parts.map(({ columns, ranks }) => {
      if (ranks === undefined) return { columns, ranks };
      const lengthOf = columns.integers(lengths);
      const inner = new Uint32Array(ranks.reduce((sum, _, i) => sum + lengthOf[i], 0));
      let at = 0;
      for (let i = 0; i < ranks.length; i++) {
        for (let row = 0; row < lengthOf[i]; row++) inner[at++] = start[ranks[i]] + row;
      }
      return { columns, ranks: inner };
    });
    return { start, rows: new JoinedRows(parts, start[counts.length]) };
  }
}

const createDoubles = (length: number) => new Float64Array(length);

const areAlike = <T extends Joined>(values: ArrayBufferView, others: T): values is T =>
  values.constructor === others.constructor;

const isCounts = (values: ArrayBufferView): values is Counts =>
  values instanceof Uint8Array || values instanceof Uint16Array || values instanceof Uint32Array;

/** `ascending`: contains all of `values`, none of them twice. */
function rankAmong(ascending: Float64Array, values: Float64Array): Uint32Array {
  const ranks = new Uint32Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    // A partition has its customers nearly in sequence: most are found shortly after the previous one.
    let low = i > 0 && value > values[i - 1] ? ranks[i - 1] + 1 : 0;
    let high = low;
    for (let step = 1; high < ascending.length && ascending[high] < value; step *= 2) {
      low = high + 1;
      high = low + step;
    }
    high = Math.min(high, ascending.length - 1);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (ascending[middle] < value) low = middle + 1;
      else high = middle;
    }
    ranks[i] = low;
  }
  return ranks;
}
