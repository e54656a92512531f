// What a customer buys repeatedly, from orders that can be weighed by hand.
import { describe, expect, it } from 'vitest';
import {
  findDueDay,
  pickPastProducts,
  toVisits,
  weighBought,
} from '../../../src/analysis/recommendations/past-orders.ts';
import { listAgain, summarizePast } from '../../../src/analysis/recommendations/recommend-to-customer.ts';

const DAY = 86_400_000;
const compare = (a: string, b: string): number => (a < b ? -1 : 1);

function weigh(...orders: [day: number | undefined, ...products: string[]][]) {
  return weighBought(toVisits(orders.map(([day, ...products]) => ({ day, products }))), compare);
}

describe('weighBought', () => {
  it('counts the last day 1 and each earlier one 0.9 of the next, in any sequence of orders', () => {
    const orders: Parameters<typeof weigh> = [
      [1, 'tea', 'soap'],
      [5, 'tea'],
      [9, 'milk'],
    ];
    const found = weigh(...orders);
    expect(found.map(({ product, weight }) => [product, weight])).toEqual([
      ['tea', expect.closeTo(0.9 + 0.81, 12)],
      ['milk', 1],
      ['soap', expect.closeTo(0.81, 12)],
    ]);
    expect(weigh(...orders.toReversed())).toEqual(found);
  });

  it('counts orders of one day once, and orders without a date last, one by one', () => {
    expect(weigh([3, 'tea'], [3, 'tea', 'milk'], [undefined, 'soap'], [undefined, 'soap'])).toMatchObject([
      { product: 'soap', visits: 2, days: 0, lastDay: undefined },
      { product: 'milk', visits: 1, lastDay: 3 },
      { product: 'tea', visits: 1, lastDay: 3 },
    ]);
  });
});

it('the last weight of a product is 0.7 for each later day with orders', () => {
  const found = weigh([1, 'soap', 'tea'], [5, 'milk'], [9, 'tea']);
  expect(Object.fromEntries(found.map(({ product, weightForNew }) => [product, weightForNew]))).toEqual({
    tea: 1,
    milk: 0.7,
    soap: expect.closeTo(0.49, 12),
  });
});

it('picks the 20 products with the highest weights, and the 30 latest of the others', () => {
  const often = Array.from({ length: 20 }, (_, at) => `often ${at}`);
  const early = Array.from({ length: 40 }, (_, at) => `early ${at}`);
  const late = Array.from({ length: 25 }, (_, at) => `late ${at}`);
  const picked = pickPastProducts(weigh([1, ...often], [2, ...often, ...early], [3, ...late]));
  const count = (kind: string) => picked.filter(({ product }) => product.startsWith(kind)).length;
  expect([count('often'), count('late'), count('early')]).toEqual([20, 25, 5]);
});

describe('findDueDay', () => {
  const [tea] = weigh([0, 'tea'], [10, 'tea'], [20, 'tea']);
  if (tea === undefined) throw new Error('tea was bought');

  it('adds the mean gap to the last day', () => {
    expect(findDueDay(tea, 21)).toBe(30);
  });

  it('returns undefined more than two gaps after the last day, and with two days', () => {
    expect([findDueDay(tea, 40), findDueDay(tea, 41)]).toEqual([30, undefined]);
    const [milk] = weigh([0, 'milk'], [10, 'milk']);
    expect(milk && findDueDay(milk, 11)).toBeUndefined();
  });
});

describe('listAgain', () => {
  const line = (name: string, quantity = 1, category = 'Drinks') => ({
    ...{ name, sku: `sku of ${name}`, unitPrice: 1, quantity, customFields: { category } },
  });
  const orders = [
    { orderDate: 20 * DAY, lines: [line('tea'), line('soap', 1, 'Bath'), line('cup', -1)] },
    { orderDate: 10 * DAY, lines: [line('tea'), line('milk'), line('postage')] },
  ];
  const report = { productIdentifier: 'name', productLevel: undefined } as const;
  const evidence = ['tea', 'milk', 'soap', 'cup'].map((product) => ({
    ...{ product, baskets: 10, pairs: [], against: [] },
  }));
  const options = { limit: 5, exclude: new Set<string>(), accepts: () => true, now: 21 * DAY };
  const list = (changed: Partial<typeof options>) =>
    listAgain(summarizePast(orders, report), evidence, { ...options, ...changed }).map(
      ({ product }) => product,
    );

  it('lists bought products of the report, without returns and excluded ones, up to the limit', () => {
    expect(list({})).toEqual(['tea', 'soap', 'milk']);
    expect(list({ exclude: new Set(['tea']), limit: 1 })).toEqual(['soap']);
  });

  it('adds ten orders at the rate at which all customers order a product again', () => {
    const reordered = evidence.map((each) => ({ ...each, reorderRate: each.product === 'milk' ? 0.12 : 0 }));
    const scores = listAgain(summarizePast(orders, report), reordered, options).map(
      ({ product, score }) => [product, score] as const,
    );
    expect(scores).toEqual([
      ['milk', 2.1],
      ['tea', 1.9],
      ['soap', 1],
    ]);
  });

  it('accepts products by the values in the customer’s own line items', () => {
    const accepts: typeof options.accepts = (({ values = [] }: { values?: readonly { value: string }[] }) =>
      values.some(({ value }) => value === 'Bath')) as typeof options.accepts;
    expect(list({ accepts })).toEqual(['soap']);
  });

  it('names products as the report does: by SKU, or by the value of its level', () => {
    const listAs = (as: Parameters<typeof summarizePast>[1]) =>
      [...summarizePast(orders, as).products].sort();
    expect(listAs({ productIdentifier: 'sku', productLevel: undefined })).toContain('sku of tea');
    expect(listAs({ productIdentifier: 'name', productLevel: 'category' })).toEqual(['Bath', 'Drinks']);
  });
});
