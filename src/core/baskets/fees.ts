// Which products of baskets are fees or services rather than goods: by their names and by how they sell.
import { isFeeName } from '../orders/fee-names.ts';
import type { BasketColumns } from './basket-columns.ts';

/** Joint baskets to expect by chance, below which a product says nothing of how a fee sells. */
const LEAST_EXPECTED = 5;
/** Products to judge by, below which the name alone decides. */
const LEAST_PRODUCTS = 10;
/** Median lift between these: nothing in particular draws it. */
const NEAR_CHANCE = { low: 0.5, high: 2 };

/**
 * A fee comes with everything alike, so its median lift over other products is near 1; a product that only has the name
 * of one has its partners, and nothing with most others. Lift is taken relative to the size of the baskets: postage
 * that is charged on large orders meets every product more often than chance, and none in particular. Most bought
 * first, ties by name.
 */
export function feesAmong(baskets: BasketColumns): string[] {
  const { products } = baskets;
  const named = products.flatMap((name, product) => (isFeeName(name) ? [product] : []));
  if (named.length === 0) return [];
  const bought = countProducts(baskets);
  return named
    .filter((product) => bought[product] > 0 && sellsWithEverything(baskets, bought, product))
    .sort((a, b) => bought[b] - bought[a] || (products[a] < products[b] ? -1 : 1))
    .map((product) => products[product]);
}

function countProducts({ product, products }: BasketColumns): Uint32Array {
  const counts = new Uint32Array(products.length);
  for (const bought of product) counts[bought]++;
  return counts;
}

function sellsWithEverything(
  { basketCount, start, product, products }: BasketColumns,
  bought: Uint32Array,
  fee: number,
): boolean {
  const together = new Uint32Array(products.length);
  let others = 0;
  for (let basket = 0; basket < basketCount; basket++) {
    const entries = product.subarray(start[basket], start[basket + 1]);
    if (!entries.includes(fee)) continue;
    others += entries.length - 1;
    for (const other of entries) together[other]++;
  }
  // Of all entries but the fee's own, the share that lies in its baskets.
  const share = others / Math.max(1, product.length - bought[fee]);
  const lifts = Array.from(bought, (count, other) => ({ other, expected: count * share }))
    .filter(({ other, expected }) => other !== fee && expected >= LEAST_EXPECTED)
    .map(({ other, expected }) => together[other] / expected)
    .sort((a, b) => a - b);
  if (lifts.length < LEAST_PRODUCTS) return true;
  const median = lifts[Math.floor(lifts.length / 2)];
  return median > NEAR_CHANCE.low && median < NEAR_CHANCE.high;
}
