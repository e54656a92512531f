// Draws baskets of the same sizes in which each product is in as many baskets as before, otherwise at random: swaps of
// two products between two baskets (Gionis, Mannila, Mielikäinen & Tsaparas 2007). Endless; each draw continues from
// the previous one.
import type { BasketColumns } from '../../../src/analysis/baskets/basket-columns.ts';
import { mineRules } from '../../../src/analysis/mining/rules/mine-rules.ts';
import { ANY_RULE } from '../../../src/analysis/mining/rules/rule-constraints.ts';
import type { Random } from './random.ts';

/** Tries per entry between two draws. */
const ROUNDS = 6;

export function* swapBaskets(baskets: BasketColumns, random: Random): Generator<BasketColumns> {
  const { basketCount, start, products } = baskets;
  const product = baskets.product.slice();
  const basketOf = new Uint32Array(product.length);
  for (let basket = 0; basket < basketCount; basket++)
    basketOf.fill(basket, start[basket], start[basket + 1]);
  const holds = new Uint8Array(products.length * basketCount);
  const toPlace = (item: number, basket: number): number => item * basketCount + basket;
  for (const [entry, item] of product.entries()) holds[toPlace(item, basketOf[entry] ?? 0)] = 1;
  for (;;) {
    for (let swap = 0; swap < ROUNDS * product.length; swap++) {
      const one = Math.floor(random() * product.length);
      const other = Math.floor(random() * product.length);
      const [a = 0, b = 0, inA = 0, inB = 0] = [product[one], product[other], basketOf[one], basketOf[other]];
      if (holds[toPlace(a, inB)] === 1 || holds[toPlace(b, inA)] === 1) continue;
      holds[toPlace(a, inA)] = 0;
      holds[toPlace(b, inB)] = 0;
      holds[toPlace(a, inB)] = 1;
      holds[toPlace(b, inA)] = 1;
      product[one] = b;
      product[other] = a;
    }
    const sorted = product.slice();
    for (let basket = 0; basket < basketCount; basket++)
      sorted.subarray(start[basket], start[basket + 1]).sort();
    yield { ...baskets, product: sorted };
  }
}

/**
 * P-values, given the sizes, of all pairs that are in a basket; other pairs have 1. `tests`: the number of all pairs.
 */
export function computePairPValues(baskets: BasketColumns): {
  readonly pValues: number[];
  readonly tests: number;
} {
  const constraints = { ...ANY_RULE, maxProducts: 2 };
  const { rules, tested } = mineRules(baskets, {
    ...{ minSupport: 0, minConfidence: 0, maxRules: 1_000_000 },
    constraints,
  });
  const pValues = rules.flatMap(({ antecedents: [one = ''], consequents: [other = ''], measures }) =>
    one < other ? [measures.p_value_given_sizes ?? 1] : [],
  );
  return { pValues, tests: tested.reduce((sum, { tests }) => sum + tests, 0) };
}
