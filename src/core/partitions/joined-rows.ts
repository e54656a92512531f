// Rows that partitions found, one per customer, in the sequence in which one function has the customers: what adds
// doubles customer by customer then gives the same digits.
import type { UnpackedColumns } from '../extract/packed-columns.ts';
import { MoneySums } from '../money/money-sums.ts';
import { moneyIn } from './money-columns.ts';

interface RowsOfPart {
  readonly columns: UnpackedColumns;
  /** Per row of the part: its index among all. */
  readonly ranks: Uint32Array;
}

export class JoinedRows {
  readonly count: number;
  private readonly parts: readonly RowsOfPart[];

  private constructor(parts: readonly RowsOfPart[]) {
    this.parts = parts;
    this.count = parts.reduce((sum, { ranks }) => sum + ranks.length, 0);
  }

  /** `place`: the column of places, as `PartColumns.customerPlace` has them. */
  static byPlace(found: readonly UnpackedColumns[], place: string): JoinedRows {
    const places = found.map((columns) => columns.doubles(place));
    const ascending = new Float64Array(places.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of places) {
      ascending.set(part, at);
      at += part.length;
    }
    ascending.sort();
    return new JoinedRows(
      found.map((columns, part) => ({ columns, ranks: ranksAmong(ascending, places[part]) })),
    );
  }

  /** Partition by partition, where the sequence does not matter. `name`: any column of one number per row. */
  static byPartition(found: readonly UnpackedColumns[], name: string): JoinedRows {
    let next = 0;
    return new JoinedRows(
      found.map((columns) => ({
        columns,
        ranks: new Uint32Array(columns.numbers(name).length).map(() => next++),
      })),
    );
  }

  /** In another sequence: row `order[i]` becomes row i. All rows are in it. */
  inOrder(order: Uint32Array): JoinedRows {
    const rankOf = new Uint32Array(this.count);
    for (let at = 0; at < order.length; at++) rankOf[order[at]] = at;
    return new JoinedRows(
      this.parts.map(({ columns, ranks }) => ({ columns, ranks: ranks.map((rank) => rankOf[rank]) })),
    );
  }

  numbers(name: string): Float64Array {
    const joined = new Float64Array(this.count);
    this.visit(({ columns, ranks }) => {
      const values = columns.numbers(name);
      for (let i = 0; i < ranks.length; i++) joined[ranks[i]] = values[i];
    });
    return joined;
  }

  /** Of a column that has `width` whole numbers per row. */
  counts(name: string, width = 1): Uint32Array {
    const joined = new Uint32Array(this.count * width);
    this.visit(({ columns, ranks }) => {
      const values = columns.integers(name);
      if (width === 1) for (let i = 0; i < ranks.length; i++) joined[ranks[i]] = values[i];
      else
        for (let i = 0; i < values.length; i++)
          joined[width * ranks[Math.floor(i / width)] + (i % width)] = values[i];
    });
    return joined;
  }

  money(name: string, scale: number): MoneySums {
    const joined = new MoneySums(this.count, scale);
    this.visit(({ columns, ranks }) => {
      const unitsAt = moneyIn(columns, name);
      for (let i = 0; i < ranks.length; i++) joined.add(ranks[i], unitsAt(i));
    });
    return joined;
  }

  /** Of two columns: how many bytes each row has, and the bytes. Row i has bytes[end[i - 1] .. end[i]). */
  bytes(lengths: string, name: string): { readonly end: Uint32Array; readonly bytes: Uint8Array } {
    const end = this.counts(lengths);
    for (let i = 1; i < end.length; i++) end[i] += end[i - 1];
    const joined = new Uint8Array(end[end.length - 1] ?? 0);
    this.visit(({ columns, ranks }) => {
      const lengthOf = columns.integers(lengths);
      const bytes = columns.bytes(name);
      let from = 0;
      for (let i = 0; i < ranks.length; i++) {
        let to = end[ranks[i]] - lengthOf[i];
        for (const last = from + lengthOf[i]; from < last; ) joined[to++] = bytes[from++];
      }
    });
    return { end, bytes: joined };
  }

  /** Rows of rows: `lengths` says how many each has, in columns of their own. Row i has start[i] to start[i + 1]. */
  runs(lengths: string): { readonly start: Uint32Array; readonly rows: JoinedRows } {
    const counts = this.counts(lengths);
    const start = new Uint32Array(counts.length + 1);
    for (let i = 0; i < counts.length; i++) start[i + 1] = start[i] + counts[i];
    const parts = this.parts.map(({ columns, ranks }) => {
      const lengthOf = columns.integers(lengths);
      const inner = new Uint32Array(ranks.reduce((sum, _, i) => sum + lengthOf[i], 0));
      let at = 0;
      for (let i = 0; i < ranks.length; i++) {
        for (let row = 0; row < lengthOf[i]; row++) inner[at++] = start[ranks[i]] + row;
      }
      return { columns, ranks: inner };
    });
    return { start, rows: new JoinedRows(parts) };
  }

  private visit(each: (part: RowsOfPart) => void): void {
    for (const part of this.parts) each(part);
  }
}

/** `ascending`: all of `values` are in it, and none is there twice. */
function ranksAmong(ascending: Float64Array, values: Float64Array): Uint32Array {
  const ranks = new Uint32Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    // A partition has its customers nearly in sequence: most are found after the one before.
    let low = i > 0 && value > values[i - 1] ? ranks[i - 1] + 1 : 0;
    let high = ascending.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (ascending[middle] < value) low = middle + 1;
      else high = middle;
    }
    ranks[i] = low;
  }
  return ranks;
}
