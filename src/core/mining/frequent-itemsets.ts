// All frequent itemsets, exact and complete, by depth-first search with occurrence deliver (Uno, Kiyomi & Arimura,
// LCM ver. 2, FIMI 2004): an itemset's baskets are scanned once to count all its extensions, and once more to hand
// each frequent extension its own list of baskets.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import { ItemsetTrie } from './itemset-trie.ts';

export interface FrequentItemsets {
  /** Items in the trie are ranks: 0 is the most frequent product. An itemset's ranks descend from the root. */
  readonly trie: ItemsetTrie;
  /** Per rank: index of the product. */
  readonly productOf: Uint32Array;
  /** False when the search stopped because it would have passed `maxItemsets`. */
  readonly complete: boolean;
}

interface Recoded {
  /** Baskets as ranks, ascending; infrequent products are gone. Basket b: [start[b], start[b + 1]). */
  readonly start: Uint32Array;
  readonly rank: Uint32Array;
  readonly productOf: Uint32Array;
  readonly support: Uint32Array;
}

/** `least`: baskets that an itemset must be in, at least 1. `maxItemsets`: memory is 20 bytes for each. */
export function frequentItemsets(
  baskets: BasketColumns,
  least: number,
  maxItemsets: number,
): FrequentItemsets {
  const { start, rank, productOf, support } = recode(baskets, least);
  const trie = new ItemsetTrie();
  const items = productOf.length;
  const counts = new Uint32Array(items);
  const next = new Uint32Array(items);
  // Basket lists of all itemsets on the path of the search, one behind the other.
  let arena = new Uint32Array(Math.max(1_024, rank.length));
  let complete = true;

  function reserve(size: number): void {
    if (size <= arena.length) return;
    const larger = new Uint32Array(Math.max(size, arena.length * 2));
    larger.set(arena);
    arena = larger;
  }

  /** Extends `node`, whose baskets are arena[from, to), by every rank below `last`. The arena is in use up to `used`. */
  function extend(node: number, last: number, from: number, to: number, used: number): void {
    const touched: number[] = [];
    for (let at = from; at < to; at++) {
      const basket = arena[at] as number;
      const end = start[basket + 1] as number;
      for (let entry = start[basket] as number; entry < end; entry++) {
        const item = rank[entry] as number;
        if (item >= last) break;
        if (counts[item] === 0) touched.push(item);
        counts[item] = (counts[item] as number) + 1;
      }
    }
    const extensions: { item: number; from: number; to: number }[] = [];
    let free = used;
    for (const item of touched) {
      const count = counts[item] as number;
      counts[item] = 0;
      if (count < least) {
        next[item] = 0xffffffff;
        continue;
      }
      next[item] = free;
      extensions.push({ item, from: free, to: free + count });
      free += count;
    }
    if (extensions.length === 0) return;
    reserve(free);
    for (let at = from; at < to; at++) {
      const basket = arena[at] as number;
      const end = start[basket + 1] as number;
      for (let entry = start[basket] as number; entry < end; entry++) {
        const item = rank[entry] as number;
        if (item >= last) break;
        const slot = next[item] as number;
        if (slot === 0xffffffff) continue;
        arena[slot] = basket;
        next[item] = slot + 1;
      }
    }
    for (const extension of extensions) {
      if (trie.size > maxItemsets) {
        complete = false;
        return;
      }
      const child = trie.add(node, extension.item, extension.to - extension.from);
      if (extension.item > 0) extend(child, extension.item, extension.from, extension.to, free);
    }
  }

  const basketsOf = invert(start, rank, support);
  for (let item = 0; item < items && complete; item++) {
    const list = basketsOf.list.subarray(basketsOf.start[item], basketsOf.start[item + 1]);
    const node = trie.add(0, item, list.length);
    reserve(list.length);
    arena.set(list, 0);
    extend(node, item, 0, list.length, list.length);
  }
  return { trie, productOf, complete: complete && trie.size <= maxItemsets + 1 };
}

function recode({ basketCount, start, product, products }: BasketColumns, least: number): Recoded {
  const frequency = new Uint32Array(products.length);
  for (const item of product) frequency[item] = (frequency[item] ?? 0) + 1;
  const frequent = Uint32Array.from(frequency.keys()).filter((item) => (frequency[item] ?? 0) >= least);
  const productOf = frequent.sort((a, b) => (frequency[b] ?? 0) - (frequency[a] ?? 0) || a - b);
  const rankOf = new Int32Array(products.length).fill(-1);
  for (const [rank, item] of productOf.entries()) rankOf[item] = rank;
  const newStart = new Uint32Array(basketCount + 1);
  const ranks = new Uint32Array(product.length);
  let length = 0;
  for (let basket = 0; basket < basketCount; basket++) {
    const begin = length;
    const end = start[basket + 1] ?? 0;
    for (let entry = start[basket] ?? 0; entry < end; entry++) {
      const rank = rankOf[product[entry] ?? 0] ?? -1;
      if (rank >= 0) ranks[length++] = rank;
    }
    ranks.subarray(begin, length).sort();
    newStart[basket + 1] = length;
  }
  return {
    start: newStart,
    rank: ranks.slice(0, length),
    productOf,
    support: productOf.map((item) => frequency[item] ?? 0),
  };
}

/** The baskets of each rank, ascending. */
function invert(
  start: Uint32Array,
  rank: Uint32Array,
  support: Uint32Array,
): { start: Uint32Array; list: Uint32Array } {
  const listStart = new Uint32Array(support.length + 1);
  for (const [item, count] of support.entries()) listStart[item + 1] = (listStart[item] ?? 0) + count;
  const next = listStart.slice();
  const list = new Uint32Array(rank.length);
  for (let basket = 0; basket + 1 < start.length; basket++) {
    const end = start[basket + 1] ?? 0;
    for (let entry = start[basket] ?? 0; entry < end; entry++) {
      const item = rank[entry] ?? 0;
      const at = next[item] ?? 0;
      list[at] = basket;
      next[item] = at + 1;
    }
  }
  return { start: listStart, list };
}
