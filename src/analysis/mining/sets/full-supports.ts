// Counts itemsets that were found in some of the baskets in all baskets: a walk through their trie hands the baskets of
// an itemset down to its children, which are counted together in one pass.
import { type BasketColumns, countProductFrequency } from '../../baskets/basket-columns.ts';
import type { FrequentItemsets } from '../search/frequent-itemsets.ts';
import { type RankedBaskets, recodeBaskets } from '../search/ranked-baskets.ts';
import { ItemsetTrie } from './itemset-trie.ts';

/** The same trie with other supports. Incomplete if it takes more than `maxWork` basket entries. */
export function countFullSupports(
  { trie, productOf }: FrequentItemsets,
  all: BasketColumns,
  maxWork: number,
): FrequentItemsets {
  const count = new FullCount(trie, recodeBaskets(all, countProductFrequency(all), productOf), maxWork);
  const complete = count.run();
  return { trie: ItemsetTrie.from({ ...trie.columns(), supports: count.supports }), productOf, complete };
}

class FullCount {
  readonly supports: Uint32Array<ArrayBuffer>;
  private readonly trie: ItemsetTrie;
  private readonly baskets: RankedBaskets;
  private work: number;
  /** Per rank, while the children of a node are counted: number of baskets, and the place to write the next one. */
  private readonly counts: Uint32Array;
  private readonly places: Int32Array;
  /** Per depth: the baskets of the children that have children, consecutively. */
  private readonly lists: Uint32Array[] = [];

  constructor(trie: ItemsetTrie, baskets: RankedBaskets, maxWork: number) {
    this.trie = trie;
    this.baskets = baskets;
    this.work = maxWork;
    this.supports = new Uint32Array(trie.size);
    const ranks = baskets.basketStart.length - 1;
    this.counts = new Uint32Array(ranks);
    this.places = new Int32Array(ranks).fill(-1);
  }

  run(): boolean {
    const { trie, supports } = this;
    const { basketStart, basket } = this.baskets;
    const first = trie.getFirstChild(0);
    for (let node = first; node < first + trie.getDegree(0); node++) {
      const item = trie.getItem(node);
      supports[node] = basketStart[item + 1] - basketStart[item];
      if (trie.getDegree(node) === 0) continue;
      if (!this.countBelow(node, 0, basket, basketStart[item], basketStart[item + 1])) return false;
    }
    return true;
  }

  /** list[from, to): the baskets of the node. Returns false if the work is used up. */
  private countBelow(node: number, depth: number, list: Uint32Array, from: number, to: number): boolean {
    const { trie, supports, counts } = this;
    const { start, rank } = this.baskets;
    const item = trie.getItem(node);
    const first = trie.getFirstChild(node);
    const end = first + trie.getDegree(node);
    counts.fill(0, 0, item);
    for (let at = from; at < to; at++) {
      // Ranks ascend in a basket. Those of the children are below the item's, and the item is in the basket.
      const begin = start[list[at]];
      let entry = begin;
      for (; rank[entry] < item; entry++) {
        const other = rank[entry];
        counts[other]++;
      }
      this.work -= entry - begin;
    }
    if (this.work < 0) return false;
    let room = 0;
    for (let child = first; child < end; child++) {
      const support = counts[trie.getItem(child)];
      supports[child] = support;
      if (trie.getDegree(child) > 0) room += support;
    }
    if (room === 0) return true;
    const below = this.handDown(node, depth, list, from, to, room);
    let begin = 0;
    for (let child = first; child < end; child++) {
      if (trie.getDegree(child) === 0) continue;
      const next = begin + supports[child];
      if (!this.countBelow(child, depth + 1, below, begin, next)) return false;
      begin = next;
    }
    return true;
  }

  /** Writes the baskets of each child that has children, child after child. */
  private handDown(
    node: number,
    depth: number,
    list: Uint32Array,
    from: number,
    to: number,
    room: number,
  ): Uint32Array {
    const { trie, supports, places } = this;
    const { start, rank } = this.baskets;
    const item = trie.getItem(node);
    const first = trie.getFirstChild(node);
    const end = first + trie.getDegree(node);
    let below = this.lists[depth] ?? new Uint32Array();
    if (below.length < room) {
      below = new Uint32Array(2 * room);
      this.lists[depth] = below;
    }
    let begin = 0;
    for (let child = first; child < end; child++) {
      if (trie.getDegree(child) === 0) continue;
      places[trie.getItem(child)] = begin;
      begin += supports[child];
    }
    for (let at = from; at < to; at++) {
      const basket = list[at];
      for (let entry = start[basket]; rank[entry] < item; entry++) {
        const place = places[rank[entry]];
        if (place < 0) continue;
        below[place] = basket;
        places[rank[entry]] = place + 1;
      }
    }
    for (let child = first; child < end; child++) places[trie.getItem(child)] = -1;
    return below;
  }
}
