// Recommendations from literal baskets, with counts, votes and an order that can be checked by hand.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeFisherPValue } from '../../../src/analysis/chance/fisher.ts';
import { gatherEvidence } from '../../../src/analysis/recommendations/product-evidence.ts';
import { type RecommendOptions, recommend } from '../../../src/analysis/recommendations/recommend.ts';
import { countCases } from '../../../tools/harness/depth.ts';
import { toBaskets } from '../mining/basket-data.ts';

/** Recommends products for a cart from these baskets. */
function createRecommender(
  lists: readonly (readonly string[])[],
  { minSupport = 0.2, minConfidence = 0.5, maxWork = 1e9 } = {},
) {
  const baskets = toBaskets(lists);
  const gathered = gatherEvidence(baskets, { minSupport, minConfidence, maxWork });
  const evidence = new Map([...gathered.products()].map((each) => [each.product, each]));
  const summary = gathered.summary();
  return {
    evidence,
    summary,
    largestBasket: gathered.largestBasket,
    for: (cart: readonly string[], options: Partial<RecommendOptions> = {}) =>
      recommend(
        new Set(cart),
        cart.flatMap((product) => evidence.get(product) ?? []),
        summary,
        {
          limit: 5,
          ...options,
        },
      ),
  };
}

const repeat = (times: number, ...basket: string[]): string[][] =>
  Array.from({ length: times }, () => basket);

/** 40 baskets. */
const SHOP = [
  ...repeat(8, 'bread', 'butter', 'jam'),
  ...repeat(8, 'bread', 'milk'),
  ...repeat(4, 'butter', 'eggs'),
  ...repeat(2, 'jam', 'honey'),
  ...repeat(18, 'soap'),
];

