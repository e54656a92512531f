// Customers of one list who are also in another, or are not: how the conditions of an audience are combined.
import { type Columns, columnOf } from '../customer-lists/columns.ts';

/** Rows of a list that are selected; they ascend, by row and by hash. */
export interface Selected {
  readonly columns: Columns;
  readonly rows: Uint32Array;
}

/** Those of `rows` whose customer is among the rows of `other` (`wanted`), or is not. One pass over both. */
export function restrictedTo({ columns, rows }: Selected, other: Selected, wanted: boolean): Selected {
  const kept = new Uint32Array(rows.length);
  let count = 0;
  let at = 0;
  for (const row of rows) {
    while (at < other.rows.length && compareHashes(other.columns, other.rows[at], columns, row) < 0) at++;
    const isIn = at < other.rows.length && compareHashes(other.columns, other.rows[at], columns, row) === 0;
    if (isIn === wanted) kept[count++] = row;
  }
  return { columns, rows: kept.subarray(0, count) };
}

/** Negative, 0 or positive, as the hash of row `a` is below, equal to or above that of row `b`. */
export function compareHashes(of: Columns, a: number, other: Columns, b: number): number {
  const high = columnOf(of, 'hash_high')[a] - columnOf(other, 'hash_high')[b];
  return high !== 0 ? high : columnOf(of, 'hash_low')[a] - columnOf(other, 'hash_low')[b];
}
