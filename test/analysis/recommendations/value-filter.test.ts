// Recommendations that are filtered by values of custom fields, against filtering the full list.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldValue, ItemValues } from '../../../src/analysis/baskets/item-values.ts';
import type { PopularOfValue } from '../../../src/analysis/recommendations/evidence.ts';
import { gatherEvidence } from '../../../src/analysis/recommendations/product-evidence.ts';
import {
  hasWantedValues,
  listWanted,
  mergePopular,
  type RecommendOptions,
  recommend,
} from '../../../src/analysis/recommendations/recommend.ts';
import type { WantedValues } from '../../../src/contract/resources/recommendations.ts';
import { countCases } from '../../../tools/harness/depth.ts';
import { toBaskets } from '../mining/basket-data.ts';

type Catalogue = Readonly<Record<string, readonly FieldValue[]>>;

const createCategory = (value: string): FieldValue => ({ field: 'category', value });
const createBrand = (value: string): FieldValue => ({ field: 'brand', value });

/** Recommends as the service does, with and without a filter by values. */
function createRecommender(lists: readonly (readonly string[])[], catalogue: Catalogue) {
  const baskets = toBaskets(lists);
  const thresholds = { minSupport: 0.05, minConfidence: 0.1 };
  const gathered = gatherEvidence(baskets, {
    ...thresholds,
    fieldValues: createFieldValues(baskets.products, catalogue),
  });
  const evidence = new Map([...gathered.products()].map((each) => [each.product, each]));
  const summary = gathered.summary();
  const byValue = [...gathered.popularByValue()];
  const recommendFor = (cart: readonly string[], options: RecommendOptions) =>
    recommend(
      new Set(cart),
      cart.flatMap((product) => evidence.get(product) ?? []),
      summary,
      options,
    );
  return {
    byValue,
    unfiltered: (cart: readonly string[]) => recommendFor(cart, { limit: 1_000 }),
    filtered: (cart: readonly string[], wanted: WantedValues, limit: number) => {
      const accepts = hasWantedValues(wanted);
      const lists = listWanted(wanted).map((value) => findPopular(byValue, value));
      return recommendFor(cart, { limit, accepts, popular: mergePopular(lists, accepts) });
    },
  };
}

function findPopular(byValue: readonly PopularOfValue[], { field, value }: FieldValue) {
  return byValue.find((each) => each.field === field && each.value === value)?.popular ?? [];
}

function createFieldValues(products: readonly string[], catalogue: Catalogue): ItemValues {
  const values: FieldValue[] = [];
  const other: number[] = [];
  const start = [0];
  for (const product of products) {
    for (const { field, value } of catalogue[product] ?? []) {
      const known = values.findIndex((each) => each.field === field && each.value === value);
      other.push(known === -1 ? values.push({ field, value }) - 1 : known);
    }
    start.push(other.length);
  }
  const ofItem = { start: Uint32Array.from(start), other: Uint32Array.from(other) };
  return { fields: ['category', 'brand'], values, ofItem, cut: new Map() };
}

const CATALOGUE: Catalogue = {
  a: [createCategory('drinks'), createBrand('acme')],
  b: [createCategory('drinks')],
  c: [createCategory('food'), createCategory('gifts'), createBrand('acme')],
  d: [createCategory('food')],
  e: [createCategory('food'), createBrand('bean')],
  f: [createCategory('gifts'), createBrand('bean'), createBrand('acme')],
  g: [],
};
const product = fc.constantFrom(...Object.keys(CATALOGUE));
const carts = fc.uniqueArray(product, { maxLength: 3 });
const shops = fc.array(fc.uniqueArray(product, { minLength: 1 }), { minLength: 1, maxLength: 30 });
const drawSome = (...values: string[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 });
const wanted: fc.Arbitrary<WantedValues> = fc
  .record(
    { category: drawSome('drinks', 'food', 'gifts', 'none'), brand: drawSome('acme', 'bean') },
    { requiredKeys: [] },
  )
  .map((fields) => new Map(Object.entries(fields).map(([field, values]) => [field, new Set(values)])));

const isWanted = (name: string, fields: WantedValues): boolean =>
  [...fields].every(([field, values]) =>
    (CATALOGUE[name] ?? []).some((own) => own.field === field && values.has(own.value)),
  );

describe('a filter by values of custom fields', () => {
  it('keeps the recommendations with these values, unchanged and in their order', () => {
    let filteredOut = 0;
    fc.assert(
      fc.property(shops, carts, wanted, fc.integer({ min: 1, max: 7 }), (lists, cart, fields, limit) => {
        fc.pre(fields.size > 0);
        const shop = createRecommender(lists, CATALOGUE);
        const all = shop.unfiltered(cart);
        const expected = all.filter((each) => isWanted(each.product, fields)).slice(0, limit);
        filteredOut += all.length - expected.length;
        expect(shop.filtered(cart, fields, limit)).toEqual(expected);
      }),
      { numRuns: countCases(70) },
    );
    expect(filteredOut).toBeGreaterThan(90);
  });

  it('fills up with best sellers that have the values, even if they are not among those of the shop', () => {
    const better = Array.from({ length: 120 }, (_, at) => [`p${at}`, `p${at}`, 'z']).flatMap(
      ([name = '']) => [[name], [name]],
    );
    const shop = createRecommender([...better, ['rare'], ['rarer', 'x'], ['rare']], {
      rare: [createCategory('slow')],
      rarer: [createCategory('slow')],
    });
    expect(shop.unfiltered([]).map((each) => each.product)).not.toContain('rare');
    expect(shop.filtered([], new Map([['category', new Set(['slow'])]]), 5)).toEqual([
      { product: 'rare', basis: 'popular', score: null, because: null, support: 2 / 243 },
      { product: 'rarer', basis: 'popular', score: null, because: null, support: 1 / 243 },
    ]);
  });

  it('finds the strongest partner with a value behind 60 stronger ones without it', () => {
    const stronger = Array.from({ length: 60 }, (_, at) => `s${at}`);
    const lists = [
      ...Array.from({ length: 6 }, () => ['tea', ...stronger]),
      // Baskets as large as the others, with products that are in no other basket.
      ...[1, 2].map((at) => ['tea', 'weak', ...stronger.map((name) => `${name} ${at}`)]),
      ...Array.from({ length: 30 }, () => ['soap']),
      ...Array.from({ length: 3 }, () => ['weak']),
    ];
    const thresholds = { minSupport: 1, minConfidence: 1, mostFitted: 0 };
    const baskets = toBaskets(lists);
    const listPartners = (fieldValues: ItemValues | undefined) => {
      const { products } = gatherEvidence(baskets, { ...thresholds, fieldValues });
      const tea = [...products()].find((each) => each.product === 'tea');
      return tea?.pairs.map((pair) => pair.product) ?? [];
    };
    expect(listPartners(undefined)).not.toContain('weak');
    expect(listPartners(createFieldValues(baskets.products, { weak: [createCategory('rare')] })).at(-1)).toBe(
      'weak',
    );
  });
});

it('mergePopular lists best sellers of several values once, the best seller first, ties by name', () => {
  const [tea, milk, cup] = ['tea', 'milk', 'cup'].map((name, at) => ({
    product: name,
    baskets: at === 2 ? 3 : 2,
  }));
  if (tea === undefined || milk === undefined || cup === undefined) throw new Error('no products');
  const merged = mergePopular(
    [
      [tea, milk],
      [cup, tea],
    ],
    () => true,
  );
  expect(merged.map((each) => each.product)).toEqual(['cup', 'milk', 'tea']);
});
