// Stores the members of an audience and its former members: a list of customers that ascends by hash, with the times at
// which each was first assigned, joined and left. A refresh makes the members exactly those whom the rule selects now,
// whatever was stored before; repeating it changes nothing.

import { createHmac, createSecretKey } from 'node:crypto';
import {
  type ColumnName,
  type Columns,
  type CustomerList,
  getColumn,
  getContactAt,
  getCustomerIdAt,
  getOtherIdsAt,
  type NextSource,
} from '../../contract/customer-lists/columns.ts';
import { buildList, createEmptyListed } from '../customer-lists/build-list.ts';
import { hash64 } from '../customer-lists/customer-ids.ts';
import { findRowsByHash } from '../customer-lists/list-file.ts';
import { joinRows } from '../customer-lists/select-rows.ts';

/** Columns that are copied from the list of a report. */
const IDENTITY = [
  'hash_high',
  'hash_low',
  'id_end',
  'id_bytes',
  'contact_end',
  'contact_bytes',
] as const satisfies readonly ColumnName[];

/** Beside them, ids by which a person was assigned before. */
const KEPT_COLUMNS = [
  ...IDENTITY,
  'other_ids_end',
  'other_ids_bytes',
] as const satisfies readonly ColumnName[];

const NEXT = ['next_end', 'next_bytes'] as const satisfies readonly ColumnName[];

/** And what members buy next; former members have none. */
export const MEMBER_COLUMNS = [...KEPT_COLUMNS, ...NEXT] as const satisfies readonly ColumnName[];

interface MembershipCounts {
  /** Members, including those held out. */
  readonly customers: number;
  readonly held_out: number;
  readonly with_contact: number;
}

interface Refreshed extends MembershipCounts {
  readonly list: CustomerList;
  /** Members who were not members before; `left` counts the reverse. Both include those held out. */
  readonly joined: number;
  readonly left: number;
}

/** A membership without customers. `type`: stored in the file's head, where lists of reports store theirs. */
export function createEmptyMembership(): CustomerList {
  return buildList(createEmptyListed('AUDIENCE'));
}

export const isMember = (columns: Columns, row: number): boolean =>
  Number.isNaN(getColumn(columns, 'left_at')[row]);

export function countMembers({ head, columns }: CustomerList): MembershipCounts {
  const counts = { customers: 0, held_out: 0, with_contact: 0 };
  for (let row = 0; row < head.rows; row++) {
    if (!isMember(columns, row)) continue;
    counts.customers++;
    counts.held_out += getColumn(columns, 'held_out')[row];
    if (getContact(columns, row) !== null) counts.with_contact++;
  }
  return counts;
}

/** `at`: epoch milliseconds. `isHeldOut`: called once per customer, when they are assigned. */
export function refreshMembers(
  before: CustomerList,
  selected: Selected,
  at: number,
  isHeldOut: (customerId: string) => boolean,
): Refreshed {
  const { earlier, now } = alignRows(before, selected);
  const rows = earlier.length;
  const columns = new Map(
    mergeRows(
      { columns: pickColumns(before.columns, KEPT_COLUMNS), rows: earlier },
      { columns: pickColumns(selected.columns, MEMBER_COLUMNS), rows: now },
    ),
  );
  const [assigned, joinedAt, leftAt] = [
    new Float64Array(rows),
    new Float64Array(rows),
    new Float64Array(rows).fill(Number.NaN),
  ];
  const heldOut = new Uint8Array(rows);
  let joined = 0;
  let left = 0;
  for (let row = 0; row < rows; row++) {
    const old = earlier[row];
    const isSelected = now[row] !== NOBODY;
    const isKnown = old !== NOBODY;
    const wasMember = isKnown && isMember(before.columns, old);
    const first = isSelected ? findFirstAssigned(before, columns, row, isKnown ? old : undefined) : old;
    const wasAssigned = first !== undefined && first !== NOBODY;
    assigned[row] = wasAssigned ? getColumn(before.columns, 'assigned_at')[first] : at;
    joinedAt[row] = wasMember || !isSelected ? getColumn(before.columns, 'joined_at')[old] : at;
    heldOut[row] = wasAssigned
      ? getColumn(before.columns, 'held_out')[first]
      : Number(isHeldOut(getCustomerIdAt(columns, row)));
    if (!isSelected) leftAt[row] = wasMember ? at : getColumn(before.columns, 'left_at')[old];
    if (isSelected && !wasMember) joined++;
    if (!isSelected && wasMember) left++;
  }
  columns.set('assigned_at', assigned);
  columns.set('joined_at', joinedAt);
  columns.set('left_at', leftAt);
  columns.set('held_out', heldOut);
  const head = { ...before.head, rows, members: rows, next: selected.next };
  const list: CustomerList = { head, columns };
  return { list, joined, left, ...countMembers(list) };
}

/**
 * The row by which a person was first assigned, with this id or another one: someone held out must not be contacted by a
 * second id. Reports on the effect choose in the same way (`renameAssigned`).
 */
