// Merges the rows of a chunk into stored orders: a value is replaced only by a newer import's, so a late or repeated
// delivery never overwrites newer data. Counts every row once: inserted, updated or failed.
import type { OrderLine } from '../orders/row.ts';
import type { Stamped, StoredLine } from './stored-order.ts';

export interface RowCounts {
  readonly inserted: number;
  readonly updated: number;
  readonly failed: number;
}

export const NO_ROWS: RowCounts = { inserted: 0, updated: 0, failed: 0 };

export function addCounts(a: RowCounts, b: RowCounts): RowCounts {
  return { inserted: a.inserted + b.inserted, updated: a.updated + b.updated, failed: a.failed + b.failed };
}

/** The newer import's value wins; the value of an equal import is the later row's. */
export function newest<T>(stored: Stamped<T> | undefined, value: T | undefined, importId: string) {
  if (value === undefined) return stored;
  if (stored !== undefined && stored.importId > importId) return stored;
  return { value, importId };
}

/** How many more rows an account may store. Shared by all orders of one transaction. */
export interface RowAllowance {
  remaining: number;
}

export interface LineMerge {
  readonly lines: ReadonlyMap<string, StoredLine>;
  readonly counts: RowCounts;
  /** Rows that the allowance kept out. */
  readonly refused: readonly OrderLine[];
}

/**
 * Rows in the order they were sent, each with its line key. A pair repeated among them: the last one wins and the
 * earlier one counts as updated. An insert beyond the allowance is booked as failed; updates always pass.
 */
export function mergeLines(
  stored: ReadonlyMap<string, StoredLine>,
  incoming: readonly (readonly [key: string, line: OrderLine])[],
  importId: string,
  allowance: RowAllowance,
): LineMerge {
  const lines = new Map(stored);
  let inserted = 0;
  let updated = 0;
  const refused: OrderLine[] = [];
  for (const [key, line] of incoming) {
    const existing = lines.get(key);
    if (existing === undefined) {
      if (allowance.remaining <= 0) {
        refused.push(line);
        continue;
      }
      allowance.remaining--;
      inserted++;
    } else {
      updated++;
      if (existing.importId > importId) continue;
    }
    lines.set(key, { ...line, importId });
  }
  return { lines, counts: { inserted, updated, failed: refused.length }, refused };
}
