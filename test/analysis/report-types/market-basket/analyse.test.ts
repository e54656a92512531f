// The market basket report: its warnings and notes, its limits, and its size in a response.

import { describe, expect, test } from 'vitest';
import { buildBaskets } from '../../../../src/analysis/baskets/baskets.ts';
import { computeRuleMeasures } from '../../../../src/analysis/mining/rules/measures.ts';
import { mineRules } from '../../../../src/analysis/mining/rules/mine-rules.ts';
import type { AssociationRule, MineOptions } from '../../../../src/analysis/mining/rules/rule.ts';
import { analyseSelection } from '../../../../src/analysis/report-types/market-basket/analyse.ts';
import { fitRules } from '../../../../src/analysis/report-types/market-basket/fit.ts';
import { withMbaInsights } from '../../../../src/analysis/report-types/market-basket/insights.ts';
import { say } from '../../../../src/contract/sentences/sentence.ts';
import { analyseMarketBasket, analyseRfm } from '../../../../tools/harness/analyse.ts';
import { createLine, createMbaSettings, type LiteralOrder, toColumns } from '../../orders/literal-orders.ts';

const orders: LiteralOrder[] = [
  { id: 'o1', customer: 'c1', date: '2024-01-01', lines: [createLine('Tea', 4, 2), createLine('Milk', 1)] },
  { id: 'o2', customer: 'c2', date: '2024-01-02', lines: [createLine('Tea', 4), createLine('Milk', 1)] },
  { id: 'o3', customer: 'c1', date: '2024-01-03', lines: [createLine('Bread', 3)] },
  { id: 'o4', lines: [createLine('Bread', 3), createLine('Tea', 4, -1)] },
];

function createRule(index: number): AssociationRule {
  return {
    antecedents: [`A${index}`],
    consequents: [`B${index}`],
    support: 0.5,
    confidence: 0.5,
    lift: 2,
    impact_rating: 'High',
    impact_analysis: { revenue: 10, lift: 2, conversion_rate: 0.5, occurrences: 3, incremental_value: 4 },
    measures: computeRuleMeasures(
      { together: 3, antecedents: 6, consequents: 6, baskets: 24 },
      { expected: 1.5, inPeriods: 1.5, pValue: 0.1, customersPValue: 0.1, correction: 10, qValue: 1 },
    ),
    redundant: false,
    productive: true,
    proven: false,
  };
}

test('warnings and notes count the rows and orders left out', () => {
  const settings = createMbaSettings({
    scope: 'customer',
    dateRange: { start: '2024-01-01' },
    productIdentifier: 'sku',
  });
  const body = analyseMarketBasket(toColumns(orders, { productIdentifier: 'sku' }), settings).body;
  expect(body.warnings).toEqual(['1 order without a date was left out by the date range.']);
  expect(body.notes).toContain('5 rows have no SKU: their products are identified by their name.');
  const perCustomer = analyseMarketBasket(toColumns(orders), createMbaSettings({ scope: 'customer' })).body;
  expect(perCustomer.warnings).toEqual([]);
  expect(perCustomer.notes).toContain(
    '1 order without a customer was left out, worth -1.00: one basket per customer was requested.',
  );
  const undated = analyseMarketBasket(
    toColumns(orders),
    createMbaSettings({ dateRange: { end: '2024-01-02' } }),
  ).body;
  expect(undated.warnings).toEqual(['1 order without a date was left out by the date range.']);
});

test.each(['order', 'customer'] as const)(
  'returns without a purchase are counted separately with one basket per %s',
  (scope) => {
    const data: LiteralOrder[] = [
      { id: 'o1', customer: 'c', lines: [createLine('Tea', 5, 3)] },
      { id: 'o2', customer: 'c', lines: [createLine('Tea', 5, -2)] },
    ];
    const body = analyseMarketBasket(toColumns(data), createMbaSettings({ scope })).body;
    const turnover = { gross_revenue: 15, returns: 10, net_revenue: 5 };
    expect(body.summary).toMatchObject({ orders_processed: 1, total_revenue_processed: 15, ...turnover });
    expect(body.warnings).toEqual([]);
    expect(body.notes).toContain(
      '1 order holds returns only (-10.00). It is not in baskets or revenue; net revenue includes it.',
    );
    const dated = data.map((order) => ({ ...order, date: '2024-01-01' }));
    expect(analyseRfm(toColumns(dated), createMbaSettings()).body.metrics).toMatchObject({
      revenue: 5,
      ...turnover,
    });
  },
);

