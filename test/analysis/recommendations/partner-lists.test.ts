// The ranking that tests recommendations, against the one that serves them.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computePopularity } from '../../../src/analysis/recommendations/evidence.ts';
import {
  CartRanking,
  createPartnerLists,
  type Popular,
} from '../../../src/analysis/recommendations/partner-lists.ts';
import { gatherEvidence } from '../../../src/analysis/recommendations/product-evidence.ts';
import { recommend } from '../../../src/analysis/recommendations/recommend.ts';
import { createScoredPartners, testScores } from '../../../src/analysis/recommendations/tested-scores.ts';
import { countCases } from '../../../tools/harness/depth.ts';
import { toBaskets } from '../mining/basket-data.ts';

const LIMITS = { maxWork: 1e9 };

it('a weighted cart is ranked in tests as it is served', () => {
  const product = fc.nat(9).map((at) => `product ${at}`);
  let scored = 0;
  fc.assert(
    fc.property(
      fc.array(fc.uniqueArray(product, { minLength: 1, maxLength: 4 }), { minLength: 20, maxLength: 60 }),
      // The smallest weights round scores to 0.
      fc.uniqueArray(fc.tuple(fc.nat(9), fc.constantFrom(1, 0.7, 0.001, 1e-9)), {
        maxLength: 5,
        selector: ([at]) => at,
      }),
      (orders, drawn) => {
        const baskets = toBaskets(orders);
        const { products } = baskets;
        const cart = drawn.filter(([at]) => at < products.length);
        const { counted, model, popularityShare } = testScores(baskets, LIMITS);
        const { frequency, basketCount, sellers } = counted;
        const popularity = Float64Array.from(frequency, (each) =>
          computePopularity(each, basketCount, popularityShare),
        );
        const lists = createPartnerLists(products.length, createScoredPartners(model, counted));
        const popular: Popular = { popularity, sellers };
        const isInCart = new Uint8Array(products.length);
        for (const [at] of cart) isInCart[at] = 1;
        const tested = new CartRanking(lists, popular, 10).rank(
          cart.map(([at]) => at),
          isInCart,
          cart.map(([, weight]) => weight),
        );

        const evidence = gatherEvidence(baskets, { minSupport: 0.1, minConfidence: 0.1, ...LIMITS });
        const weightOf = new Map(cart.map(([at, weight]) => [products[at] ?? '', weight]));
        const served = recommend(
          new Set(weightOf.keys()),
          [...evidence.products()].filter((each) => weightOf.has(each.product)),
          evidence.summary(),
          { limit: 10, weigh: (name) => weightOf.get(name) ?? 0 },
        );
        scored += served.filter(({ score }) => score !== null).length;
        expect(tested.map((at) => products[at])).toEqual(served.map((each) => each.product));
      },
    ),
    { numRuns: countCases(100) },
  );
  expect(scored).toBeGreaterThan(10);
});
