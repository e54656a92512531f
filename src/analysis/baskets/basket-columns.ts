// Defines the baskets that the miner reads: compressed sparse rows of product indexes with the money beside them.
import type { Limbs } from '../money/limbs.ts';

/** Basket b holds entries [start[b], start[b + 1]); products distinct and ascending within a basket. */
export interface BasketColumns {
  readonly basketCount: number;
  /** Length basketCount + 1. */
  readonly start: Uint32Array;
  /** Per entry: index into `products`. */
  readonly product: Uint32Array;
  /** Per entry: sum of unit_price × quantity of that product's purchased lines in the basket, in units of 10^-scale. */
  readonly values: Limbs;
  readonly scale: number;
  readonly products: readonly string[];
  /** Per basket: the day of its order since 1970-01-01, NaN without a date. Undefined where a basket is a customer. */
  readonly moments?: Float64Array | undefined;
  /** Per basket: an index of its customer, -1 without one. Undefined where a basket is a customer. */
  readonly customers?: Int32Array | undefined;
  /** Per product, the products that no itemset combines with it, such as its own category. Default: none. */
  readonly apart?: ItemLists;
}

/** The list of item i is other[start[i]] .. other[start[i + 1] - 1], ascending. */
export interface ItemLists {
  readonly start: Uint32Array;
  readonly other: Uint32Array;
}

// Counts the baskets of each size.

/** Returns the number of baskets by number of products. */
export function countBasketSizes({ start }: Pick<BasketColumns, 'start'>): Uint32Array {
  let largest = 0;
  for (let basket = 0; basket + 1 < start.length; basket++)
    largest = Math.max(largest, start[basket + 1] - start[basket]);
  const counts = new Uint32Array(largest + 1);
  for (let basket = 0; basket + 1 < start.length; basket++) counts[start[basket + 1] - start[basket]]++;
  return counts;
}

// Counts how often each product is bought.

/** Returns the number of baskets that hold each product. */
export function countProductFrequency({ product, products }: BasketColumns): Uint32Array {
  const counts = new Uint32Array(products.length);
  for (let entry = 0; entry < product.length; entry++) {
    const item = product[entry];
    counts[item]++;
  }
  return counts;
}

// Maps the indexes that a partition counts by to those of the whole dataset, so that counts can be added up.

/**
 * Returns the index in `all` of each entry of `own`. Throws if an entry is missing there, because it would be counted
 * as another one.
 */
export function locateAmong<T>(all: readonly T[], own: readonly T[]): Uint32Array {
  const placeOf = new Map(all.map((entry, place) => [entry, place]));
  return Uint32Array.from(own, (entry) => {
    const place = placeOf.get(entry);
    if (place === undefined) throw new Error('a partition has counted what the dataset does not have');
    return place;
  });
}
