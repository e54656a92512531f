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

/** The earliest date wins, whichever import it came with. */
export function earliest(stored: Stamped<number> | undefined, value: number | undefined, importId: string) {
  if (value === undefined || stored === undefined) return newest(stored, value, importId);
  return {
    value: Math.min(stored.value, value),
    importId: stored.importId > importId ? stored.importId : importId,
  };
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
  /** Stored rows that were removed, because a complete order does not have them. */
  readonly withdrawn: number;
}

export interface Completeness {
  /** The incoming rows are all rows that the order has. */
  readonly isComplete: boolean;
  /** The newest import that listed all rows of the order. */
  readonly completeAs: string | undefined;
}

const PARTIAL: Completeness = { isComplete: false, completeAs: undefined };

/**
 * Rows in the order they were sent, each with its line key. A pair repeated among them: the last one wins and the
 * earlier one counts as updated. An insert beyond the allowance is booked as failed; updates always pass. A row that a
 * newer import left out of the complete order counts as updated, by its removal.
 */
export function mergeLines(
  stored: ReadonlyMap<string, StoredLine>,
  incoming: readonly (readonly [key: string, line: OrderLine])[],
  importId: string,
  allowance: RowAllowance,
  { isComplete, completeAs }: Completeness = PARTIAL,
): LineMerge {
  const lines = new Map(stored);
  let inserted = 0;
  let updated = 0;
  const refused: OrderLine[] = [];
  for (const [key, line] of incoming) {
    const existing = lines.get(key);
    if (existing === undefined && completeAs !== undefined && completeAs > importId) {
      updated++;
      continue;
    }
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
  const withdrawn = isComplete ? withdraw(lines, incoming, importId) : 0;
  return { lines, counts: { inserted, updated, failed: refused.length }, refused, withdrawn };
}

/** Removes the rows of older imports that are not among the incoming ones. Returns their number. */
function withdraw(
  lines: Map<string, StoredLine>,
  incoming: readonly (readonly [key: string, line: OrderLine])[],
  importId: string,
): number {
  const named = new Set(incoming.map(([key]) => key));
  const before = lines.size;
  for (const [key, line] of lines) if (line.importId < importId && !named.has(key)) lines.delete(key);
  return before - lines.size;
}
