// How customers of a list are reached: from the orders, in rows that are selected, left out and stored again.
import { expect, it } from 'vitest';
import { buildList } from '../../../src/core/customer-lists/build-list.ts';
import { contactAt, customerIdAt } from '../../../src/core/customer-lists/columns.ts';
import { comparedLists, withoutRows } from '../../../src/core/customer-lists/compare-lists.ts';
import { customerIds } from '../../../src/core/customer-lists/customer-ids.ts';
import { decodeList, encodeList } from '../../../src/core/customer-lists/list-file.ts';
import { listedCustomers } from '../../../src/core/customer-lists/listed-customers.ts';
import { createColumnsBuilder } from '../../../src/core/orders/columns-builder.ts';

const DAY = 86_400_000;
type Reached = readonly [id: string, customer: string, day: number | undefined, contact?: string];

function contactsOf(orders: readonly Reached[], withContacts = true): Record<string, string | null> {
  const builder = createColumnsBuilder({ productIdentifier: 'name', keep: () => true, withContacts });
  for (const [orderId, customerId, day, contact] of orders)
    builder.add({ orderId, customerId, orderDate: day && day * DAY, contact }, []);
  const columns = builder.build();
  const ids = listedCustomers(columns, Uint32Array.from(columns.customers.keys()));
  return reached(buildList({ reportType: 'RFM', ids, groups: [], figures: {} }));
}

function reached({ head, columns }: ReturnType<typeof buildList>): Record<string, string | null> {
  return Object.fromEntries(
    Array.from({ length: head.rows }, (_, row) => [customerIdAt(columns, row), contactAt(columns, row)]),
  );
}

const ORDERS: readonly Reached[] = [
  ['1', 'ann', 3, 'late@example.com'],
  ['2', 'ann', 1, 'early@example.com'],
  ['3', 'ann', 9],
  ['4', 'bob', undefined, 'undated@example.com'],
  ['5', 'bob', 2, 'dated@example.com'],
  ['7', 'cid', 2, 'seven@example.com'],
  ['6', 'cid', 2, 'six@example.com'],
  ['8', 'dan', 2],
];

it('is that of the newest order that has one, whatever the sequence of the orders', () => {
  const expected = {
    ann: 'late@example.com',
    bob: 'dated@example.com',
    cid: 'seven@example.com',
    dan: null,
  };
  expect(contactsOf(ORDERS)).toEqual(expected);
  expect(contactsOf(ORDERS.toReversed())).toEqual(expected);
});

it('is nowhere in columns that were not asked for it, nor of one customer without any', () => {
  expect(contactsOf(ORDERS, false)).toEqual({ ann: null, bob: null, cid: null, dan: null });
  expect(contactsOf([['1', 'ann', 1]])).toEqual({ ann: null });
});

it('stays with its customer when lists are compared, stored and lose rows; none is left of who is erased', () => {
  const listOf = (contacts: Record<string, string>) =>
    buildList({
      ...{ reportType: 'RFM', groups: ['a'] },
      ids: customerIds(Object.keys(contacts), Object.values(contacts)),
      figures: { group: Object.keys(contacts).map(() => 0) },
    });
  const earlier = listOf({ ann: 'ann@old.example', left: 'left@example.com' });
  const list = comparedLists(
    listOf({ ann: 'ann@example.com', bé: 'bé@example.com', cid: '' }),
    earlier,
    'r1',
  );
  expect(reached(list)).toEqual({
    ann: 'ann@example.com',
    bé: 'bé@example.com',
    cid: null,
    left: 'left@example.com',
  });
  const bob = Array.from({ length: list.head.rows }, (_, row) => row).filter(
    (row) => customerIdAt(list.columns, row) === 'bé',
  );
  const file = encodeList(withoutRows(decodeList(encodeList(list)), Uint32Array.from(bob)));
  expect(reached(decodeList(file))).toEqual({ ann: 'ann@example.com', cid: null, left: 'left@example.com' });
  expect(Buffer.from(file).includes('bé@')).toBe(false);
  // A list of an earlier version has none.
  expect(reached(comparedLists(listOf({ ann: 'x@example.com' }), listOf({ zoe: '' }), 'r1'))).toMatchObject({
    zoe: null,
  });
});
