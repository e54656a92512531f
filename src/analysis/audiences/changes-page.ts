// What a destination lacks: a page of the differences between what it has and what it is to have, in the order of the hashes. The
// same two lists give the same pages, whenever and however often they are asked for.

import {
  type Columns,
  type CustomerList,
  columnOf,
  contactAt,
  customerIdAt,
} from '../../contract/customer-lists/columns.ts';
import { buildList } from '../customer-lists/build-list.ts';
import { customerIds } from '../customer-lists/customer-ids.ts';
import { firstRowFrom, hashAt, rowsOfHashes } from '../customer-lists/list-file.ts';
import { rowsOfParts } from '../customer-lists/select-rows.ts';
import { compareHashes, isMember, reachedBy, WHO } from './membership.ts';

export interface Entry {
  readonly id: string;
  readonly contact: string | null;
  /** Of the customer, whatever the list's ids are. */
  readonly customer: bigint;
}

interface ChangesPage {
  readonly joined: readonly Entry[];
  readonly left: readonly Entry[];
  /** Of the last entry, 16 hexadecimal digits; undefined if nothing is left to send. */
  readonly last: string | undefined;
}

export interface PageLimits {
  readonly joined: number;
  readonly left: number;
}

/** `after`: the `last` of the page before. `until`: that of the page itself, where it was decided before. */
export function changesPage(
  has: CustomerList,
  wanted: CustomerList,
  by: KnownBy,
  limits: PageLimits,
  after: string | undefined,
  until?: string,
): ChangesPage {
  const from = after === undefined ? 0n : BigInt(`0x${after}`) + 1n;
  const to = until === undefined ? undefined : BigInt(`0x${until}`) + 1n;
  let old = firstRowFrom(has.columns, from, 0, has.head.rows);
  let next = firstRowFrom(wanted.columns, from, 0, wanted.head.rows);
  const oldEnd = to === undefined ? has.head.rows : firstRowFrom(has.columns, to, 0, has.head.rows);
  const nextEnd = to === undefined ? wanted.head.rows : firstRowFrom(wanted.columns, to, 0, wanted.head.rows);
  const [joined, left]: [Entry[], Entry[]] = [[], []];
  let last: bigint | undefined;
  while ((old < oldEnd || next < nextEnd) && joined.length < limits.joined && left.length < limits.left) {
    const order =
      old === oldEnd ? 1 : next === nextEnd ? -1 : compareHashes(has.columns, old, wanted.columns, next);
    if (order < 0) {
      last = hashAt(has.columns, old);
      left.push(entryAt(has, old, by));
    } else if (order > 0 || isReachedOtherwise(has, old, wanted, next, by)) {
      last = hashAt(wanted.columns, next);
      joined.push(entryAt(wanted, next, by));
    }
    if (order <= 0) old++;
    if (order >= 0) next++;
  }
  return { joined, left, last: until ?? last?.toString(16).padStart(16, '0') };
}

/** Where ids are contacts, another contact is another entry. */
function isReachedOtherwise(
  has: CustomerList,
  old: number,
  wanted: CustomerList,
  next: number,
  by: KnownBy,
): boolean {
  return by === 'customer' && contactAt(has.columns, old) !== contactAt(wanted.columns, next);
}

function entryAt({ columns }: CustomerList, row: number, by: KnownBy): Entry {
  const id = customerIdAt(columns, row);
  if (by === 'customer') return { id, contact: reachedBy(columns, row), customer: hashAt(columns, row) };
  const high = BigInt(columnOf(columns, 'owner_high')[row]);
  const low = BigInt(columnOf(columns, 'owner_low')[row]);
  return { id, contact: id, customer: (high << 32n) | low };
}

// Whom a destination is to have of an audience: members who are not held out, as the destination knows them, by the customer's id
// or by the e-mail address. Where it is the address, one that several customers share is one entry, and one that a customer who is
// held out has, too, is none.

export type KnownBy = 'customer' | 'contact';

interface Deliverable {
  readonly list: CustomerList;
  /** Members who are not held out, and are not reached by an e-mail address. */
  readonly withoutContact: number;
}

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** As e-mail addresses are compared, or undefined if it is none. */
function addressOf(contact: string | null): string | undefined {
  const text = contact?.trim().toLowerCase();
  return text !== undefined && ADDRESS.test(text) ? text : undefined;
}

/** `hidden`: hashes of customers who are being erased. */
export function deliverable(members: CustomerList, hidden: Iterable<bigint>, by: KnownBy): Deliverable {
  const { head, columns } = members;
  const isHidden = new Uint8Array(head.rows);
  for (const row of rowsOfHashes(columns, head, hidden)) isHidden[row] = 1;
  const heldOut = columnOf(columns, 'held_out');
  const rows = new Uint32Array(head.rows);
  let count = 0;
  let withoutContact = 0;
  for (let row = 0; row < head.rows; row++) {
    if (isHidden[row] === 1 || heldOut[row] === 1 || !isMember(columns, row)) continue;
    rows[count++] = row;
    if (addressOf(reachedBy(columns, row)) === undefined) withoutContact++;
  }
  const sent = rows.subarray(0, count);
  const list = by === 'customer' ? byCustomer(members, sent) : byContact(members, sent);
  return { list, withoutContact };
}

function byCustomer({ head, columns }: CustomerList, rows: Uint32Array): CustomerList {
  const known: Columns = new Map([...columns].filter(([name]) => WHO.includes(name)));
  return {
    head: { ...head, rows: rows.length, members: rows.length },
    columns: rowsOfParts([{ columns: known, rows }]),
  };
}

/** Rows ascend by hash, so that the first customer of an address has the lowest. */
function byContact({ head, columns }: CustomerList, rows: Uint32Array): CustomerList {
  const taboo = new Set<string | undefined>();
  const heldOut = columnOf(columns, 'held_out');
  for (let row = 0; row < head.rows; row++)
    if (heldOut[row] === 1) taboo.add(addressOf(reachedBy(columns, row)));
  const owners = new Map<string, number>();
  for (const row of rows) {
    const address = addressOf(reachedBy(columns, row));
    if (address !== undefined && !owners.has(address) && !taboo.has(address)) owners.set(address, row);
  }
  const owner = [...owners.values()];
  const [high, low] = [columnOf(columns, 'hash_high'), columnOf(columns, 'hash_low')];
  return buildList({
    reportType: head.reportType,
    ids: customerIds([...owners.keys()]),
    groups: [],
    figures: { owner_high: owner.map((row) => high[row]), owner_low: owner.map((row) => low[row]) },
  });
}
