// Reduces baskets to frequent products, recoded to ranks by frequency, in both directions: the ranks of a basket and
// the baskets of a rank, both ascending.
import { type BasketColumns, countProductFrequency, type ItemLists } from '../../baskets/basket-columns.ts';

/** Numbers of items from 0, in two bytes each if possible, so that twice as many fit the processor's caches. */
export type ItemNumbers = Uint16Array | Uint32Array;

export function createItemNumbers(items: number, length: number): ItemNumbers {
  return items <= 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length);
}

export interface RankedBaskets {
  /** Basket b holds rank[start[b]] .. rank[start[b + 1] - 1], ascending. Rank 0 is the most frequent product. */
  readonly start: Uint32Array;
  readonly rank: ItemNumbers;
  /** Rank r is in the baskets basket[basketStart[r]] .. basket[basketStart[r + 1] - 1], ascending. */
  readonly basketStart: Uint32Array;
  readonly basket: Uint32Array;
  /** Per rank: index of the product, and number of baskets that hold it. */
  readonly productOf: Uint32Array;
  readonly support: Uint32Array;
}

/** `least`: fewest baskets of a product. */
export function rankBaskets(baskets: BasketColumns, least: number): RankedBaskets {
  const frequency = countProductFrequency(baskets);
  return recodeBaskets(baskets, frequency, rankProducts(frequency, least));
}

/** Accepts baskets whose products are ranks of a larger whole already: a rank may be in none of them. */
export function takeRanks(baskets: BasketColumns): RankedBaskets {
  return recodeBaskets(baskets, countProductFrequency(baskets), Uint32Array.from(baskets.products.keys()));
}

/** Per rank, the index of the product. Ties by index. */
export function rankProducts(frequency: Uint32Array, least: number): Uint32Array {
  return Uint32Array.from(frequency.keys())
    .filter((item) => frequency[item] >= least)
    .sort((a, b) => frequency[b] - frequency[a] || a - b);
}

/**
 * Drops products without a rank. Instead of sorting, inverts the baskets twice, which sorts them. `frequency`: baskets
 * per product.
 */
export function recodeBaskets(
  { basketCount, start, product, products }: BasketColumns,
  frequency: Uint32Array,
  productOf: Uint32Array,
): RankedBaskets {
  const support = productOf.map((item) => frequency[item]);
  const rankOf = new Int32Array(products.length).fill(-1);
  const basketStart = new Uint32Array(productOf.length + 1);
  for (let rank = 0; rank < productOf.length; rank++) {
    rankOf[productOf[rank]] = rank;
    basketStart[rank + 1] = basketStart[rank] + support[rank];
  }
  const total = basketStart[productOf.length];
  const basket = new Uint32Array(total);
  const nextOf = basketStart.slice();
  const newStart = new Uint32Array(basketCount + 1);
  let kept = 0;
  for (let b = 0; b < basketCount; b++) {
    const end = start[b + 1];
    for (let entry = start[b]; entry < end; entry++) {
      const rank = rankOf[product[entry]];
      if (rank < 0) continue;
      const at = nextOf[rank];
      basket[at] = b;
      nextOf[rank] = at + 1;
      kept++;
    }
    newStart[b + 1] = kept;
  }
  const ranks = createItemNumbers(productOf.length, total);
  const next = newStart.slice();
  for (let rank = 0; rank < productOf.length; rank++) {
    const end = basketStart[rank + 1];
    for (let at = basketStart[rank]; at < end; at++) {
      const b = basket[at];
      const to = next[b];
      ranks[to] = rank;
      next[b] = to + 1;
    }
  }
  return { start: newStart, rank: ranks, basketStart, basket, productOf, support };
}

// Stores pairs of items that no itemset combines, by rank: the search does not extend one by the other, and thus skips
// every itemset with both.

/** The lists of frequent items, by rank. `apart`: by product. */
export function toApartRanks({ start, other }: ItemLists, productOf: Uint32Array): ItemLists {
  const rankOf = new Int32Array(start.length - 1).fill(-1);
  for (const [rank, product] of productOf.entries()) rankOf[product] = rank;
  const starts = new Uint32Array(productOf.length + 1);
  const others = new Uint32Array(other.length);
  let end = 0;
  for (const [rank, product] of productOf.entries()) {
    const begin = end;
    for (let at = start[product]; at < start[product + 1]; at++) {
      const known = rankOf[other[at]];
      if (known >= 0) others[end++] = known;
    }
    others.subarray(begin, end).sort();
    starts[rank + 1] = end;
  }
  return { start: starts, other: others.slice(0, end) };
}

/** Searches the shorter list: a product has few categories, a category many products. */
export function areApart({ start, other }: ItemLists, a: number, b: number): boolean {
  const isShorter = start[a + 1] - start[a] <= start[b + 1] - start[b];
  const of = isShorter ? a : b;
  const wanted = isShorter ? b : a;
  let low = start[of];
  let high = start[of + 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (other[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low < start[of + 1] && other[low] === wanted;
}
