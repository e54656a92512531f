// Pairs of items that no itemset holds together, by rank: the search leaves them out where it would extend one by the
// other, and with them everything that would contain both.
import type { ItemLists } from '../../baskets/basket-columns.ts';

/** The lists of frequent items, by rank. `apart`: by product. */
export function apartRanks({ start, other }: ItemLists, productOf: Uint32Array): ItemLists {
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

/** Looks in the shorter list: a product has few categories, a category many products. */
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
