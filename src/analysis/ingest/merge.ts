// Merges the rows of a chunk into stored orders. Only a newer import replaces a value, so that a late or repeated
// delivery never overwrites newer data. Counts every row once: inserted, updated or failed.
import type { OrderLine } from '../../contract/resources/orders/row.ts';
import { acceptLine, type SubmittedLine } from '../../contract/resources/orders/submitted-order.ts';
import type { FieldStamps, RemovedLine, Stamped, StoredLine } from './stored-order.ts';

export interface MergeCounts {
  readonly inserted: number;
  readonly updated: number;
  readonly failed: number;
}

export const NO_ROWS: MergeCounts = { inserted: 0, updated: 0, failed: 0 };

export function addCounts(a: MergeCounts, b: MergeCounts): MergeCounts {
  return { inserted: a.inserted + b.inserted, updated: a.updated + b.updated, failed: a.failed + b.failed };
}

/** The newer import's value wins; within one import, the later row's value. */
export function pickNewest<T>(stored: Stamped<T> | undefined, value: T | undefined, importId: string) {
  if (value === undefined) return stored;
  if (stored !== undefined && stored.importId > importId) return stored;
  return { value, importId };
}

/** The earliest date wins, whichever import sent it. */
export function pickEarliest(
  stored: Stamped<number> | undefined,
  value: number | undefined,
  importId: string,
) {
  if (value === undefined || stored === undefined) return pickNewest(stored, value, importId);
  return {
    value: Math.min(stored.value, value),
    importId: stored.importId > importId ? stored.importId : importId,
  };
}

/** Number of further rows that an account may store. Shared by all orders of one transaction. */
export interface RowAllowance {
  remaining: number;
}

/** Stored lines of one part. */
interface StoredLines {
  readonly lines: ReadonlyMap<string, StoredLine>;
  /** Removed lines: older imports that are applied late do not restore them. */
  readonly removed?: ReadonlyMap<string, RemovedLine> | undefined;
}

interface LineMerge {
  readonly lines: ReadonlyMap<string, StoredLine>;
  /** Undefined if there are none. */
  readonly removed: ReadonlyMap<string, RemovedLine> | undefined;
  readonly counts: MergeCounts;
  /** Rows beyond the allowance. */
  readonly refused: readonly OrderLine[];
  /** Stored rows withdrawn because the complete order does not have them or an import removed them. */
  readonly withdrawn: number;
}

interface Completeness {
  /** Whether the incoming rows are all rows of the order. */
  readonly isComplete: boolean;
  /** The newest import that listed all rows of the order. */
  readonly completeAs: string | undefined;
}

interface IncomingLines {
  readonly importId: string;
  /** Writes in the order sent, each with its line key. */
  readonly writes: readonly (readonly [key: string, write: LineWrite])[];
  /** Lines to remove, by line key, if older imports wrote them. */
  readonly removals?: ReadonlyMap<string, Pick<OrderLine, 'name' | 'sku'>>;
}

const PARTIAL: Completeness = { isComplete: false, completeAs: undefined };

/**
 * If a pair repeats among the rows, the last one wins and the earlier one counts as updated. An insert beyond the
 * allowance counts as failed; updates always pass. A row that a newer import removed, or left out of the complete
 * order, counts as updated, by its removal.
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
    const line = applyWrite(existing, write, importId);
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

/** Removes the fields of a line that older imports wrote. Returns those that a newer import has written. */
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

// Represents a line item as the newest write of each of its fields. A row that replaces writes all fields, omitted ones
// with their defaults; a row that merges writes the fields that it states. The line is thus the same in whatever
// sequence, and however often, its rows are applied. Nearly all lines come from one import: only the others store the
// import of each field.

type LineField = keyof FieldStamps;
const LINE_FIELDS: readonly LineField[] = ['sku', 'unitPrice', 'quantity', 'customFields'];

/** `states`: the fields that the row states; undefined for all. */
export interface LineWrite {
  readonly line: OrderLine;
  readonly states: ReadonlySet<LineField> | undefined;
}

const BLANK = { sku: undefined, unitPrice: 0, quantity: 1, customFields: undefined };
const NEVER: FieldStamps = { sku: '', unitPrice: '', quantity: '', customFields: '' };

export function toLineWrite(line: SubmittedLine, merges: boolean): LineWrite {
  if (!merges) return { line: acceptLine(line), states: undefined };
  const states = new Set<LineField>();
  if (line.product_sku !== undefined) states.add('sku');
  if (line.unit_price !== undefined) states.add('unitPrice');
  if (line.quantity !== undefined) states.add('quantity');
  if (line.custom_fields !== undefined) states.add('customFields');
  return { line: acceptLine(line), states };
}

/** Within one import, the later row wins. */
function applyWrite(
  stored: StoredLine | undefined,
  { line, states }: LineWrite,
  importId: string,
): StoredLine {
  if (states === undefined && (stored === undefined || stored.importId <= importId))
    return { ...line, importId };
  const before = stored === undefined ? NEVER : getStamps(stored);
  const shouldTake = (field: LineField): boolean =>
    (states === undefined || states.has(field)) && before[field] <= importId;
  return mergeFields({ ...(stored ?? BLANK), name: line.name }, line, shouldTake, before, importId);
}

/** Removes fields that were written before `floor`. Returns the same object if there are none. */
export function withoutOlder(stored: StoredLine, floor: string): StoredLine {
  const before = getStamps(stored);
  const isOld = (field: LineField): boolean => before[field] !== '' && before[field] < floor;
  if (!LINE_FIELDS.some(isOld)) return stored;
  const { importId } = stored;
  return { ...mergeFields(stored, { ...BLANK, name: stored.name }, isOld, before, ''), importId };
}

/** Whether no import before `floor` could change the line. */
function isSettled(stored: StoredLine, floor: string): boolean {
  return LINE_FIELDS.every((field) => getStamps(stored)[field] > floor);
}

function getStamps({ stamps, importId }: StoredLine): FieldStamps {
  return stamps ?? { sku: importId, unitPrice: importId, quantity: importId, customFields: importId };
}

/** Returns `stored` with the fields that are taken from `line`. */
function mergeFields(
  stored: OrderLine & { readonly importId?: string },
  line: OrderLine,
  takes: (field: LineField) => boolean,
  before: FieldStamps,
  stamp: string,
): StoredLine {
  const from = (field: LineField): OrderLine => (takes(field) ? line : stored);
  const getStamp = (field: LineField): string => (takes(field) ? stamp : before[field]);
  const { importId = '' } = stored;
  const newest = importId > stamp ? importId : stamp;
  const stamps: FieldStamps = {
    sku: getStamp('sku'),
    unitPrice: getStamp('unitPrice'),
    quantity: getStamp('quantity'),
    customFields: getStamp('customFields'),
  };
  return {
    name: stored.name,
    sku: from('sku').sku,
    unitPrice: from('unitPrice').unitPrice,
    quantity: from('quantity').quantity,
    customFields: from('customFields').customFields,
    importId: newest,
    ...(LINE_FIELDS.some((field) => stamps[field] !== newest) && { stamps }),
  };
}
