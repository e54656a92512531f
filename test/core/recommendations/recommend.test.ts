// Recommendations from literal baskets: counts, votes and order can be checked by hand.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fisherPValue } from '../../../src/core/mining/rules/fisher.ts';
import { mineRules } from '../../../src/core/mining/rules/mine-rules.ts';
import { gatherEvidence } from '../../../src/core/recommendations/product-evidence.ts';
import { type RecommendOptions, recommend } from '../../../src/core/recommendations/recommend.ts';
import { toBaskets } from '../mining/basket-data.ts';

/** `cart`: recommendations for it, from these baskets. */
function recommender(
  lists: readonly (readonly string[])[],
  { minSupport = 0.2, minConfidence = 0.5, maxWork = 1e9 } = {},
) {
  const baskets = toBaskets(lists);
  const { itemsets, ruleCount } = mineRules(baskets, { minSupport, minConfidence, maxRules: 100 });
  const gathered = gatherEvidence(baskets, itemsets, { minSupport, minConfidence, ruleCount, maxWork });
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
  it('names the rule behind a recommendation with its exact counts', () => {
    const [first] = recommender(SHOP).for(['bread', 'butter']);
    // Bread and butter are in 8 baskets, jam in all of these and in 10 of the 40.
    expect(first).toEqual({
      product: 'jam',
      basis: 'rule',
      // Both products vote with the same rule: 2 × 8 / (8 + 20) × √(40 / 10), and the single rules are weaker.
      score: 1.14286,
      support: 0.25,
      because: {
        antecedents: ['bread', 'butter'],
        occurrences: 8,
        confidence: 1,
        lift: 4,
        p_value_corrected: Number(
          (fisherPValue(8, 8, 10, 40) * recommender(SHOP).summary.rules).toPrecision(6),
        ),
      },
    });
  });

  it('bases a recommendation below the thresholds of the report on the pair', () => {
    const [first] = recommender(SHOP).for(['honey']);
    expect(first).toMatchObject({
      product: 'jam',
      basis: 'pair',
      because: { antecedents: ['honey'], occurrences: 2, confidence: 1, lift: 4 },
    });
  });

  it('fills up with best-selling products, which have no score and no rule', () => {
    expect(recommender(SHOP).for(['unheard of'], { limit: 2 })).toEqual([
      { product: 'soap', basis: 'popular', score: null, because: null, support: 18 / 40 },
      { product: 'bread', basis: 'popular', score: null, because: null, support: 16 / 40 },
    ]);
    expect(
      recommender(SHOP)
        .for(['honey'])
        .map(({ basis }) => basis),
    ).toEqual(['pair', ...Array(4).fill('popular')]);
  });

  it('ignores products that are together less often than by chance', () => {
    const together = recommender(SHOP).for(['milk'], { limit: 20 });
    expect(together.filter(({ basis }) => basis !== 'popular').map(({ product }) => product)).toEqual([
      'bread',
    ]);
  });

  it('does not use a pair that was in one basket only', () => {
    const { evidence } = recommender([['a', 'b'], ...repeat(9, 'c')]);
    expect(evidence.get('a')?.pairs).toEqual([]);
  });

  it('prefers a rule of two products in the cart to what each of them says alone', () => {
    // Tea or lemon alone are rarely bought with honey, both together always.
    const lists = [
      ...repeat(10, 'tea', 'lemon', 'honey'),
      ...repeat(10, 'tea', 'biscuits'),
      ...repeat(10, 'lemon', 'fish'),
      ...repeat(30, 'soap'),
    ];
    const shop = recommender(lists, { minSupport: 0.1, minConfidence: 0.4 });
    expect(shop.for(['tea', 'lemon'])[0]).toMatchObject({
      product: 'honey',
      because: { antecedents: ['lemon', 'tea'], confidence: 1 },
    });
    const [alone] = shop.for(['tea']);
    expect(alone?.because?.antecedents).toEqual(['tea']);
  });

  it('counts pairs of affordable baskets only, and says which these are', () => {
    const wide = Array.from({ length: 50 }, (_, i) => `p${i}`);
    const limited = recommender([...repeat(5, 'a', 'b'), wide, wide, ...repeat(5, 'c')], { maxWork: 1_000 });
    expect(limited.largestBasket).toBe(49);
    expect(limited.evidence.get('p0')?.pairs).toEqual([]);
    expect(limited.evidence.get('a')?.pairs).toEqual([{ product: 'b', together: 5, baskets: 5 }]);
  });

  const product: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');
  const carts = fc.uniqueArray(product, { maxLength: 4 });
  const lists = fc.array(fc.uniqueArray(product, { minLength: 1 }), { minLength: 1, maxLength: 30 });

  it('never recommends a product of the cart, an excluded one, a refused one, or one twice', () => {
    fc.assert(
      fc.property(lists, carts, carts, product, (baskets, cart, exclude, refused) => {
        const found = recommender(baskets, { minSupport: 0.05, minConfidence: 0.1 }).for(cart, {
          limit: 7,
          exclude: new Set(exclude),
          accepts: (each) => each.product !== refused,
        });
        const names = found.map((each) => each.product);
        for (const each of [...cart, ...exclude, refused]) expect(names).not.toContain(each);
        expect(new Set(names).size).toBe(names.length);
      }),
      { numRuns: 100 },
    );
  });

  it('has the counts of the baskets in every recommendation, and scores in descending order', () => {
    fc.assert(
      fc.property(lists, carts, (baskets, cart) => {
        const found = recommender(baskets, { minSupport: 0.05, minConfidence: 0.1 }).for(cart, { limit: 7 });
        const holds = (all: readonly string[]) =>
          baskets.filter((basket) => all.every((each) => basket.includes(each))).length;
        for (const { product: name, because, support } of found) {
          expect(support).toBe(holds([name]) / baskets.length);
          if (because === null) continue;
          expect(because.antecedents.every((each) => cart.includes(each))).toBe(true);
          expect(because.occurrences).toBe(holds([...because.antecedents, name]));
          expect(because.confidence).toBe(because.occurrences / holds(because.antecedents));
          expect(because.lift).toBeGreaterThan(1);
        }
        const scores = found.map(({ score }) => score ?? 0);
        expect(scores).toEqual([...scores].sort((a, b) => b - a));
      }),
      { numRuns: 100 },
    );
  });
});