describe('recommend', () => {
  it('explains a recommendation by the product of the cart with the highest score, with exact counts', () => {
    const shop = createRecommender(SHOP);
    const [first] = shop.for(['bread', 'butter']);
    const scoreFrom = (product: string): number =>
      shop.evidence.get(product)?.pairs.find((pair) => pair.product === 'jam')?.score ?? 0;
    // Butter is in 12 baskets, jam in 8 of these and in 10 of the 40.
    expect(scoreFrom('butter')).toBeGreaterThan(scoreFrom('bread'));
    expect(first).toEqual({
      product: 'jam',
      basis: 'rule',
      score: (scoreFrom('butter') + scoreFrom('bread')) / 1e6,
      support: 0.25,
      because: {
        antecedents: ['butter'],
        occurrences: 8,
        confidence: 8 / 12,
        lift: (8 * 40) / (12 * 10),
        p_value_corrected: Number((computeFisherPValue(8, 12, 10, 40) * shop.summary.pairs).toPrecision(6)),
      },
    });
  });

  it('returns the same for any sequence of the cart and of the baskets', () => {
    const shop = createRecommender(SHOP);
    expect(shop.for(['butter', 'bread'])).toEqual(shop.for(['bread', 'butter']));
    const reversed = createRecommender(SHOP.toReversed().map((basket) => basket.toReversed()));
    expect(reversed.for(['butter', 'bread'])).toEqual(shop.for(['bread', 'butter']));
  });

  it('omits a product whose negative scores from the cart outweigh the positive ones', () => {
    const createProduct = (product: string, score: number, opposed: number) => ({
      ...{ product, baskets: 10 },
      pairs: [{ product: 'jam', together: 4, baskets: 8, score }],
      against: opposed === 0 ? [] : [{ product: 'jam', score: -opposed }],
    });
    const summary = { baskets: 40, leastBaskets: 2, minConfidence: 0.1, pairs: 5, popular: [] };
    const cart = new Set(['tea', 'salt']);
    const recommendJam = (opposed: number) =>
      recommend(cart, [createProduct('tea', 500_000, 0), createProduct('salt', 1, opposed)], summary, {
        limit: 5,
      });
    expect(recommendJam(400_000)).toMatchObject([{ product: 'jam', score: 0.100001 }]);
    expect(recommendJam(600_000)).toEqual([]);
  });

  it('counts the scores of each product of the cart by its weight, and explains by the highest weighted one', () => {
    const createProduct = (product: string, score: number, opposed: number) => ({
      ...{ product, baskets: 10 },
      pairs: [{ product: 'jam', together: 4, baskets: 8, score }],
      against: [{ product: 'jam', score: -opposed }],
    });
    const summary = { baskets: 40, leastBaskets: 2, minConfidence: 0.1, pairs: 5, popular: [] };
    const evidence = [createProduct('tea', 500_000, 0), createProduct('salt', 300_001, 100_000)];
    const recommendBy = (ofTea: number) =>
      recommend(new Set(['tea', 'salt']), evidence, summary, {
        limit: 5,
        weigh: (product) => (product === 'tea' ? ofTea : 1),
      });
    expect(recommendBy(1)).toMatchObject([{ score: 0.700001, because: { antecedents: ['tea'] } }]);
    expect(recommendBy(0.5)).toMatchObject([{ score: 0.450001, because: { antecedents: ['salt'] } }]);
  });

  it('bases a recommendation on the pair if it is below the thresholds of the report', () => {
    const [first] = createRecommender(SHOP).for(['honey']);
    expect(first).toMatchObject({
      product: 'jam',
      basis: 'pair',
      because: { antecedents: ['honey'], occurrences: 2, confidence: 1, lift: 4 },
    });
  });

  it('fills up with best-selling products, which have no score and no rule', () => {
    expect(createRecommender(SHOP).for(['unheard of'], { limit: 2 })).toEqual([
      { product: 'soap', basis: 'popular', score: null, because: null, support: 18 / 40 },
      { product: 'bread', basis: 'popular', score: null, because: null, support: 16 / 40 },
    ]);
    expect(
      createRecommender(SHOP)
        .for(['honey'])
        .map(({ basis }) => basis),
    ).toEqual(['pair', ...Array(4).fill('popular')]);
  });

  it('ignores products that are bought together less often than by chance', () => {
    const together = createRecommender(SHOP).for(['milk'], { limit: 20 });
    expect(together.filter(({ basis }) => basis !== 'popular').map(({ product }) => product)).toEqual([
      'bread',
    ]);
  });

  it('ignores a pair that is in one basket only', () => {
    const { evidence } = createRecommender([['a', 'b'], ...repeat(9, 'c')]);
    expect(evidence.get('a')?.pairs).toEqual([]);
  });

  it('counts pairs only in baskets up to an affordable size, and returns that size', () => {
    const wide = Array.from({ length: 50 }, (_, i) => `p${i}`);
    const limited = createRecommender([...repeat(5, 'a', 'b'), wide, wide, ...repeat(5, 'c')], {
      maxWork: 1_000,
    });
    expect(limited.largestBasket).toBe(49);
    expect(limited.evidence.get('p0')?.pairs).toEqual([]);
    expect(limited.evidence.get('a')?.pairs).toMatchObject([{ product: 'b', together: 5, baskets: 5 }]);
  });

  const product: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');
  const carts = fc.uniqueArray(product, { maxLength: 4 });
  const lists = fc.array(fc.uniqueArray(product, { minLength: 1 }), { minLength: 1, maxLength: 30 });

  it('never recommends a product of the cart, an excluded or refused product, or a product twice', () => {
    fc.assert(
      fc.property(lists, carts, carts, product, (baskets, cart, exclude, refused) => {
        const found = createRecommender(baskets, { minSupport: 0.05, minConfidence: 0.1 }).for(cart, {
          limit: 7,
          exclude: new Set(exclude),
          accepts: (each) => each.product !== refused,
        });
        const names = found.map((each) => each.product);
        for (const each of [...cart, ...exclude, refused]) expect(names).not.toContain(each);
        expect(new Set(names).size).toBe(names.length);
      }),
      { numRuns: countCases(35) },
    );
  });
});
