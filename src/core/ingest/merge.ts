// Merges the rows of a chunk into stored orders: a value is replaced only by a newer import's, so a late or repeated
// delivery never overwrites newer data. Counts every row once: inserted, updated or failed.
import type { OrderLine } from '../orders/row.ts';
import { isSettled, type LineWrite, withoutOlder, written } from './line-fields.ts';
import type { RemovedLine, Stamped, StoredLine } from './stored-order.ts';

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

/** Of one part. */
export interface StoredLines {
  readonly lines: ReadonlyMap<string, StoredLine>;
  /** Lines that were removed: older imports that are applied late do not bring them back. */
  readonly removed?: ReadonlyMap<string, RemovedLine> | undefined;
}

export interface LineMerge {
  readonly lines: ReadonlyMap<string, StoredLine>;
  /** Undefined if there are none. */
  readonly removed: ReadonlyMap<string, RemovedLine> | undefined;
  readonly counts: RowCounts;
  /** Rows that the allowance kept out. */
  readonly refused: readonly OrderLine[];
  /** Stored rows that were taken away, because a complete order does not have them or they were removed. */
  readonly withdrawn: number;
}

export interface Completeness {
  /** The incoming rows are all rows that the order has. */
  readonly isComplete: boolean;
  /** The newest import that listed all rows of the order. */
  readonly completeAs: string | undefined;
}

export interface IncomingLines {
  readonly importId: string;
  /** In the order they were sent, each with its line key. */
  readonly writes: readonly (readonly [key: string, write: LineWrite])[];
  /** To be removed, by line key: those that older imports wrote. */
  readonly removals?: ReadonlyMap<string, Pick<OrderLine, 'name' | 'sku'>>;
}

const PARTIAL: Completeness = { isComplete: false, completeAs: undefined };

/**
 * A pair repeated among the rows: the last one wins and the earlier one counts as updated. An insert beyond the allowance
 * is booked as failed; updates always pass. A row that a newer import removed, or left out of the complete order, counts as
 * updated, by its removal.
 */
export function mergeLines(
  stored: StoredLines,
  { importId, writes, removals = new Map() }: IncomingLines,
  allowance: RowAllowance,
  { isComplete, completeAs = '' }: Completeness = PARTIAL,
): LineMerge {
  const lines = new Map(stored.lines);
  const removed = new Map(stored.removed);
  let inserted = 0;
  let updated = 0;
  const refused: OrderLine[] = [];
  for (const [key, write] of writes) {
    const existing = lines.get(key);
    const removedAs = removed.get(key)?.importId ?? '';
    if (importId < completeAs || importId < removedAs) {
      updated++;
      continue;
    }
    if (existing === undefined) {
      if (allowance.remaining <= 0) {
        refused.push(write.line);
        continue;
      }
      allowance.remaining--;
      inserted++;
    } else updated++;
    const line = written(existing, write, importId);
    lines.set(key, line);
    if (isSettled(line, removedAs)) removed.delete(key);
  }
  const before = lines.size;
  for (const [key, { name, sku }] of removals) {
    const left = takeAway(lines, key, importId);
    const isKnown = importId <= completeAs || importId <= (removed.get(key)?.importId ?? '');
    if (!isKnown && !(left && isSettled(left, importId))) removed.set(key, { name, sku, importId });
  }
  if (isComplete) {
    const named = new Set(writes.map(([key]) => key));
    for (const key of [...lines.keys()]) if (!named.has(key)) takeAway(lines, key, importId);
    for (const [key, one] of removed) if (one.importId <= importId) removed.delete(key);
  }
  return {
    lines,
    removed: removed.size === 0 ? undefined : removed,
    counts: { inserted, updated, failed: refused.length },
    refused,
    withdrawn: before - lines.size,
  };
}

/** What older imports wrote of a line. Returns what a newer one has written of it. */
function takeAway(lines: Map<string, StoredLine>, key: string, importId: string): StoredLine | undefined {
  const line = lines.get(key);
  if (line === undefined || line.importId < importId) {
    lines.delete(key);
    return undefined;
  }
  const left = withoutOlder(line, importId);
  lines.set(key, left);
  return left;
}
