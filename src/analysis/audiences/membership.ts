// Who is in an audience, and who was: a list of customers that ascends by hash, with the time at which each was first
// assigned, joined and left. Refreshing it with what its rule selects now makes its members exactly those who are selected,
// whatever was stored before; doing so again changes nothing.

import { createHmac, createSecretKey } from 'node:crypto';
import {
  type ColumnName,
  type Columns,
  type CustomerList,
  columnOf,
  contactAt,
  customerIdAt,
} from '../../contract/customer-lists/columns.ts';
import { buildList, nobody } from '../customer-lists/build-list.ts';
import { rowsOfParts } from '../customer-lists/select-rows.ts';

/** Columns that are taken over from the list of a report. */
const IDENTITY: readonly ColumnName[] = [
  'hash_high',
  'hash_low',
  'id_end',
  'id_bytes',
  'contact_end',
  'contact_bytes',
];

interface MembershipCounts {
  /** Members, with those held out. */
  readonly customers: number;
  readonly held_out: number;
  readonly with_contact: number;
}

interface Refreshed extends MembershipCounts {
  readonly list: CustomerList;
  /** Members who were not, and the other way round; with those held out. */
  readonly joined: number;
  readonly left: number;
}

/** Nobody yet. `type`: kept in the file's head, where lists of reports name theirs. */
export function emptyMembership(): CustomerList {
  return buildList(nobody('AUDIENCE'));
}

export const isMember = (columns: Columns, row: number): boolean =>
  Number.isNaN(columnOf(columns, 'left_at')[row]);

export function countsOf({ head, columns }: CustomerList): MembershipCounts {
  const counts = { customers: 0, held_out: 0, with_contact: 0 };
  for (let row = 0; row < head.rows; row++) {
    if (!isMember(columns, row)) continue;
    counts.customers++;
    counts.held_out += columnOf(columns, 'held_out')[row];
    if (reachedBy(columns, row) !== null) counts.with_contact++;
  }
  return counts;
}

/** `at`: epoch milliseconds. `isHeldOut`: asked once per customer, when they are assigned. */
export function refreshed(
  before: CustomerList,
  selected: Selected,
  at: number,
  isHeldOut: (customerId: string) => boolean,
): Refreshed {
  const { earlier, now } = aligned(before, selected);
  const rows = earlier.length;
  const columns = new Map(
    inOneOrder(
      { columns: only(before.columns, IDENTITY), rows: earlier },
      { columns: only(selected.columns, IDENTITY), rows: now },
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
    assigned[row] = isKnown ? columnOf(before.columns, 'assigned_at')[old] : at;
    joinedAt[row] = wasMember || !isSelected ? columnOf(before.columns, 'joined_at')[old] : at;
    heldOut[row] = isKnown
      ? columnOf(before.columns, 'held_out')[old]
      : Number(isHeldOut(customerIdAt(columns, row)));
    if (!isSelected) leftAt[row] = wasMember ? at : columnOf(before.columns, 'left_at')[old];
    if (isSelected && !wasMember) joined++;
    if (!isSelected && wasMember) left++;
  }
  columns.set('assigned_at', assigned);
  columns.set('joined_at', joinedAt);
  columns.set('left_at', leftAt);
  columns.set('held_out', heldOut);
  const list: CustomerList = { head: { ...before.head, rows, members: rows }, columns };
  return { list, joined, left, ...countsOf(list) };
}

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** How a customer is reached: as their orders say it or, where they don't, by an id that is an e-mail address; otherwise null. */
export function reachedBy(columns: Columns, row: number): string | null {
  const contact = contactAt(columns, row);
  if (contact !== null) return contact;
  const id = customerIdAt(columns, row);
  return ADDRESS.test(id) ? id : null;
}

/** Columns that name a customer and how they are reached. */
export const WHO = IDENTITY;

const NOBODY = 0xffffffff;

/** One element per customer, ascending by hash: the row before and the row selected, NOBODY where there is none. */
function aligned(before: CustomerList, selected: Selected): { earlier: Uint32Array; now: Uint32Array } {
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

/** Rows of either list, in the order of both arrays; of a customer who is in both, what the second says. */
function inOneOrder(before: Selected, selected: Selected): Columns {
  const count = selected.rows.length;
  const [gone, there] = [new Uint32Array(count), new Uint32Array(count)];
  let left = 0;
  let present = 0;
  for (let at = 0; at < count; at++) {
    if (selected.rows[at] === NOBODY) gone[left++] = before.rows[at];
    else there[present++] = selected.rows[at];
  }
  const both = rowsOfParts([
    { columns: selected.columns, rows: there.subarray(0, present) },
    { columns: before.columns, rows: gone.subarray(0, left) },
  ]);
  const order = new Uint32Array(count);
  let fromSelected = 0;
  let fromBefore = present;
  for (let at = 0; at < count; at++) order[at] = selected.rows[at] === NOBODY ? fromBefore++ : fromSelected++;
  return rowsOfParts([{ columns: both, rows: order }]);
}

function only(columns: Columns, names: readonly ColumnName[]): Columns {
  return new Map([...columns].filter(([name]) => names.includes(name)));
}

// Customers of one list who are also in another, or are not: how the conditions of an audience are combined.

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

// Who of an audience is kept aside: a fixed share, decided per customer by a keyed hash, so that the same customers are kept
// aside in every refresh, and nobody without the key can tell or choose who they are.

/** `key`: of the audience, hexadecimal. `share`: 0 to 0.5. */
export function holdOut(key: string, share: number): (customerId: string) => boolean {
  if (share === 0) return () => false;
  // Bytes would be made a key again for each customer, at five times the price.
  const secret = createSecretKey(key, 'hex');
  return (customerId) => fractionOf(createHmac('sha256', secret).update(customerId).digest()) < share;
}

/** The first 52 bits, which a double holds exactly, as a number from 0 to below 1. */
function fractionOf(digest: Buffer): number {
  return (digest.readUIntBE(0, 6) * 16 + (digest.readUInt8(6) >>> 4)) / 2 ** 52;
}
