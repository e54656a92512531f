// Computes the changes that a destination has yet to receive: a page of the differences between its current and its
// intended customers, in the order of the hashes. The same two lists always give the same pages.

import {
  type Columns,
  type CustomerList,
  getColumn,
  getContactAt,
  getCustomerIdAt,
  getNextAt,
  type NextProducts,
} from '../../contract/customer-lists/columns.ts';
import { buildList } from '../customer-lists/build-list.ts';
import { createCustomerIds } from '../customer-lists/customer-ids.ts';
import { findFirstRow, hashAt } from '../customer-lists/list-file.ts';
import { findRowsOfPersons } from '../customer-lists/other-ids.ts';
import { joinRows } from '../customer-lists/select-rows.ts';
import { compareHashes, getContact, isMember, WHO } from './membership.ts';

export interface Entry {
  readonly id: string;
  readonly contact: string | null;
  /** What they buy next, if the audience's report has it. */
  readonly next?: NextProducts | undefined;
  /** Hash of the customer, even where the list's ids are contacts. */
  readonly customer: bigint;
}

interface ChangesPage {
  readonly joined: readonly Entry[];
  readonly left: readonly Entry[];
  /** Hash of the last entry, 16 hexadecimal digits; undefined if nothing is left to send. */
  readonly last: string | undefined;
}

export interface PageLimits {
  readonly joined: number;
  readonly left: number;
}

/** `after`: the `last` of the previous page. `until`: the `last` of this page, where it was decided before. */
export function createChangesPage(
  has: CustomerList,
  wanted: CustomerList,
  by: KnownBy,
  limits: PageLimits,
  after: string | undefined,
  until?: string,
): ChangesPage {
  const from = after === undefined ? 0n : BigInt(`0x${after}`) + 1n;
  const to = until === undefined ? undefined : BigInt(`0x${until}`) + 1n;
  let old = findFirstRow(has.columns, from, 0, has.head.rows);
  let next = findFirstRow(wanted.columns, from, 0, wanted.head.rows);
  const oldEnd = to === undefined ? has.head.rows : findFirstRow(has.columns, to, 0, has.head.rows);
  const nextEnd = to === undefined ? wanted.head.rows : findFirstRow(wanted.columns, to, 0, wanted.head.rows);
  const [joined, left]: [Entry[], Entry[]] = [[], []];
  let last: bigint | undefined;
  let characters = 0;
  while (
    (old < oldEnd || next < nextEnd) &&
    joined.length < limits.joined &&
    left.length < limits.left &&
    characters < MOST_CHARACTERS
  ) {
    const order =
      old === oldEnd ? 1 : next === nextEnd ? -1 : compareHashes(has.columns, old, wanted.columns, next);
    if (order < 0) {
      last = hashAt(has.columns, old);
      left.push(getEntry(has, old, by));
    } else if (order > 0 || isSentOtherwise(has, old, wanted, next, by)) {
      last = hashAt(wanted.columns, next);
      const entry = getEntry(wanted, next, by);
      joined.push(entry);
      characters += countCharacters(entry.next);
    }
    if (order <= 0) old++;
    if (order >= 0) next++;
  }
  return { joined, left, last: until ?? last?.toString(16).padStart(16, '0') };
}

/** Characters of next products at which a page ends early: three bytes each, they stay below the 5 MB of a job. */
const MOST_CHARACTERS = 1_000_000;

function countCharacters(next: NextProducts | undefined): number {
  return next === undefined ? 0 : JSON.stringify(next).length;
}

/**
 * Whether a customer whom the destination has is sent again, with another contact or other next products. Where ids are
 * contacts, a customer with another contact is another entry.
 */
function isSentOtherwise(
  has: CustomerList,
  old: number,
  wanted: CustomerList,
  next: number,
  by: KnownBy,
): boolean {
  if (by === 'customer' && getContactAt(has.columns, old) !== getContactAt(wanted.columns, next)) return true;
  const products = getNextAt(wanted, next);
  return products !== undefined && JSON.stringify(products) !== JSON.stringify(getNextAt(has, old));
}

