// What each product of an itemset is worth in the baskets that hold the whole set: found by intersecting the
// products' basket lists, summed in basket order, so that the sums are the same every time.
import type { BasketColumns } from '../baskets/basket-columns.ts';

export interface ItemsetValues {
  /** `items`: product indexes. Gives, per item, the sum of its value over the baskets that hold all items. */
  of(items: readonly number[]): Float64Array;
}

interface Postings {
  readonly baskets: Uint32Array;
  readonly values: Float64Array;
}

export function createItemsetValues({
  basketCount,
  start,
  product,
  value,
  products,
}: BasketColumns): ItemsetValues {
  const offsets = new Uint32Array(products.length + 1);
  for (const item of product) offsets[item + 1] = (offsets[item + 1] ?? 0) + 1;
  for (let item = 0; item < products.length; item++)
    offsets[item + 1] = (offsets[item + 1] ?? 0) + (offsets[item] ?? 0);
  const next = offsets.slice();
  const baskets = new Uint32Array(product.length);
  const values = new Float64Array(product.length);
  for (let basket = 0; basket < basketCount; basket++) {
    const end = start[basket + 1] ?? 0;
    for (let entry = start[basket] ?? 0; entry < end; entry++) {
      const item = product[entry] ?? 0;
      const at = next[item] ?? 0;
      baskets[at] = basket;
      values[at] = value[entry] ?? 0;
      next[item] = at + 1;
    }
  }
  const postings = (item: number): Postings => ({
    baskets: baskets.subarray(offsets[item], offsets[item + 1]),
    values: values.subarray(offsets[item], offsets[item + 1]),
  });
  // All rules of one itemset ask for the same sums.
  const known = new Map<string, ReadonlyMap<number, number>>();
  return {
    of(items) {
      const key = [...items].sort((a, b) => a - b).join();
      let sums = known.get(key);
      if (sums === undefined) {
        const found = sumOver(items.map(postings));
        sums = new Map(items.map((item, i) => [item, found[i] ?? 0]));
        known.set(key, sums);
      }
      return Float64Array.from(items, (item) => sums.get(item) ?? 0);
    },
  };
}

/** Walks the shortest list; the others leap to its baskets. */
function sumOver(lists: readonly Postings[]): Float64Array {
  const sums = new Float64Array(lists.length);
  const at = new Uint32Array(lists.length);
  let lead = 0;
  for (const [i, list] of lists.entries()) {
    if (list.baskets.length < (lists[lead]?.baskets.length ?? 0)) lead = i;
  }
  const leading = lists[lead]?.baskets ?? new Uint32Array();
  for (let n = 0; n < leading.length; n++) {
    const basket = leading[n] as number;
    let inAll = true;
    for (let i = 0; i < lists.length && inAll; i++) {
      const list = (lists[i] as Postings).baskets;
      const position = leap(list, at[i] as number, basket);
      at[i] = position;
      inAll = list[position] === basket;
    }
    if (!inAll) continue;
    for (let i = 0; i < lists.length; i++) {
      sums[i] = (sums[i] as number) + ((lists[i] as Postings).values[at[i] as number] as number);
    }
  }
  return sums;
}

/** The first position at or after `from` whose basket is not below the one sought: doubling steps, then bisection. */
function leap(list: Uint32Array, from: number, basket: number): number {
  let low = from;
  let step = 1;
  while (low + step < list.length && (list[low + step] as number) < basket) {
    low += step;
    step *= 2;
  }
  let high = Math.min(list.length, low + step + 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] as number) < basket) low = middle + 1;
    else high = middle;
  }
  return low;
}
