// Baskets per order and per customer, what is in them and what is left out.
import { expect, test } from 'vitest';
import { buildBaskets } from '../../../src/core/baskets/baskets.ts';
import { dayOfDate } from '../../../src/core/orders/calendar.ts';
import type { MbaSettings } from '../../../src/report-types/market-basket/settings.ts';
import {
  type ColumnsOptions,
  columnsOf,
  type LiteralOrder,
  line,
  settingsOf,
} from '../orders/literal-orders.ts';

const orders: LiteralOrder[] = [
  { id: 'o1', customer: 'c1', date: '2024-01-01', lines: [line('A', 2, 3), line('B', 5)] },
  { id: 'o2', customer: 'c2', date: '2024-01-02', lines: [line('B', 5), line('C', 1, 0)] },
  { id: 'o3', customer: 'c1', date: '2024-01-03', lines: [line('B', 4), line('A', 2, -1)] },
  { id: 'o4', date: '2024-01-04', lines: [line('C', 7)] },
  { id: 'o5', customer: 'c2', lines: [line('A', 3)] },
  { id: 'o6', customer: 'c3', date: '2024-01-05', lines: [line('A', 9, -1)] },
];

function read(settings: Partial<MbaSettings>, options?: ColumnsOptions) {
  const { baskets, ...rest } = buildBaskets(columnsOf(orders, options), settingsOf(settings));
  const lists = Array.from({ length: baskets.basketCount }, (_, basket) => {
    const list: Record<string, number> = {};
    for (let at = baskets.start[basket] ?? 0; at < (baskets.start[basket + 1] ?? 0); at++) {
      list[baskets.products[baskets.product[at] ?? -1] ?? '?'] = baskets.value[at] ?? Number.NaN;
    }
    return list;
  });
  return { lists, ...rest };
}

/** The newest order of the literal data is dated 2024-01-05. */
const nothingLeftOut = { referenceDay: dayOfDate('2024-01-05'), undatedOrders: 0, ordersWithoutCustomer: 0 };

test('one basket per order: returns and zero quantities are no items, returns net into revenue', () => {
  expect(read({})).toEqual({
    ...nothingLeftOut,
    lists: [{ A: 6, B: 5 }, { B: 5 }, { B: 4 }, { C: 7 }, { A: 3 }],
    revenue: 11 + 5 + 2 + 7 + 3,
  });
});

test('one basket per customer: all their orders merged, each product once', () => {
  expect(read({ scope: 'customer' })).toEqual({
    ...nothingLeftOut,
    lists: [
      { A: 6, B: 9 },
      { A: 3, B: 5 },
    ],
    revenue: 13 + 8,
    ordersWithoutCustomer: 1,
  });
});

test('a date range leaves out orders without a date and counts them', () => {
  expect(read({ dateRange: { start: '2024-01-02', end: '2024-01-03' } })).toEqual({
    ...nothingLeftOut,
    lists: [{ B: 5 }, { B: 4 }],
    revenue: 5 + 2,
    referenceDay: dayOfDate('2024-01-03'),
    undatedOrders: 1,
  });
});

test('a customer scope leaves out orders without a customer and counts them', () => {
  expect(read({ customerScope: 'repeat' })).toEqual({
    ...nothingLeftOut,
    lists: [{ A: 6, B: 5 }, { B: 5 }, { B: 4 }, { A: 3 }],
    revenue: 11 + 5 + 2 + 3,
    ordersWithoutCustomer: 1,
  });
});

test('conditions take rows out; an order without a row is gone and missed by no one', () => {
  const conditions = [{ field: 'product_name', operator: 'equals', value: 'b' }] as const;
  expect(read({ scope: 'customer', dateRange: { start: '2024-01-01' } }, { conditions })).toEqual({
    ...nothingLeftOut,
    lists: [{ B: 9 }, { B: 5 }],
    revenue: 14,
  });
});

test('products ascend within a basket, whatever the order of its rows', () => {
  const rows: LiteralOrder[] = [
    { id: 'o1', lines: [line('A'), line('B'), line('C')] },
    { id: 'o2', lines: [line('C', 3), line('A', 1), line('B', 2), line('A', 1)] },
  ];
  const { baskets } = buildBaskets(columnsOf(rows), settingsOf());
  expect([...baskets.start]).toEqual([0, 3, 6]);
  expect([...baskets.product]).toEqual([0, 1, 2, 0, 1, 2]);
  expect([...baskets.value]).toEqual([1, 1, 1, 2, 2, 3]);
});

test('no orders, no baskets', () => {
  const { baskets, revenue, referenceDay } = buildBaskets(columnsOf([]), settingsOf());
  expect([baskets.basketCount, [...baskets.start], revenue, referenceDay]).toEqual([0, [0], 0, undefined]);
});
