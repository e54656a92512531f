// The RFM report on data small enough to check by hand, and in edge cases.

import { describe, expect, test } from 'vitest';
import { withRfmInsights } from '../../../../src/analysis/report-types/rfm/insights.ts';
import type { ReportSettings } from '../../../../src/contract/settings/settings.ts';
import { analyseRfm } from '../../../../tools/harness/analyse.ts';
import { createLine, createMbaSettings, type LiteralOrder, toColumns } from '../../orders/literal-orders.ts';

const orders: LiteralOrder[] = [
  { id: 'o1', customer: 'ada', date: '2024-01-01', lines: [createLine('Tea', 4, 5)] },
  { id: 'o2', customer: 'ada', date: '2024-01-11', lines: [createLine('Tea', 4, 5), createLine('Cup', 10)] },
  { id: 'o3', customer: 'ada', date: '2024-01-31', lines: [createLine('Tea', 4, -2)] },
  { id: 'o4', customer: 'bob', date: '2024-01-21', lines: [createLine('Cup', 10)] },
  { id: 'o5', customer: 'cy', date: '2024-01-22', lines: [createLine('Cup', 10, -1)] },
  { id: 'o6', date: '2024-01-23', lines: [createLine('Cup', 10), createLine('Tea', 4)] },
  { id: 'o7', customer: 'bob', lines: [createLine('Tea', 4)] },
];

function createReport(data: readonly LiteralOrder[], overrides: Partial<ReportSettings> = {}) {
  const settings = createMbaSettings({ ...overrides });
  return analyseRfm(toColumns(data, { conditions: settings.conditions }), settings).body;
}

describe('an RFM report', () => {
  test('selects orders by date range and scope, and counts excluded rows among these only', () => {
    const body = createReport(orders, { customerScope: 'repeat', dateRange: { end: '2024-01-05' } });
    expect(body).toMatchObject({ reference_date: '2024-01-05', customer_count: 1 });
    expect(body.segments[0]).toMatchObject({ avg_recency: 4, avg_frequency: 1, avg_monetary: 20 });
    // bob's undated order might be in the range.
    expect(body.metrics?.excluded).toEqual({
      rows_without_customer: 0,
      rows_without_date: 1,
      customers_without_purchase: 0,
      net_revenue: 0,
    });
    const readExcluded = (range: ReportSettings['dateRange']) =>
      createReport(orders, { dateRange: range }).metrics?.excluded;
    expect(readExcluded({ start: '2024-01-20', end: '2024-01-22' })?.rows_without_customer).toBe(0);
    expect(readExcluded({ start: '2024-01-20', end: '2024-01-23' })?.rows_without_customer).toBe(2);
    expect(body.settings.filters.dateRange).toEqual({ end: '2024-01-05' });
  });

  test('places customers with equal spend in one segment, however many rows it comes from', () => {
    const createSpender = (customer: string, rows: readonly number[]): LiteralOrder => ({
      id: customer,
      customer,
      date: '2024-01-01',
      lines: rows.map((price, at) => createLine(`P${at}`, price)),
    });
    const data = ['a', 'b', 'c', 'd', 'e'].flatMap((name) => [
      createSpender(`${name}1`, [0.3]),
      createSpender(`${name}3`, [0.1, 0.1, 0.1]),
    ]);
    const body = createReport(data);
    expect(body.segments.map(({ name, count, revenue }) => [name, count, revenue])).toEqual([
      ['Recent Customers', 10, 3],
    ]);
    expect(body.metrics).toMatchObject({ revenue: 3, mean_monetary: 0.3, median_monetary: 0.3 });
    expect(body.metrics?.score_thresholds.monetary).toEqual([0.3, 0.3, 0.3, 0.3]);
  });

  test('leaves rows that fail a condition out of every figure', () => {
    const conditions = [{ field: 'product_name', operator: 'equals', value: 'cup' }] as const;
    const body = createReport(
      [...orders, { id: 'o8', customer: 'ada', date: '2024-02-01', lines: [createLine('Pot', 99)] }],
      {
        conditions,
        customerScope: 'repeat',
      },
    );
    // Only ada's order o2 has a cup; the date of the newest order stays the reference.
    expect(body).toMatchObject({ reference_date: '2024-02-01', customer_count: 2 });
    expect(body.metrics).toMatchObject({
      orders: 2,
      revenue: 20,
      median_days_between_orders: null,
      excluded: { rows_without_customer: 0, rows_without_date: 0, customers_without_purchase: 0 },
    });
    const everybody = createReport(orders, { conditions });
    expect(everybody.metrics?.excluded.rows_without_customer).toBe(1);
    expect(body.segments.flatMap((segment) => segment.top_products.map((top) => top.product_name))).toEqual([
      'Cup',
      'Cup',
    ]);
  });

  test('lists at most five top products by revenue, with ties by name, and none without revenue', () => {
    const prices = { F: 1, E: 2, D: 3, C: 4, B: 5, A: 5, Free: 0 };
    const lines = Object.entries(prices).map(([name, price]) => createLine(name, price));
    const [segment] = createReport([{ id: '1', customer: 'a', date: '2024-01-01', lines }]).segments;
    expect(segment?.top_products.map((top) => top.product_name)).toEqual(['A', 'B', 'C', 'D', 'E']);
    const few = createReport([{ id: '1', customer: 'a', date: '2024-01-01', lines: lines.slice(-2) }])
      .segments[0];
    expect(few?.top_products.map((top) => top.product_name)).toEqual(['A']);
  });

  test('counts the days between purchases by date, from rows that meet the conditions', () => {
    const rows: LiteralOrder[] = [
      { id: '1', customer: 'a', date: '2024-01-31', lines: [createLine('Cup'), createLine('Tea')] },
      { id: '2', customer: 'a', date: '2024-01-01', lines: [createLine('Cup')] },
      { id: '3', customer: 'a', date: '2024-01-03', lines: [createLine('Tea')] },
      { id: '4', customer: 'a', date: '2024-01-08', lines: [createLine('Cup', 1, -1)] },
      { id: '5', customer: 'a', date: '2024-01-11', lines: [createLine('Cup', 1, -1), createLine('Tea')] },
    ];
    const conditions = [{ field: 'product_name', operator: 'equals', value: 'cup' }] as const;
    // Gaps of 2, 8 and 20 days; between purchases of cups alone, 30.
    expect(createReport(rows).metrics?.median_days_between_orders).toBe(8);
    expect(createReport(rows, { conditions }).metrics?.median_days_between_orders).toBe(30);
  });
});

