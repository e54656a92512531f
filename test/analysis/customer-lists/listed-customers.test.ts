// Contacts and purchases of listed customers: read from the orders, compared, filtered, removed and stored again.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildList, createListedCustomers } from '../../../src/analysis/customer-lists/build-list.ts';
import { createCustomerIds } from '../../../src/analysis/customer-lists/customer-ids.ts';
import { decodeList, encodeList } from '../../../src/analysis/customer-lists/list-file.ts';
import { filterRows, hasPurchases } from '../../../src/analysis/customer-lists/list-page.ts';
import { compareLists, withoutRows } from '../../../src/analysis/customer-lists/select-rows.ts';
import { createColumnsBuilder } from '../../../src/analysis/orders/columns-builder.ts';
import { selectRfmCustomers } from '../../../src/analysis/rfm/customers.ts';
import {
  type CustomerList,
  getContactAt,
  getCustomerIdAt,
} from '../../../src/contract/customer-lists/columns.ts';
import { MOST_LINES_WITH_PURCHASES } from '../../../src/contract/schema/limits.ts';

const DAY = 86_400_000;
type Reached = readonly [id: string, customer: string, day: number | undefined, contact?: string];

function readContacts(orders: readonly Reached[], withContacts = true): Record<string, string | null> {
  const builder = createColumnsBuilder({ productIdentifier: 'name', keep: () => true, withContacts });
  for (const [orderId, customerId, day, contact] of orders)
    builder.add({ orderId, customerId, orderDate: day && day * DAY, contact }, []);
  const columns = builder.build();
  const ids = createListedCustomers(columns, {
    customer: Uint32Array.from(columns.customers.keys()),
    orderStart: new Uint32Array(columns.customers.length + 1),
    orders: new Uint32Array(0),
  });
  return listContacts(buildList({ reportType: 'RFM', ids, groups: [], figures: {} }));
}

