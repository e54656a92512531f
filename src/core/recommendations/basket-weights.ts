// What a basket counts for two of its products: a basket of many products says little of any two of them. Weights are whole
// numbers, so that their sums are the same in every sequence of the baskets, and in every cut into partitions.

/** The weight of a basket with one product: 1. Of a thousand products, it is 369 units: rounding stays below 0.2 %. */
export const WEIGHT_UNITS = 2 ** 16;

/** By the number of products, up to `largest`: 1 / size^¾, between what says most of small catalogues and of large ones. */
export function basketWeights(largest: number): Uint32Array {
  return Uint32Array.from({ length: largest + 1 }, (_, size) =>
    size === 0 ? 0 : Math.round(WEIGHT_UNITS / (Math.sqrt(size) * Math.sqrt(Math.sqrt(size)))),
  );
}
