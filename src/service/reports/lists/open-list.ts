// Reads a stored list column by column. A warm instance does not read the same version again.

import {
  decodeColumn,
  decodeHead,
  readHeadSize,
  type StoredColumn,
  type StoredHead,
} from '../../../analysis/customer-lists/list-file.ts';
import { createEmptyColumn } from '../../../analysis/customer-lists/select-rows.ts';
import type { ColumnArray, ColumnName, Columns } from '../../../contract/customer-lists/columns.ts';
import type { createStoredLists } from '../customer-lists.ts';
import type { ColumnCache } from './column-cache.ts';

/**
 * Bytes of the first read: the head of nearly every list, and all of a list of up to about a thousand
 * customers.
 */
const FIRST_BYTES = 64 * 1_024;
/** Columns at most this far apart are read as one: a request costs more than these bytes. */
const MAX_GAP = 64 * 1_024;

export interface OpenedList {
  readonly head: StoredHead;
  /**
   * The columns of these that the list has. Throws ListChangedError when the list has been replaced since.
   */
  columns(names: readonly ColumnName[]): Promise<Columns>;
  /** All columns that a row shows, without its customer's purchases. */
  shown(): Promise<Columns>;
}

/** The storage of lists, by owner: a report, or an audience. */
export type StoredLists<Of> = Pick<ReturnType<typeof createStoredLists<Of>>, 'version' | 'read'>;

/** Undefined if there is none. */
export async function openList<Of extends object>(
  lists: StoredLists<Of>,
  key: Of,
  cache?: ColumnCache,
): Promise<OpenedList | undefined> {
  const version = await lists.version(key);
  if (version === undefined) return undefined;
  const kept = cache?.of(key, version) ?? { head: undefined, columns: new Map<ColumnName, ColumnArray>() };
  let start: Uint8Array | undefined;
  if (kept.head === undefined) {
    start = await lists.read(key, version, 0, FIRST_BYTES);
    const length = readHeadSize(start);
    if (length > start.length) start = await lists.read(key, version, 0, length);
    kept.head = decodeHead(start);
  }
  const { head } = kept;

  async function fetchRange(range: readonly StoredColumn[]): Promise<Uint8Array> {
    const { from, to } = computeBounds(range);
    if (start !== undefined && to <= start.length) return start.subarray(from, to);
    return lists.read(key, version ?? '', from, to);
  }

  async function readColumns(names: readonly ColumnName[]): Promise<Columns> {
    const missing = head.columns.filter(({ name }) => names.includes(name) && !kept.columns.has(name));
    await Promise.all(
      groupAdjacent(missing).map(async (range) => {
        const bytes = await fetchRange(range);
        const { from } = computeBounds(range);
        for (const column of range) {
          const at = column.offset - from;
          kept.columns.set(column.name, decodeColumn(column, bytes.subarray(at, at + column.bytes)));
        }
      }),
    );
    cache?.trim();
    return kept.columns;
  }

  const shownNames = head.columns.map(({ name }) => name).filter((name) => !name.startsWith('purchases_'));
  return { head, columns: readColumns, shown: () => readColumns(shownNames) };
}

/** A figure that no customer has, as in a report without predictions, has no column. */
export async function readOrEmpty(
  { head, columns }: OpenedList,
  names: readonly ColumnName[],
): Promise<Columns> {
  const read = await columns(names);
  const missing = names.filter((name) => !read.has(name));
  if (missing.length === 0) return read;
  return new Map([...read, ...missing.map((name) => [name, createEmptyColumn(name, head.rows)] as const)]);
}

/** Groups adjacent columns, in the order of the file. */
function groupAdjacent(columns: readonly StoredColumn[]): StoredColumn[][] {
  const runs: StoredColumn[][] = [];
  for (const column of columns.toSorted((a, b) => a.offset - b.offset)) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && column.offset - (last.offset + last.bytes) <= MAX_GAP)
      run.push(column);
    else runs.push([column]);
  }
  return runs;
}

function computeBounds(range: readonly StoredColumn[]): { readonly from: number; readonly to: number } {
  const [first] = range;
  const last = range.at(-1);
  if (first === undefined || last === undefined) return { from: 0, to: 0 };
  return { from: first.offset, to: last.offset + last.bytes };
}
