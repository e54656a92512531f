// What each product of an itemset is worth in the baskets that hold the whole set. Sets that share a prefix share the
// intersection of its basket lists.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import type { FrequentItemsets } from './frequent-itemsets.ts';

export interface ItemsetValues {
  /** The sums of itemset i (as given) are sums[start[i]] .. sums[start[i + 1] - 1], its items in trie order. */
  readonly start: Uint32Array;
  readonly sums: Float64Array;
}

/** Baskets of an itemset on the path, ascending, and per basket the values of its items, side by side. */
interface Level {
  baskets: Uint32Array;
  values: Float64Array;
  size: number;
}

interface Postings {
  readonly start: Uint32Array;
  readonly baskets: Uint32Array;
  readonly values: Float64Array;
}

/**
 * `value`: per entry of the baskets, one of their limbs: integers that add up exactly.
 * `nodes`: itemsets of the trie, ascending, none twice. Work: about the supports of their items.
 */
export function itemsetValues(
  baskets: BasketColumns,
  value: Float64Array,
  { trie, productOf }: FrequentItemsets,
  nodes: Uint32Array,
): ItemsetValues {
  const wanted = new Int32Array(trie.size).fill(-1);
  const isOnPath = new Uint8Array(trie.size);
  const isUsed = new Uint8Array(productOf.length);
  const start = new Uint32Array(nodes.length + 1);
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    wanted[node] = i;
    let length = 0;
    for (let at = node; at !== 0; at = trie.parentOf(at)) {
      isOnPath[at] = 1;
      isUsed[trie.itemOf(at)] = 1;
      length++;
    }
    start[i + 1] = start[i] + length;
  }
  const postings = postingsOf(baskets, value, productOf, isUsed);
  const sums = new Float64Array(start[nodes.length]);
  const levels: Level[] = [];

  function descend(parent: number, depth: number): void {
    const first = trie.firstChildOf(parent);
    const end = first + trie.degreeOf(parent);
    for (let node = first; node < end; node++) {
      if (isOnPath[node] === 0) continue;
      const item = trie.itemOf(node);
      const level = roomFor(levels, depth, trie.supportOf(node));
      if (depth === 0) takeAll(postings, item, level);
      else intersect(levels[depth - 1], depth, postings, item, level);
      const at = wanted[node];
      if (at >= 0) sumColumns(level, depth + 1, sums, start[at]);
      descend(node, depth + 1);
    }
  }
  descend(0, 0);
  return { start, sums };
}

function roomFor(levels: Level[], depth: number, support: number): Level {
  const known: Level | undefined = levels[depth];
  if (known !== undefined && known.baskets.length >= support) return known;
  const level = {
    baskets: new Uint32Array(support * 2),
    values: new Float64Array(support * 2 * (depth + 1)),
    size: 0,
  };
  levels[depth] = level;
  return level;
}

function takeAll({ start, baskets, values }: Postings, item: number, into: Level): void {
  const from = start[item];
  const to = start[item + 1];
  into.baskets.set(baskets.subarray(from, to));
  into.values.set(values.subarray(from, to));
  into.size = to - from;
}

/** `width`: items of the itemset above. */
function intersect(above: Level, width: number, postings: Postings, item: number, into: Level): void {
  const { baskets, values, start } = postings;
  const end = start[item + 1];
  let position = start[item];
  let size = 0;
  for (let n = 0; n < above.size && position < end; n++) {
    const basket = above.baskets[n];
    if (baskets[position] < basket) position = leap(baskets, position, end, basket);
    if (position === end || baskets[position] !== basket) continue;
    const to = size * (width + 1);
    const from = n * width;
    for (let i = 0; i < width; i++) into.values[to + i] = above.values[from + i];
    into.values[to + width] = values[position];
    into.baskets[size++] = basket;
    position++;
  }
  into.size = size;
}

function sumColumns({ values, size }: Level, width: number, sums: Float64Array, offset: number): void {
  for (let i = 0; i < width; i++) {
    let sum = 0;
    for (let at = i; at < size * width; at += width) sum += values[at];
    sums[offset + i] = sum;
  }
}

/** The first position after `from`, at most `end`, whose basket is not below the one sought: doubling, then bisection. */
function leap(list: Uint32Array, from: number, end: number, basket: number): number {
  let low = from;
  let step = 1;
  while (low + step < end && list[low + step] < basket) {
    low += step;
    step *= 2;
  }
  let high = Math.min(end, low + step);
  low++;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle] < basket) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Baskets and values per rank, of the ranks in use. */
function postingsOf(
  { basketCount, start, product, products }: BasketColumns,
  value: Float64Array,
  productOf: Uint32Array,
  isUsed: Uint8Array,
): Postings {
  const rankOf = new Int32Array(products.length).fill(-1);
  for (let rank = 0; rank < productOf.length; rank++) {
    if (isUsed[rank] === 1) rankOf[productOf[rank]] = rank;
  }
  const offsets = new Uint32Array(productOf.length + 1);
  for (let entry = 0; entry < product.length; entry++) {
    const rank = rankOf[product[entry]];
    if (rank >= 0) offsets[rank + 1]++;
  }
  for (let rank = 0; rank < productOf.length; rank++) {
    offsets[rank + 1] += offsets[rank];
  }
  const total = offsets[productOf.length];
  const baskets = new Uint32Array(total);
  const values = new Float64Array(total);
  const next = offsets.slice();
  for (let basket = 0; basket < basketCount; basket++) {
    const end = start[basket + 1];
    for (let entry = start[basket]; entry < end; entry++) {
      const rank = rankOf[product[entry]];
      if (rank < 0) continue;
      const at = next[rank];
      baskets[at] = basket;
      values[at] = value[entry];
      next[rank] = at + 1;
    }
  }
  return { start: offsets, baskets, values };
}