function listContacts({ head, columns }: ReturnType<typeof buildList>): Record<string, string | null> {
  return Object.fromEntries(
    Array.from({ length: head.rows }, (_, row) => [
      getCustomerIdAt(columns, row),
      getContactAt(columns, row),
    ]),
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

it('a listed customer has the contact of the newest order with one, in any sequence of orders', () => {
  const expected = {
    ann: 'late@example.com',
    bob: 'dated@example.com',
    cid: 'seven@example.com',
    dan: null,
  };
  expect(readContacts(ORDERS)).toEqual(expected);
  expect(readContacts(ORDERS.toReversed())).toEqual(expected);
});

it('a listed customer has no contact if contacts were not requested or no order has one', () => {
  expect(readContacts(ORDERS, false)).toEqual({ ann: null, bob: null, cid: null, dan: null });
  expect(readContacts([['1', 'ann', 1]])).toEqual({ ann: null });
});

it('compareLists and encodeList keep the contact of each customer, and withoutRows removes it with the customer', () => {
  const createContactList = (contacts: Record<string, string>) =>
    buildList({
      ...{ reportType: 'RFM', groups: ['a'] },
      ids: createCustomerIds(Object.keys(contacts), Object.values(contacts)),
      figures: { group: Object.keys(contacts).map(() => 0) },
    });
  const earlier = createContactList({ ann: 'ann@old.example', left: 'left@example.com' });
  const list = compareLists(
    createContactList({ ann: 'ann@example.com', bé: 'bé@example.com', cid: '' }),
    earlier,
    'r1',
  );
  expect(listContacts(list)).toEqual({
    ann: 'ann@example.com',
    bé: 'bé@example.com',
    cid: null,
    left: 'left@example.com',
  });
  const bob = Array.from({ length: list.head.rows }, (_, row) => row).filter(
    (row) => getCustomerIdAt(list.columns, row) === 'bé',
  );
  const file = encodeList(withoutRows(decodeList(encodeList(list)), Uint32Array.from(bob)));
  expect(listContacts(decodeList(file))).toEqual({
    ann: 'ann@example.com',
    cid: null,
    left: 'left@example.com',
  });
  expect(Buffer.from(file).includes('bé@')).toBe(false);
  // The customer who left had no contact in the earlier list.
  expect(
    listContacts(
      compareLists(createContactList({ ann: 'x@example.com' }), createContactList({ zoe: '' }), 'r1'),
    ),
  ).toMatchObject({
    zoe: null,
  });
});

const PRODUCTS = ['tea', 'cup', 'Tee عربي', 'milk', 'tea '];
const SETTINGS = { customerScope: 'all', dateRange: undefined } as const;

/** Builds a list from rows of `[customer, product, quantity, whether the report's conditions keep the row]`. */
function createPurchaseList(rows: readonly (readonly [number, number, number, boolean])[], keepsThem = true) {
  const builder = createColumnsBuilder({
    productIdentifier: 'name',
    keep: (_, { unitPrice }) => unitPrice > 1,
  });
  rows.forEach(([customer, product, quantity, isKept], at) => {
    const line = {
      name: PRODUCTS[product],
      sku: undefined,
      customFields: undefined,
      quantity,
      unitPrice: isKept ? 2 : 1,
    };
    builder.add({ orderId: `${at}`, customerId: `c${customer}`, orderDate: at * DAY }, [line]);
  });
  const read = builder.build();
  const columns = keepsThem ? read : { ...read, wholeLines: MOST_LINES_WITH_PURCHASES + 1 };
  const ids = createListedCustomers(columns, selectRfmCustomers(columns, SETTINGS, rows.length));
  return buildList({ reportType: 'RFM', ids, groups: ['a'], figures: { group: new Uint8Array(ids.count) } });
}

const findBuyers = (list: CustomerList, ...products: string[]): string[] =>
  Array.from(filterRows(list, { ranges: [], left: false, products: new Set(products) }), (row) =>
    getCustomerIdAt(list.columns, row),
  ).toSorted();

it('filterRows finds exactly the buyers of a product, also after a customer is erased', () => {
  const row = fc.tuple(fc.nat(6), fc.nat(PRODUCTS.length - 1), fc.integer({ min: -2, max: 3 }), fc.boolean());
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), fc.nat(6), (rows, erased) => {
      const list = createPurchaseList(rows);
      const isErased = (id: string): boolean => id === `c${erased}`;
      const gone = Array.from({ length: list.head.rows }, (_, at) => at).filter((at) =>
        isErased(getCustomerIdAt(list.columns, at)),
      );
      const kept = decodeList(encodeList(withoutRows(list, Uint32Array.from(gone))));
      for (const [at, product] of PRODUCTS.entries()) {
        const who = rows.filter(([, of, quantity, isKept]) => of === at && quantity > 0 && isKept);
        const expected = [...new Set(who.map(([customer]) => `c${customer}`))].toSorted();
        expect(findBuyers(list, product)).toEqual(expected);
        expect(findBuyers(kept, product)).toEqual(expected.filter((id) => !isErased(id)));
      }
      expect(findBuyers(list, 'TEA', 'te')).toEqual([]);
    }),
  );
});

it('filterRows finds the buyers of any of several products, and customers who left by their earlier purchases', () => {
  const earlier = createPurchaseList([
    [1, 0, 1, true],
    [2, 1, 1, true],
  ]);
  const list = compareLists(createPurchaseList([[1, 1, 1, true]]), earlier, 'r1');
  expect(findBuyers(list, 'tea', 'cup')).toEqual(['c1']);
  const left = filterRows(list, { ranges: [], left: true, products: new Set(['cup']) });
  expect(Array.from(left, (row) => getCustomerIdAt(list.columns, row))).toEqual(['c2']);
});

it('buildList stores no purchases beyond the limit of lines, and hasPurchases reports those of customers who left', () => {
  const known = { ranges: [], left: false };
  const without = createPurchaseList([[1, 0, 1, true]], false);
  expect(without.columns.has('purchases_end')).toBe(false);
  const list = compareLists(without, createPurchaseList([[2, 0, 1, true]]), 'r1');
  expect(hasPurchases(list, known)).toBe(false);
  expect(hasPurchases(list, { ...known, left: true })).toBe(true);
  expect(hasPurchases(createPurchaseList([[1, 0, 1, true]]), known)).toBe(true);
});
