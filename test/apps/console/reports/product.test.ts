// Tests what the page of a product shows, and the requests that it sends, without a browser.
import { describe, expect, it } from 'vitest';
import { createNetwork } from '../../../../apps/console/products/network-ring.ts';
import {
  createBuyersRequest,
  createProfilesRequest,
  createServingRequest,
  listFeesBeside,
} from '../../../../apps/console/products/product-rules.ts';
import { toFilter } from '../../../../apps/console/products/served-recommendations.ts';
import type { AssociationRule, MbaReport } from '../../../../packages/client/src/index.ts';
import { parseRequest } from '../../../../src/contract/parse.ts';
import { createReportRequest } from '../../../../src/contract/resources/reports/reports.ts';
import { analyseMarketBasket } from '../../../../tools/harness/analyse.ts';
import { createLine, createMbaSettings, toColumns } from '../../../analysis/orders/literal-orders.ts';

/** Returns a report as a client reads it. */
function analyseBaskets(
  baskets: readonly (readonly string[])[],
): Pick<MbaReport, 'association_rules' | 'summary'> {
  const orders = baskets.map((products, at) => ({
    id: `o${at}`,
    lines: products.map((name) => createLine(name)),
  }));
  const body = analyseMarketBasket(
    toColumns(orders),
    createMbaSettings({ minSupport: 0, minConfidence: 0 }),
  ).body;
  return JSON.parse(JSON.stringify(body));
}

describe('listFeesBeside', () => {
  const { association_rules } = analyseBaskets([
    ['Tea', 'Postage'],
    ['Tea', 'Postage', 'Milk'],
    ['Tea', 'Milk'],
    ['Cup', 'Saucer'],
  ]);
  const report = { association_rules, fees_and_services: ['Postage', 'Gift wrap'] };
  it('lists the report’s fees for a product that has a rule with one, and none for a fee', () => {
    expect([...listFeesBeside(report, 'Tea')]).toEqual(['Postage', 'Gift wrap']);
    expect(listFeesBeside(report, 'Postage').size).toBe(0);
  });
  it('returns an empty set if no rule of the product has a fee, or the report names none', () => {
    expect(listFeesBeside(report, 'Cup').size).toBe(0);
    expect(listFeesBeside({ association_rules, fees_and_services: [] }, 'Tea').size).toBe(0);
    expect(listFeesBeside({ association_rules: [], fees_and_services: ['Postage'] }, 'Tea').size).toBe(0);
  });
});

describe('the network around a product', () => {
  const rules = analyseBaskets([
    ['Tea', 'Milk', 'Cup'],
    ['Tea', 'Milk'],
    ['Tea', 'Milk'],
    ['Tea', 'Soap', 'Sponge'],
    ['Soap', 'Sponge'],
    ['Tea', 'Cup'],
    ['Fish'],
  ]).association_rules;

  it('has each product that forms a rule of two with it once, and the links between these products', () => {
    const { neighbours, links } = createNetwork(rules, 'Tea');
    expect(neighbours.map(({ product }) => product).sort()).toEqual(['Cup', 'Milk', 'Soap', 'Sponge']);
    expect(neighbours.find(({ product }) => product === 'Milk')).toMatchObject({ occurrences: 3 });
    const named = links.map(({ from, to }) => [neighbours[from]?.product, neighbours[to]?.product].sort());
    expect(named.sort()).toEqual([
      ['Cup', 'Milk'],
      ['Soap', 'Sponge'],
    ]);
  });

  it('places products that are bought together side by side', () => {
    const { links } = createNetwork(rules, 'Tea');
    expect(links.map(({ from, to }) => to - from)).toEqual([1, 1]);
  });

  it('has at most twelve products, the most valuable ones', () => {
    const many = Array.from({ length: 30 }, (_, at) => createPair('Tea', `P${at}`, 30 - at));
    const products = createNetwork(many, 'Tea').neighbours.map(({ product }) => product);
    expect(products).toEqual(Array.from({ length: 12 }, (_, at) => `P${at}`));
  });

  it('is empty for a product without rules', () => {
    expect(createNetwork(rules, 'Fish')).toEqual({ neighbours: [], links: [] });
  });
});

