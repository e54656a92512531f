// Builds columns from orders and combines the columns of partitions.
import { expect, test } from 'vitest';
import { MoneySums } from '../../../src/analysis/money/money-sums.ts';
import type { OrderColumns } from '../../../src/analysis/orders/columns.ts';
import { combineColumns } from '../../../src/analysis/orders/columns-builder.ts';
import { createLine, type LiteralOrder, toColumns } from './literal-orders.ts';

const orders: LiteralOrder[] = [
  { id: 'o1', customer: 'c1', date: '2024-01-01', lines: [createLine('A', 2, 3), createLine('B', 5)] },
  { id: 'o2', lines: [createLine('A', 2, -1)] },
  { id: 'o3', customer: 'c2', date: '2024-01-02', lines: [] },
  { id: 'o4', customer: 'c1', date: '2024-01-03', lines: [createLine('C'), createLine('B', 4)] },
];

test('ColumnsBuilder stores each order and line at its index', () => {
  const columns = toColumns(orders, {
    conditions: [{ field: 'product_name', operator: 'equals', value: 'a' }],
  });
  const { lines, ...rest } = columns;
  const listEvery = <T>(of: (line: number) => T): T[] => [...Array(lines.count).keys()].map(of);
  expect(listEvery((at) => lines.getProduct(at))).toEqual([0, 1, 0, 2, 1]);
  expect(listEvery((at) => lines.getQuantity(at))).toEqual([3, 1, -1, 1, 1]);
  expect(listEvery((at) => lines.computeValue(at))).toEqual([6, 5, -2, 1, 4]);
  expect(listEvery((at) => lines.isKept(at))).toEqual([true, false, true, false, false]);
  expect(rest).toEqual({
    orderCount: 4,
    lineCount: 5,
    orderIds: ['o1', 'o2', 'o3', 'o4'],
    orderCustomer: Int32Array.of(0, -1, 1, 0),
    orderDate: Float64Array.of(Date.UTC(2024, 0, 1), Number.NaN, Date.UTC(2024, 0, 2), Date.UTC(2024, 0, 3)),
    newestDate: Date.UTC(2024, 0, 3),
    lineStart: Uint32Array.of(0, 2, 3, 3, 5),
    customers: ['c1', 'c2'],
    products: ['A', 'B', 'C'],
  });
});

test('OrderColumns sums whole cents after a discount is split over pieces', () => {
  const shared = [createLine('A', 12.126_666_67, 3), createLine('B', 100)];
  // 100 lines whose unit prices are all rounded down.
  const many = Array.from({ length: 100 }, (_, at) => createLine(`P${at}`, 10 / 3, 3));
  for (const [lines, total] of [
    [shared, 136.38],
    [many, 1_000],
    [[createLine('A', 2 ** 45 + 0.5, 1_000_000), ...shared], 35_184_372_088_832_500_000],
  ] as const) {
    const columns = toColumns([{ id: 'o1', lines }]);
    const { scale } = columns.lines;
    const sums = new MoneySums(2, scale);
    columns.lines.addKeptValues(0, lines.length, sums, 0);
    for (const at of lines.keys()) columns.lines.addValue(at, sums, 1);
    expect(sums.amountAt(0)).toBe(total);
    expect(sums.unitsAt(1)).toBe(sums.unitsAt(0));
  }
});

test('a line without the requested identifier uses the other one and is marked', () => {
  const lines = [
    createLine('A', 1, 1, { sku: 'S1' }),
    createLine('B'),
    createLine('', 1, 1, { name: undefined, sku: 'S3' }),
  ];
  const bySku = toColumns([{ id: 'o', lines }], { productIdentifier: 'sku' });
  const listMarked = ({ lines: of }: OrderColumns): boolean[] => [0, 1, 2].map((at) => of.isUnderOther(at));
  expect([bySku.products, listMarked(bySku)]).toEqual([
    ['S1', 'B', 'S3'],
    [false, true, false],
  ]);
  const byName = toColumns([{ id: 'o', lines }], { productIdentifier: 'name' });
  expect([byName.products, listMarked(byName)]).toEqual([
    ['A', 'B', 'S3'],
    [false, false, true],
  ]);
});

test('combineColumns restores the columns of all orders from any two parts', () => {
  const whole = toColumns(orders);
  for (let cut = 0; cut <= orders.length; cut++) {
    expect(combineColumns([toColumns(orders.slice(0, cut)), toColumns(orders.slice(cut))])).toEqual(whole);
  }
  expect(combineColumns([])).toEqual(toColumns([]));
});

test('ColumnsBuilder grows beyond its initial capacity', () => {
  const many = Array.from({ length: 3_000 }, (_, i) => createLine(`P${i % 7}`, i, 1));
  const columns = toColumns([{ id: 'wide', lines: many }]);
  expect(columns.lineCount).toBe(3_000);
  expect(columns.lines.computeValue(2_999)).toBe(2_999);
  expect(columns.lines.getProduct(2_999)).toBe(2_999 % 7);
});
