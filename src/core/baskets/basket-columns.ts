// Baskets as the miner takes them: compressed sparse rows of product indexes with the money beside them.
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
  /** Per product, those that no itemset holds together with it, such as its own category. Default: none. */
  readonly apart?: ItemLists;
}

/** The list of item i is other[start[i]] .. other[start[i + 1] - 1], ascending. */
export interface ItemLists {
  readonly start: Uint32Array;
  readonly other: Uint32Array;
}