function createPair(from: string, to: string, occurrences: number): AssociationRule {
  const [rule] = analyseBaskets([['a', 'b']]).association_rules;
  if (rule === undefined) throw new Error('there is no rule');
  const impact_analysis = { ...rule.impact_analysis, occurrences };
  return { ...rule, antecedents: [from], consequents: [to], impact_analysis };
}

type Settings = MbaReport['settings'];
const SETTINGS: Settings = {
  template: 'first_order',
  customer_scope: 'first_order',
  filters: {
    dateRange: { start: '2026-01-01' },
    conditions: [{ field: 'quantity', operator: 'greater_than', value: 1 }],
  },
  time_zone: 'Europe/Berlin',
  context: null,
  min_support: 0.02,
  min_confidence: 0.2,
  scope: 'order',
  product_identifier: 'name',
  rules: { max_products: 3 },
};

describe('toFilter', () => {
  it('returns served fields as parameters, and names the fields that are not served', () => {
    const typed = { category: ' Drinks ', brand: 'A=B', season: ' ' };
    expect(toFilter(typed, ['category', 'season'])).toEqual({
      parameters: { 'custom:category': ['Drinks'] },
      missing: ['brand'],
    });
    expect(toFilter({}, ['category'])).toEqual({ parameters: {}, missing: [] });
  });
});

describe('a request created from a report', () => {
  it('has the report’s settings and is valid when it adds recommendations', () => {
    const request = createServingRequest({ ...createReportFacts(), settings: SETTINGS });
    expect(parseRequest(createReportRequest, request)).toMatchObject({
      report_type: 'MBA',
      dataset_id: 'shop',
      template: 'first_order',
      filters: SETTINGS.filters,
      params: {
        min_support: 0.02,
        min_confidence: 0.2,
        customer_scope: 'first_order',
        rules: { max_products: 3 },
        time_zone: 'Europe/Berlin',
        serve: true,
      },
    });
    const serve = { fields: ['category'] };
    const served = createServingRequest({ ...createReportFacts(), settings: { ...SETTINGS, serve } });
    expect(served.params?.serve).toEqual(serve);
  });

  it('has the report’s settings and is valid when it adds product profiles', () => {
    const serve = { fields: ['category'] };
    const request = createProfilesRequest({ ...createReportFacts(), settings: { ...SETTINGS, serve } });
    expect(parseRequest(createReportRequest, request)).toMatchObject({
      template: 'first_order',
      filters: SETTINGS.filters,
      params: { min_support: 0.02, rules: { max_products: 3 }, serve, product_profiles: true },
    });
  });

  it('adds a condition for the buyers of a product to the report’s conditions', () => {
    const parseBuyersRequest = (settings: Partial<Settings>, product = 'Tea') => {
      const request = createBuyersRequest(
        { dataset_id: 'shop', settings: { ...SETTINGS, ...settings } },
        product,
        `Buyers of ${'😀'.repeat(300)}`,
      );
      return request === undefined ? undefined : parseRequest(createReportRequest, request);
    };
    const addCondition = (field: string, value: string) => [
      ...SETTINGS.filters.conditions,
      { field, operator: 'equals', value },
    ];
    expect(parseBuyersRequest({})).toMatchObject({
      report_type: 'RFM',
      dataset_id: 'shop',
      filters: { dateRange: { start: '2026-01-01' }, conditions: addCondition('product_name', 'Tea') },
      params: { time_zone: 'Europe/Berlin' },
    });
    expect(parseBuyersRequest({ product_level: 'custom:category' })?.filters?.conditions).toEqual(
      addCondition('custom:category', 'Tea'),
    );
    const levels = { product_level: ['product', 'custom:category'] };
    expect(parseBuyersRequest(levels)?.filters?.conditions).toEqual(addCondition('product_name', 'Tea'));
    expect(parseBuyersRequest(levels, 'custom:category=Hot=\nDrinks')?.filters?.conditions).toEqual(
      addCondition('custom:category', 'Hot=\nDrinks'),
    );
    expect(parseBuyersRequest({ product_identifier: 'sku' })).toBeUndefined();
  });
});

function createReportFacts() {
  return { report_type: 'MBA', dataset_id: 'shop', name: 'First orders' } as const;
}
