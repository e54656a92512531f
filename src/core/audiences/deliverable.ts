// Whom a destination is to have of an audience: members who are not held out, as the destination knows them, by the customer's id
// or by the e-mail address. Where it is the address, one that several customers share is one entry, and one that a customer who is
// held out has, too, is none.
import { buildList } from '../customer-lists/build-list.ts';
import { type Columns, type CustomerList, columnOf } from '../customer-lists/columns.ts';
import { customerIds } from '../customer-lists/customer-ids.ts';
import { rowsOfHashes } from '../customer-lists/row-of-hash.ts';
import { rowsOfParts } from '../customer-lists/select-rows.ts';
import { isMember, reachedBy, WHO } from './membership.ts';

export type KnownBy = 'customer' | 'contact';

export interface Deliverable {
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
