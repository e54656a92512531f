// Who is in an audience, and who was: a list of customers that ascends by hash, with the time at which each was first
// assigned, joined and left. Refreshing it with what its rule selects now makes its members exactly those who are selected,
// whatever was stored before; doing so again changes nothing.

import { buildList, nobody } from '../customer-lists/build-list.ts';
import {
  type ColumnName,
  type Columns,
  type CustomerList,
  columnOf,
  contactAt,
  customerIdAt,
} from '../customer-lists/columns.ts';
import { rowsOfParts } from '../customer-lists/select-rows.ts';
import { compareHashes, type Selected } from './combine.ts';

/** Columns that are taken over from the list of a report. */
const IDENTITY: readonly ColumnName[] = [
  'hash_high',
  'hash_low',
  'id_end',
  'id_bytes',
  'contact_end',
  'contact_bytes',
];

export interface MembershipCounts {
  /** Members, with those held out. */
  readonly customers: number;
  readonly held_out: number;
  readonly with_contact: number;
}

export interface Refreshed extends MembershipCounts {
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