test('the miner gets a limit of 10,000 rules, and a shortened list has a warning and the full count', () => {
  const asked: MineOptions[] = [];
  const settings = createMbaSettings({ minSupport: 0.2 });
  const selection = buildBaskets(toColumns(orders), settings);
  const { body } = analyseSelection(selection, undefined, settings, (baskets, options) => {
    asked.push(options);
    return {
      ...mineRules(baskets, options),
      rules: [createRule(0)],
      ruleCount: 12_345,
      searched: { leastBaskets: 2, maxProducts: 3, isComplete: false },
      warnings: [say('search_without_rules', { min_support: 0.2 })],
    };
  });
  expect(asked).toEqual([{ minSupport: 0.2, minConfidence: 0.1, maxRules: 10_000, services: [] }]);
  expect(body.summary).toMatchObject({
    association_rules_found: 12_345,
    sets_searched: { min_baskets: 2, max_products: 3, complete: false },
  });
  expect(body.warnings).toEqual([
    'Too many combinations of products reach 20 % of baskets, and every higher share: the report has no rules. Narrow it with filters.',
  ]);
  expect(fitRules(body, 5_000_000).warnings).toEqual([
    'Too many combinations of products reach 20 % of baskets, and every higher share: the report has no rules. Narrow it with filters.',
    'Of 12,345 rules found, the best 1 are returned.',
  ]);
});

test('a report without orders is valid and has a warning', () => {
  const body = withMbaInsights(
    analyseMarketBasket(toColumns([]), createMbaSettings()).body,
    createMbaSettings(),
  );
  expect(body).toMatchObject({
    reference_date: null,
    summary: {
      orders_processed: 0,
      total_revenue_processed: 0,
      average_order_value: 0,
      average_basket_size: 0,
      association_rules_found: 0,
    },
    association_rules: [],
    warnings: ['No order matched: there are no baskets to analyse.'],
  });
  expect(JSON.stringify(body)).not.toMatch(/NaN|Infinity/);
});

describe('fitRules', () => {
  const rules = Array.from({ length: 500 }, (_, i) => createRule(i));
  const few = analyseMarketBasket(toColumns(orders), createMbaSettings()).body;
  const summary = { ...few.summary, association_rules_found: 500 };
  const body = { ...few, summary, association_rules: rules };

  test('returns a report that fits unchanged', () => {
    expect(fitRules(body, 5_000_000)).toBe(body);
  });
  test('removes rules from the end of a report that is too large, and adds one warning', () => {
    const fitted = fitRules(body, 20_000);
    const count = fitted.association_rules.length;
    expect(Buffer.byteLength(JSON.stringify(JSON.stringify(fitted)))).toBeLessThanOrEqual(20_000);
    expect(count).toBeGreaterThan(25);
    expect(fitted.association_rules).toEqual(rules.slice(0, count));
    expect(fitted.warnings).toEqual([`Of 500 rules found, the best ${count} are returned.`]);
    expect(fitted.summary).toEqual(body.summary);
  });
  test.each([
    ['quotation marks', '"'],
    ['backslashes', '\\'],
    ['control characters', '\u0001'],
    ['emoji', '🫖'],
  ])('measures names of %s in bytes as the response escapes them', (_, character) => {
    const createNamedRule = (i: number) => ({ ...createRule(i), antecedents: [character.repeat(200) + i] });
    const quoted = { ...body, association_rules: rules.map((_, i) => createNamedRule(i)) };
    const answer = { statusCode: 200, body: JSON.stringify(fitRules(quoted, 200_000)) };
    const bytes = Buffer.byteLength(JSON.stringify(answer));
    expect(bytes).toBeLessThanOrEqual(200_000);
    expect(bytes).toBeGreaterThan(189_000);
  });
});
