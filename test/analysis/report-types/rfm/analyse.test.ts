// The RFM report on data small enough to check by hand, and on the edges of what data can be.

import { describe, expect, test } from 'vitest';
import { withRfmInsights } from '../../../../src/analysis/report-types/rfm/insights.ts';
import type { ReportSettings } from '../../../../src/contract/settings/settings.ts';
import { analyseRfm } from '../../../../tools/harness/analyse.ts';
import { columnsOf, type LiteralOrder, line, settingsOf } from '../../orders/literal-orders.ts';

const orders: LiteralOrder[] = [
  { id: 'o1', customer: 'ada', date: '2024-01-01', lines: [line('Tea', 4, 5)] },
  { id: 'o2', customer: 'ada', date: '2024-01-11', lines: [line('Tea', 4, 5), line('Cup', 10)] },
  { id: 'o3', customer: 'ada', date: '2024-01-31', lines: [line('Tea', 4, -2)] },
  { id: 'o4', customer: 'bob', date: '2024-01-21', lines: [line('Cup', 10)] },
  { id: 'o5', customer: 'cy', date: '2024-01-22', lines: [line('Cup', 10, -1)] },
  { id: 'o6', date: '2024-01-23', lines: [line('Cup', 10), line('Tea', 4)] },
  { id: 'o7', customer: 'bob', lines: [line('Tea', 4)] },
];

function report(data: readonly LiteralOrder[], overrides: Partial<ReportSettings> = {}) {
  const settings = settingsOf({ ...overrides });
  return analyseRfm(columnsOf(data, { conditions: settings.conditions }), settings).body;
}

test('window and scope choose the orders, and only of these rows are counted as excluded', () => {
  const body = report(orders, { customerScope: 'repeat', dateRange: { end: '2024-01-05' } });
  expect(body).toMatchObject({ reference_date: '2024-01-05', customer_count: 1 });
  expect(body.segments[0]).toMatchObject({ avg_recency: 4, avg_frequency: 1, avg_monetary: 20 });
  // bob's undated order might be in the range.
  expect(body.metrics?.excluded).toEqual({
    rows_without_customer: 0,
    rows_without_date: 1,
    customers_without_purchase: 0,
    net_revenue: 0,
  });
  const excluded = (range: ReportSettings['dateRange']) =>
    report(orders, { dateRange: range }).metrics?.excluded;
  expect(excluded({ start: '2024-01-20', end: '2024-01-22' })?.rows_without_customer).toBe(0);
  expect(excluded({ start: '2024-01-20', end: '2024-01-23' })?.rows_without_customer).toBe(2);
  expect(body.settings.filters.dateRange).toEqual({ end: '2024-01-05' });
});

test('customers who spent the same are in one segment, in however many rows they spent it', () => {
  const spend = (customer: string, rows: readonly number[]): LiteralOrder => ({
    id: customer,
    customer,
    date: '2024-01-01',
    lines: rows.map((price, at) => line(`P${at}`, price)),
  });
  const data = ['a', 'b', 'c', 'd', 'e'].flatMap((name) => [
    spend(`${name}1`, [0.3]),
    spend(`${name}3`, [0.1, 0.1, 0.1]),
  ]);
  const body = report(data);
  expect(body.segments.map(({ name, count, revenue }) => [name, count, revenue])).toEqual([
    ['Recent Customers', 10, 3],
  ]);
  expect(body.metrics).toMatchObject({ revenue: 3, mean_monetary: 0.3, median_monetary: 0.3 });
  expect(body.metrics?.score_thresholds.monetary).toEqual([0.3, 0.3, 0.3, 0.3]);
});

test('conditions take rows out of every figure', () => {
  const conditions = [{ field: 'product_name', operator: 'equals', value: 'cup' }] as const;
  const body = report(
    [...orders, { id: 'o8', customer: 'ada', date: '2024-02-01', lines: [line('Pot', 99)] }],
    {
      conditions,
      customerScope: 'repeat',
    },
  );
  // Of ada's orders only o2 has a cup; the date of the newest order stays the reference.
  expect(body).toMatchObject({ reference_date: '2024-02-01', customer_count: 2 });
  expect(body.metrics).toMatchObject({
    orders: 2,
    revenue: 20,
    median_days_between_orders: null,
    excluded: { rows_without_customer: 0, rows_without_date: 0, customers_without_purchase: 0 },
  });
  const everybody = report(orders, { conditions });
  expect(everybody.metrics?.excluded.rows_without_customer).toBe(1);
  expect(body.segments.flatMap((segment) => segment.top_products.map((top) => top.product_name))).toEqual([
    'Cup',
    'Cup',
  ]);
});