const createPurchase = (id: string, customer: string, date: string, value: number): LiteralOrder => ({
  id,
  customer,
  date,
  lines: [createLine('P', value)],
});

describe('an RFM report in edge cases', () => {
  test.each<[string, LiteralOrder[], string[]]>([
    ['one customer', [createPurchase('1', 'a', '2024-01-01', 5)], ['Recent Customers']],
    [
      'identical customers',
      ['a', 'b', 'c', 'd', 'e', 'f'].map((c) => createPurchase(c, c, '2024-01-01', 5)),
      ['Recent Customers'],
    ],
    ['zero spend', ['a', 'b'].map((c) => createPurchase(c, c, '2024-01-01', 0)), ['Recent Customers']],
    [
      'negative spend',
      [createPurchase('1', 'a', '2024-01-01', -5), createPurchase('2', 'b', '2024-01-01', -1)],
      ['Loyal Customers', 'Recent Customers'],
    ],
    [
      'fewer customers than quintiles, on one day',
      [
        createPurchase('1', 'a', '2024-01-01', 1),
        createPurchase('2', 'b', '2024-01-01', 2),
        createPurchase('3', 'c', '2024-01-01', 3),
      ],
      ['Loyal Customers', 'Potential Loyalists', 'Recent Customers'],
    ],
  ])('has its segments and only finite numbers with %s', (_, data, segments) => {
    const body = withRfmInsights(createReport(data), createMbaSettings());
    expect(body.segments.map(({ name }) => name)).toEqual(segments);
    expect(JSON.stringify(body)).not.toMatch(/NaN|Infinity/);
    expect(JSON.parse(JSON.stringify(body))).toEqual(body);
  });

  test.each([
    ['no orders', []],
    ['no customers', [{ id: '1', date: '2024-01-01', lines: [createLine('P')] }]],
    ['no dates', [{ id: '1', customer: 'a', lines: [createLine('P')] }]],
    ['only returns', [{ id: '1', customer: 'a', date: '2024-01-01', lines: [createLine('P', 1, -1)] }]],
  ])('is empty and valid with a warning if the data have %s', (_, data) => {
    const body = withRfmInsights(createReport(data), createMbaSettings());
    expect(body).toMatchObject({ metrics: null, segments: [], customer_count: 0 });
    expect(body.warnings.at(-1)).toMatch(/nothing to segment/);
  });

  test('has shares of 0 if returns outweigh purchases', () => {
    const body = createReport([
      createPurchase('1', 'a', '2024-01-01', -5),
      createPurchase('2', 'b', '2024-01-01', 1),
    ]);
    expect(body.metrics?.top20_revenue_share).toBe(0);
    expect(body.segments.map((segment) => segment.revenue_share)).toEqual([0, 0]);
  });
});
