// What a destination lacks: a page of the differences between what it has and what it is to have, in the order of the hashes. The
// same two lists give the same pages, whenever and however often they are asked for.
import { type CustomerList, columnOf, contactAt, customerIdAt } from '../customer-lists/columns.ts';
import { firstRowFrom, hashAt } from '../customer-lists/row-of-hash.ts';
import { compareHashes } from './combine.ts';
import type { KnownBy } from './deliverable.ts';
import { reachedBy } from './membership.ts';

export interface Entry {
  readonly id: string;
  readonly contact: string | null;
  /** Of the customer, whatever the list's ids are. */
  readonly customer: bigint;
}

export interface ChangesPage {
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
