// Indexes baskets by product, and estimates the cost of counting their pairs.
import type { BasketColumns } from '../baskets/basket-columns.ts';

export interface BasketsByProduct {
  /** Number of baskets per product, and the sum of their weights. */
  readonly frequency: Uint32Array;
  readonly weight: Float64Array;
  /** Product p is in the baskets basketsOf[basketStart[p]] .. basketsOf[basketStart[p + 1] - 1], ascending. */
  readonly basketStart: Uint32Array;
  readonly basketsOf: Uint32Array;
  /** Weight of a basket by its number of products. */
  readonly weightOfSize: Uint32Array;
}

/** `products`: their number. */
export function indexBasketsByProduct(
  baskets: Pick<BasketColumns, 'start' | 'product'>,
  products: number,
): BasketsByProduct {
  const { start, product } = baskets;
  const frequency = new Uint32Array(products);
  for (const item of product) frequency[item]++;
  const basketStart = new Uint32Array(products + 1);
  for (let item = 0; item < products; item++) basketStart[item + 1] = basketStart[item] + frequency[item];
  const next = basketStart.slice();
  const basketsOf = new Uint32Array(product.length);
  for (let basket = 0; basket + 1 < start.length; basket++) {
    for (let entry = start[basket]; entry < start[basket + 1]; entry++) {
      const item = product[entry];
      basketsOf[next[item]++] = basket;
    }
  }
  const weightOfSize = computeWeightsBySize(start);
  const weight = sumProductWeights(baskets, products, weightOfSize);
  return { frequency, weight, basketStart, basketsOf, weightOfSize };
}

function computeWeightsBySize(start: Uint32Array): Uint32Array {
  let largest = 0;
  for (let basket = 0; basket + 1 < start.length; basket++)
    largest = Math.max(largest, start[basket + 1] - start[basket]);
  return computeBasketWeights(largest);
}

/** Per product, the sum of the weights of its baskets. */
export function sumProductWeights(
  { start, product }: Pick<BasketColumns, 'start' | 'product'>,
  products: number,
  weightOfSize = computeWeightsBySize(start),
): Float64Array {
  const weight = new Float64Array(products);
  for (let basket = 0; basket + 1 < start.length; basket++) {
    const own = weightOfSize[start[basket + 1] - start[basket]];
    for (let entry = start[basket]; entry < start[basket + 1]; entry++) weight[product[entry]] += own;
  }
  return weight;
}

/** The work of a basket is the square of its size: the largest baskets are left out first. */
export function findLargestBasket(counts: Uint32Array, maxWork: number): number {
  let work = 0;
  for (const [size, baskets] of counts.entries()) {
    work += baskets * size * size;
    if (work > maxWork) return size - 1;
  }
  return Number.POSITIVE_INFINITY;
}

/** Number of entries read to count the pairs of baskets of at most `largestBasket` products. */
export function countPairWork(counts: Uint32Array, largestBasket: number): number {
  return counts.reduce(
    (work, baskets, size) => (size > largestBasket ? work : work + baskets * size * size),
    0,
  );
}

// Computes the weight of a basket for a pair of its products: a basket of many products says little about any two of
// them. Weights are whole numbers, so that their sums are the same in every sequence of the baskets, and in every cut
// into partitions.

/**
 * Units of weight 1, that of a basket with one product. A basket of a thousand products has 369 units: rounding stays
 * below 0.2 %.
 */
export const WEIGHT_UNITS = 2 ** 16;

/**
 * Weight by the number of products, up to `largest`: 1 / size^¾, a compromise between the best weights of small and of
 * large catalogues.
 */
export function computeBasketWeights(largest: number): Uint32Array {
  return Uint32Array.from({ length: largest + 1 }, (_, size) =>
    size === 0 ? 0 : Math.round(WEIGHT_UNITS / (Math.sqrt(size) * Math.sqrt(Math.sqrt(size)))),
  );
}