function getEntry(list: CustomerList, row: number, by: KnownBy): Entry {
  const { columns } = list;
  const id = getCustomerIdAt(columns, row);
  const next = getNextAt(list, row);
  if (by === 'customer')
    return { id, contact: getContact(columns, row), next, customer: hashAt(columns, row) };
  const high = BigInt(getColumn(columns, 'owner_high')[row]);
  const low = BigInt(getColumn(columns, 'owner_low')[row]);
  return { id, contact: id, next, customer: (high << 32n) | low };
}

// Selects the customers of an audience that a destination should have: members who are not held out, identified by the
// customer's id or by the e-mail address. Several customers with one e-mail address make one entry; an address that a
// held-out customer also has makes none.

export type KnownBy = 'customer' | 'contact';

interface Deliverable {
  readonly list: CustomerList;
  /** Members who are not held out and cannot be reached by an e-mail address. */
  readonly withoutContact: number;
}

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The e-mail address in the form in which addresses are compared; undefined if the contact is not one. */
function normalizeAddress(contact: string | null): string | undefined {
  const text = contact?.trim().toLowerCase();
  return text !== undefined && ADDRESS.test(text) ? text : undefined;
}

/** `hidden`: hashes of customers who are being erased. */
export function selectDeliverable(members: CustomerList, hidden: Iterable<bigint>, by: KnownBy): Deliverable {
  const { head, columns } = members;
  const isHidden = new Uint8Array(head.rows);
  for (const row of findRowsOfPersons(columns, head, hidden)) isHidden[row] = 1;
  const heldOut = getColumn(columns, 'held_out');
  const rows = new Uint32Array(head.rows);
  let count = 0;
  let withoutContact = 0;
  for (let row = 0; row < head.rows; row++) {
    if (isHidden[row] === 1 || heldOut[row] === 1 || !isMember(columns, row)) continue;
    rows[count++] = row;
    if (normalizeAddress(getContact(columns, row)) === undefined) withoutContact++;
  }
  const sent = rows.subarray(0, count);
  const list = by === 'customer' ? listByCustomer(members, sent) : listByContact(members, sent);
  return { list, withoutContact };
}

function listByCustomer({ head, columns }: CustomerList, rows: Uint32Array): CustomerList {
  const known: Columns = new Map([...columns].filter(([name]) => WHO.includes(name)));
  return {
    head: { ...head, rows: rows.length, members: rows.length },
    columns: joinRows([{ columns: known, rows }]),
  };
}

/** Rows ascend by hash, so that the first customer of an address has the lowest. */
function listByContact({ head, columns }: CustomerList, rows: Uint32Array): CustomerList {
  const taboo = new Set<string | undefined>();
  const heldOut = getColumn(columns, 'held_out');
  for (let row = 0; row < head.rows; row++)
    if (heldOut[row] === 1) taboo.add(normalizeAddress(getContact(columns, row)));
  const owners = new Map<string, number>();
  for (const row of rows) {
    const address = normalizeAddress(getContact(columns, row));
    if (address !== undefined && !owners.has(address) && !taboo.has(address)) owners.set(address, row);
  }
  const owner = [...owners.values()];
  const [high, low] = [getColumn(columns, 'hash_high'), getColumn(columns, 'hash_low')];
  const rowsOfOwners = Uint32Array.from(owner);
  const texts = joinRows([{ columns, rows: rowsOfOwners }]);
  const [end, bytes] = [texts.get('next_end'), texts.get('next_bytes')];
  return buildList({
    reportType: head.reportType,
    ids: {
      ...createCustomerIds([...owners.keys()]),
      ...(end instanceof Uint32Array && bytes instanceof Uint8Array && { next: { end, bytes } }),
    },
    next: head.next,
    groups: [],
    figures: { owner_high: owner.map((row) => high[row]), owner_low: owner.map((row) => low[row]) },
  });
}