test('top products: five at most, by revenue, ties by name, none that brought nothing', () => {
  const prices = { F: 1, E: 2, D: 3, C: 4, B: 5, A: 5, Free: 0 };
  const lines = Object.entries(prices).map(([name, price]) => line(name, price));
  const [segment] = report([{ id: '1', customer: 'a', date: '2024-01-01', lines }]).segments;
  expect(segment?.top_products.map((top) => top.product_name)).toEqual(['A', 'B', 'C', 'D', 'E']);
  const few = report([{ id: '1', customer: 'a', date: '2024-01-01', lines: lines.slice(-2) }]).segments[0];
  expect(few?.top_products.map((top) => top.product_name)).toEqual(['A']);
});

test('days between orders count from purchase to purchase by date, of rows that pass', () => {
  const rows: LiteralOrder[] = [
    { id: '1', customer: 'a', date: '2024-01-31', lines: [line('Cup'), line('Tea')] },
    { id: '2', customer: 'a', date: '2024-01-01', lines: [line('Cup')] },
    { id: '3', customer: 'a', date: '2024-01-03', lines: [line('Tea')] },
    { id: '4', customer: 'a', date: '2024-01-08', lines: [line('Cup', 1, -1)] },
    { id: '5', customer: 'a', date: '2024-01-11', lines: [line('Cup', 1, -1), line('Tea')] },
  ];
  const conditions = [{ field: 'product_name', operator: 'equals', value: 'cup' }] as const;
  // Gaps 2, 8 and 20; of cups alone, 30.
  expect(report(rows).metrics?.median_days_between_orders).toBe(8);
  expect(report(rows, { conditions }).metrics?.median_days_between_orders).toBe(30);
});

const one = (id: string, customer: string, date: string, value: number): LiteralOrder => ({
  id,
  customer,
  date,
  lines: [line('P', value)],
});

describe('edges', () => {
  test.each<[string, LiteralOrder[], string[]]>([
    ['one customer', [one('1', 'a', '2024-01-01', 5)], ['Recent Customers']],
    [
      'identical',
      ['a', 'b', 'c', 'd', 'e', 'f'].map((c) => one(c, c, '2024-01-01', 5)),
      ['Recent Customers'],
    ],
    ['zero spend', ['a', 'b'].map((c) => one(c, c, '2024-01-01', 0)), ['Recent Customers']],
    [
      'negative spend',
      [one('1', 'a', '2024-01-01', -5), one('2', 'b', '2024-01-01', -1)],
      ['Loyal Customers', 'Recent Customers'],
    ],
    [
      'fewer customers than quintiles, on one day',
      [one('1', 'a', '2024-01-01', 1), one('2', 'b', '2024-01-01', 2), one('3', 'c', '2024-01-01', 3)],
      ['Loyal Customers', 'Potential Loyalists', 'Recent Customers'],
    ],
  ])('%s', (_, data, segments) => {
    const body = withRfmInsights(report(data), settingsOf());
    expect(body.segments.map(({ name }) => name)).toEqual(segments);
    expect(JSON.stringify(body)).not.toMatch(/NaN|Infinity/);
    expect(JSON.parse(JSON.stringify(body))).toEqual(body);
  });

  test.each([
    ['no orders', []],
    ['no customers', [{ id: '1', date: '2024-01-01', lines: [line('P')] }]],
    ['no dates', [{ id: '1', customer: 'a', lines: [line('P')] }]],
    ['returns only', [{ id: '1', customer: 'a', date: '2024-01-01', lines: [line('P', 1, -1)] }]],
  ])('%s: a valid, empty report that says so', (_, data) => {
    const body = withRfmInsights(report(data), settingsOf());
    expect(body).toMatchObject({ metrics: null, segments: [], customer_count: 0 });
    expect(body.warnings.at(-1)).toMatch(/nothing to segment/);
  });

  test('shares are 0 where returns outweigh purchases', () => {
    const body = report([one('1', 'a', '2024-01-01', -5), one('2', 'b', '2024-01-01', 1)]);
    expect(body.metrics?.top20_revenue_share).toBe(0);
    expect(body.segments.map((segment) => segment.revenue_share)).toEqual([0, 0]);
  });
});