function findFirstAssigned(
  { head, columns: before }: CustomerList,
  columns: Columns,
  row: number,
  own: number | undefined,
): number | undefined {
  const others = getOtherIdsAt(columns, row);
  if (others.length === 0 || head.rows === 0) return own;
  const at = getColumn(before, 'assigned_at');
  const isBefore = (a: number, b: number): boolean =>
    at[a] === at[b] ? getCustomerIdAt(before, a) < getCustomerIdAt(before, b) : at[a] < at[b];
  let first = own;
  for (const known of findRowsByHash(before, head, others.map(hash64)))
    if (first === undefined || isBefore(known, first)) first = known;
  return first;
}

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The contact of a customer: the one in their orders or else an id that is an e-mail address; null without either. */
export function getContact(columns: Columns, row: number): string | null {
  const contact = getContactAt(columns, row);
  if (contact !== null) return contact;
  const id = getCustomerIdAt(columns, row);
  return ADDRESS.test(id) ? id : null;
}

/** Columns with a customer's identity and contact, and what they buy next. */
export const WHO: readonly ColumnName[] = [...IDENTITY, ...NEXT];

const NOBODY = 0xffffffff;

/** One element per customer, ascending by hash: the row before and the row selected, NOBODY where there is none. */
function alignRows(before: CustomerList, selected: Selected): { earlier: Uint32Array; now: Uint32Array } {
  const most = before.head.rows + selected.rows.length;
  const [earlier, now] = [new Uint32Array(most).fill(NOBODY), new Uint32Array(most).fill(NOBODY)];
  let count = 0;
  let old = 0;
  let next = 0;
  while (old < before.head.rows || next < selected.rows.length) {
    const order =
      old === before.head.rows
        ? 1
        : next === selected.rows.length
          ? -1
          : compareHashes(before.columns, old, selected.columns, selected.rows[next]);
    if (order <= 0) earlier[count] = old++;
    if (order >= 0) now[count] = selected.rows[next++];
    count++;
  }
  return { earlier: earlier.subarray(0, count), now: now.subarray(0, count) };
}

/** Rows of either list, in the order of both arrays; a customer who is in both has the row of the second. */
function mergeRows(before: Selected, selected: Selected): Columns {
  const count = selected.rows.length;
  const [gone, there] = [new Uint32Array(count), new Uint32Array(count)];
  let left = 0;
  let present = 0;
  for (let at = 0; at < count; at++) {
    if (selected.rows[at] === NOBODY) gone[left++] = before.rows[at];
    else there[present++] = selected.rows[at];
  }
  const both = joinRows([
    { columns: selected.columns, rows: there.subarray(0, present) },
    { columns: before.columns, rows: gone.subarray(0, left) },
  ]);
  const order = new Uint32Array(count);
  let fromSelected = 0;
  let fromBefore = present;
  for (let at = 0; at < count; at++) order[at] = selected.rows[at] === NOBODY ? fromBefore++ : fromSelected++;
  return joinRows([{ columns: both, rows: order }]);
}

function pickColumns(columns: Columns, names: readonly ColumnName[]): Columns {
  return new Map([...columns].filter(([name]) => names.includes(name)));
}

// Customers of one list who are, or are not, in another: the operation that combines the conditions of an audience.

/** Selected rows of a list, ascending by row and by hash. */
export interface Selected {
  readonly columns: Columns;
  readonly rows: Uint32Array;
  /** The source of the customers' next products, if the list has them. */
  readonly next?: NextSource | undefined;
}

/** The `rows` whose customer is among the rows of `other` (`wanted`) or is not. One pass over both. */
export function restrictRows(selected: Selected, other: Selected, wanted: boolean): Selected {
  const { columns, rows } = selected;
  const kept = new Uint32Array(rows.length);
  let count = 0;
  let at = 0;
  for (const row of rows) {
    while (at < other.rows.length && compareHashes(other.columns, other.rows[at], columns, row) < 0) at++;
    const isIn = at < other.rows.length && compareHashes(other.columns, other.rows[at], columns, row) === 0;
    if (isIn === wanted) kept[count++] = row;
  }
  return { ...selected, rows: kept.subarray(0, count) };
}

/** Negative, 0 or positive, as the hash of row `a` is below, equal to or above that of row `b`. */
export function compareHashes(of: Columns, a: number, other: Columns, b: number): number {
  const high = getColumn(of, 'hash_high')[a] - getColumn(other, 'hash_high')[b];
  return high !== 0 ? high : getColumn(of, 'hash_low')[a] - getColumn(other, 'hash_low')[b];
}

// Holds out a fixed share of an audience. A keyed hash decides for each customer, so that the same customers are held
// out in every refresh, and nobody without the key can predict or choose who they are.

/** `key`: the audience's key, hexadecimal. `share`: 0 to 0.5. */
export function holdOut(key: string, share: number): (customerId: string) => boolean {
  if (share === 0) return () => false;
  // Create the key once: passing bytes creates it again for each customer, which takes five times as long.
  const secret = createSecretKey(key, 'hex');
  return (customerId) => toFraction(createHmac('sha256', secret).update(customerId).digest()) < share;
}

/** The first 52 bits, which a double holds exactly, as a number from 0 to below 1. */
function toFraction(digest: Buffer): number {
  return (digest.readUIntBE(0, 6) * 16 + (digest.readUInt8(6) >>> 4)) / 2 ** 52;
}
