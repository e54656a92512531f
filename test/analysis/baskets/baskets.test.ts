// Baskets per order and per customer: their products, values and revenue, and the rows that they leave out.
import { describe, expect, test } from 'vitest';
import { buildBaskets } from '../../../src/analysis/baskets/baskets.ts';
import type { MbaSettings } from '../../../src/contract/report-types/market-basket/settings.ts';
import { parseDay } from '../../../src/contract/settings/calendar.ts';
import {
  type ColumnsOptions,
  createLine,
  createMbaSettings,
  type LiteralOrder,
  toColumns,
} from '../orders/literal-orders.ts';

const orders: LiteralOrder[] = [
  { id: 'o1', customer: 'c1', date: '2024-01-01', lines: [createLine('A', 2, 3), createLine('B', 5)] },
  { id: 'o2', customer: 'c2', date: '2024-01-02', lines: [createLine('B', 5), createLine('C', 1, 0)] },
  { id: 'o3', customer: 'c1', date: '2024-01-03', lines: [createLine('B', 4), createLine('A', 2, -1)] },
  { id: 'o4', date: '2024-01-04', lines: [createLine('C', 7)] },
  { id: 'o5', customer: 'c2', lines: [createLine('A', 3)] },
  { id: 'o6', customer: 'c1', date: '2024-01-05', lines: [createLine('A', 9, -1)] },
];

function readBaskets(settings: Partial<MbaSettings>, options?: ColumnsOptions) {
  const { baskets, firstLevel, revenue, ...rest } = buildBaskets(
    toColumns(orders, options),
    createMbaSettings(settings),
  );
  expect(firstLevel).toBe(baskets);
  const lists = Array.from({ length: baskets.basketCount }, (_, basket) => {
    const list: Record<string, number> = {};
    for (let at = baskets.start[basket] ?? 0; at < (baskets.start[basket + 1] ?? 0); at++) {
      list[baskets.products[baskets.product[at] ?? -1] ?? '?'] = baskets.values[0]?.[at] ?? Number.NaN;
    }
    return list;
  });
  return { lists, revenue: revenue.amountAt(0), ...rest };
}

const none = { orders: 0, value: 0 };
/** The newest order of the literal data is dated 2024-01-05. */
const nothingLeftOut = {
  referenceDay: parseDay('2024-01-05'),
  undatedOrders: 0,
  withoutCustomer: none,
  returnOnly: none,
  rowsUnderOther: 0,
  services: { rows: 0, value: 0, labels: [] },
  rowsWithout: new Map(),
};

describe('buildBaskets', () => {
  test('builds a basket per order without returns, which lower revenue only in an order with a purchase', () => {
    expect(readBaskets({})).toEqual({
      ...nothingLeftOut,
      lists: [{ A: 6, B: 5 }, { B: 5 }, { B: 4 }, { C: 7 }, { A: 3 }],
      revenue: 11 + 5 + 2 + 7 + 3,
      turnover: { gross_revenue: 30, returns: 11, net_revenue: 19 },
      returnOnly: { orders: 1, value: -9 },
    });
  });

  test('merges the purchases of a customer into one basket with each product once', () => {
    expect(readBaskets({ scope: 'customer' })).toEqual({
      ...nothingLeftOut,
      lists: [
        { A: 6, B: 9 },
        { A: 3, B: 5 },
      ],
      revenue: 13 + 8,
      turnover: { gross_revenue: 30, returns: 11, net_revenue: 19 },
      withoutCustomer: { orders: 1, value: 7 },
      returnOnly: { orders: 1, value: -9 },
    });
  });

  test('leaves out orders without a date if there is a date range, and counts them', () => {
    expect(readBaskets({ dateRange: { start: '2024-01-02', end: '2024-01-03' } })).toEqual({
      ...nothingLeftOut,
      lists: [{ B: 5 }, { B: 4 }],
      revenue: 5 + 2,
      turnover: { gross_revenue: 9, returns: 2, net_revenue: 7 },
      referenceDay: parseDay('2024-01-03'),
      undatedOrders: 1,
    });
  });

  test('ignores orders without a customer in a customer scope', () => {
    expect(readBaskets({ customerScope: 'repeat' })).toEqual({
      ...nothingLeftOut,
      lists: [{ A: 6, B: 5 }, { B: 5 }, { B: 4 }, { A: 3 }],
      revenue: 11 + 5 + 2 + 3,
      turnover: { gross_revenue: 23, returns: 11, net_revenue: 12 },
      returnOnly: { orders: 1, value: -9 },
    });
  });

  test('counts orders without a customer only within the date range', () => {
    const before = { scope: 'customer', dateRange: { end: '2024-01-03' } } as const;
    expect(readBaskets(before).withoutCustomer).toEqual(none);
    const after = { scope: 'customer', dateRange: { start: '2024-01-04' } } as const;
    expect(readBaskets(after).withoutCustomer).toEqual({ orders: 1, value: 7 });
  });

  test('leaves out rows that fail a condition, and does not count orders that lose all their rows', () => {
    const conditions = [{ field: 'product_name', operator: 'equals', value: 'b' }] as const;
    expect(readBaskets({ scope: 'customer', dateRange: { start: '2024-01-01' } }, { conditions })).toEqual({
      ...nothingLeftOut,
      lists: [{ B: 9 }, { B: 5 }],
      revenue: 14,
      turnover: { gross_revenue: 14, returns: 0, net_revenue: 14 },
    });
  });

  test('counts the rows with only the other product identifier among the selected rows', () => {
    const bySku = { productIdentifier: 'sku' } as const;
    expect(readBaskets(bySku, bySku).rowsUnderOther).toBe(9);
    expect(readBaskets({ ...bySku, dateRange: { end: '2024-01-02' } }, bySku).rowsUnderOther).toBe(4);
    const conditions = [{ field: 'quantity', operator: 'greater_than', value: 1 }] as const;
    expect(readBaskets(bySku, { ...bySku, conditions }).rowsUnderOther).toBe(1);
  });

  test('adds values within a basket exactly, in units of the smallest decimal of the prices', () => {
    const rows: LiteralOrder[] = Array.from({ length: 10 }, (_, i) => ({
      id: `o${i}`,
      customer: 'c',
      lines: [createLine('A', 0.1), createLine('B', 2.25)],
    }));
    const { baskets, revenue } = buildBaskets(toColumns(rows), createMbaSettings({ scope: 'customer' }));
    expect(baskets).toMatchObject({ scale: 2, values: [Float64Array.of(100, 2_250)] });
    expect(revenue.amountAt(0)).toBe(23.5);
  });

  test('sorts the products within a basket, whatever the order of its rows', () => {
    const rows: LiteralOrder[] = [
      { id: 'o1', lines: [createLine('A'), createLine('B'), createLine('C')] },
      { id: 'o2', lines: [createLine('C', 3), createLine('A', 1), createLine('B', 2), createLine('A', 1)] },
    ];
    const { baskets } = buildBaskets(toColumns(rows), createMbaSettings());
    expect([...baskets.start]).toEqual([0, 3, 6]);
    expect([...baskets.product]).toEqual([0, 1, 2, 0, 1, 2]);
    expect(baskets.values).toEqual([Float64Array.of(1, 1, 1, 2, 2, 3)]);
  });

  test('builds no baskets from no orders', () => {
    const { baskets, revenue, referenceDay } = buildBaskets(toColumns([]), createMbaSettings());
    expect([baskets.basketCount, [...baskets.start], revenue.amountAt(0), referenceDay]).toEqual([
      0,
      [0],
      0,
      undefined,
    ]);
  });
});
