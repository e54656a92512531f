// Where a customer is in a list: a binary search, since rows ascend by the hash of the id.
import { type Columns, columnOf } from './columns.ts';

const LOW_HALF = 0xffffffffn;

/** The first row from `from` to `to` whose hash is not below this one; `to` where there is none. */
export function firstRowFrom(columns: Columns, hash: bigint, from: number, to: number): number {
  const high = columnOf(columns, 'hash_high');
  const low = columnOf(columns, 'hash_low');
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
  const high = columnOf(columns, 'hash_high')[row];
  const low = columnOf(columns, 'hash_low')[row];
  return (BigInt(high) << 32n) | BigInt(low);
}

/** Rows of these customers, members and those who left, ascending. */
export function rowsOfHashes(
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
        let row = firstRowFrom(columns, hash, from, to);
        row < to && hashAt(columns, row) === hash;
        row++
      ) {
        found.push(row);
      }
    }
  }
  return Uint32Array.from(new Set(found)).sort();
}
