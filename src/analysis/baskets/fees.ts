// Detects which products of baskets are fees or services rather than goods, by their names and by how they sell.
import { isFeeName } from '../orders/fee-names.ts';
import { type BasketColumns, countProductFrequency } from './basket-columns.ts';

/** Expected joint baskets by chance; a product with fewer shows nothing about how a fee sells. */
const LEAST_EXPECTED = 5;
/** Products needed to judge a fee by; with fewer, the name alone decides. */
const LEAST_PRODUCTS = 10;
/** Range of the median lift of a fee, which no product in particular attracts. */
const NEAR_CHANCE = { low: 0.5, high: 2 };

/** Counts for a product that has the name of a fee. They add up over baskets. */
export interface FeeCounts {
  /** Index of the product with the name of a fee. */
  readonly fee: number;
  /** Entries of other products in its baskets. */
  readonly others: number;
  /** Per product: baskets that hold both. */
  readonly together: Uint32Array;
}

export function findFeesAmong(baskets: BasketColumns): string[] {
  const { products, product } = baskets;
  const counts = countFees(baskets);
  return counts.length === 0
    ? []
    : findFees(products, countProductFrequency(baskets), product.length, counts);
}

/** Counts every product that has the name of a fee. */
export function countFees(baskets: BasketColumns): FeeCounts[] {
  return baskets.products.flatMap((name, product) => (isFeeName(name) ? [countFee(baskets, product)] : []));
}

function countFee({ basketCount, start, product, products }: BasketColumns, fee: number): FeeCounts {
  const together = new Uint32Array(products.length);
  let others = 0;
  for (let basket = 0; basket < basketCount; basket++) {
    const entries = product.subarray(start[basket], start[basket + 1]);
    if (!entries.includes(fee)) continue;
    others += entries.length - 1;
    for (const other of entries) together[other]++;
  }
  return { fee, others, together };
}

/**
 * A fee comes with everything alike, so its median lift over other products is near 1; a product that only has the name
 * of one has its partners, and nothing with most others. Lift is taken relative to the size of the baskets: postage
 * that is charged on large orders meets every product more often than chance, and none in particular. Most bought
 * first, ties by name. `bought`: baskets per product; `entries`: of all baskets.
 */
export function findFees(
  products: readonly string[],
  bought: Uint32Array,
  entries: number,
  counts: readonly FeeCounts[],
): string[] {
  return counts
    .filter((counted) => bought[counted.fee] > 0 && isSoldWithEverything(bought, entries, counted))
    .map(({ fee }) => fee)
    .sort((a, b) => bought[b] - bought[a] || (products[a] < products[b] ? -1 : 1))
    .map((product) => products[product]);
}

function isSoldWithEverything(
  bought: Uint32Array,
  entries: number,
  { fee, others, together }: FeeCounts,
): boolean {
  // The share of all entries but the fee's own that lies in its baskets.
  const share = others / Math.max(1, entries - bought[fee]);
  const lifts = Array.from(bought, (count, other) => ({ other, expected: count * share }))
    .filter(({ other, expected }) => other !== fee && expected >= LEAST_EXPECTED)
    .map(({ other, expected }) => together[other] / expected)
    .sort((a, b) => a - b);
  if (lifts.length < LEAST_PRODUCTS) return true;
  const median = lifts[Math.floor(lifts.length / 2)];
  return median > NEAR_CHANCE.low && median < NEAR_CHANCE.high;
}
