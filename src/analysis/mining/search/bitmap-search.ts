// Searches dense baskets: those of an itemset hold so many of the remaining items that each item is a row of bits, one
// per basket, and a support is the number of bits that two rows share (Zaki, Eclat, 2000).
import type { ItemLists } from '../../baskets/basket-columns.ts';
import { ItemsetTrie } from '../sets/itemset-trie.ts';
import { areApart } from './ranked-baskets.ts';

export interface SearchLimits {
  /** Itemsets held at once: 20 bytes each, up to twice that while the trie grows. */
  readonly maxItemsets: number;
  /** Items of an itemset. */
  readonly maxLength: number;
  /** Basket entries read: a few hundred million a second. */
  readonly maxWork: number;
}

/**
 * Counts the results and the cost of a search. Limits are counts, never times: the same data under the same limits
 * gives the same answer on any machine.
 */
export class SearchProgress {
  readonly trie = new ItemsetTrie();
  /** Fewest baskets of an itemset, at least 1. */
  readonly least: number;
  readonly limits: SearchLimits;
  /** True once a limit is exceeded: the result is then incomplete. */
  stopped = false;
  work = 0;

  constructor(least: number, limits: SearchLimits) {
    this.least = least;
    this.limits = limits;
  }

  spend(work: number): void {
    this.work += work;
    if (this.work > this.limits.maxWork || this.trie.size - 1 > this.limits.maxItemsets) this.stopped = true;
  }
}

export class BitmapSearch {
  private readonly progress: SearchProgress;
  private readonly apart: ItemLists | undefined;
  /** Rows on the path of the search, consecutively; `ranks` likewise. */
  private rows = new Int32Array(65_536);
  private ranks = new Uint32Array(4_096);
  private words = 0;

  constructor(progress: SearchProgress, apart: ItemLists | undefined) {
    this.progress = progress;
    this.apart = apart;
  }

  /** Creates rows of zeros for `width` items in `baskets` baskets. */
  open(width: number, baskets: number): void {
    this.words = (baskets + 31) >>> 5;
    // Reserve two levels; deeper ones reserve their own.
    this.reserve(2 * width * this.words, 2 * width);
    this.rows.fill(0, 0, width * this.words);
  }

  setRank(item: number, rank: number): void {
    this.ranks[item] = rank;
  }

  put(item: number, basket: number): void {
    const at = item * this.words + (basket >>> 5);
    this.rows[at] = this.rows[at] | (1 << (basket & 31));
  }

  /**
   * Adds the descendants of `node`'s children, which are the `width` items opened. `length`: number of items of `node`.
   */
  search(node: number, length: number, width: number): void {
    this.extend(node, length, width, 0, 0);
  }

  /** The items' rows begin at `from`, their ranks at `ranksFrom`; the space behind them is free. */
  private extend(node: number, length: number, width: number, from: number, ranksFrom: number): void {
    const { progress, words, apart } = this;
    const { trie, least } = progress;
    const isLast = length + 3 > progress.limits.maxLength;
    const first = trie.getFirstChild(node);
    const next = from + width * words;
    const nextRanks = ranksFrom + width;
    this.reserve(next + width * words, nextRanks + width);
    progress.spend(((width * (width - 1)) / 2) * words);
    for (let item = 1; item < width && !progress.stopped; item++) {
      const { rows, ranks } = this;
      const row = from + item * words;
      let found = 0;
      let to = next;
      for (let other = 0; other < item; other++) {
        const otherRow = from + other * words;
        let support = 0;
        for (let word = 0; word < words; word++) {
          const shared = rows[row + word] & rows[otherRow + word];
          rows[to + word] = shared;
          support += countBits(shared);
        }
        if (support < least) continue;
        const rank = ranks[ranksFrom + other];
        if (apart !== undefined && areApart(apart, ranks[ranksFrom + item], rank)) continue;
        trie.add(first + item, rank, support);
        ranks[nextRanks + found++] = rank;
        to += words;
      }
      if (found >= 2 && !isLast) this.extend(first + item, length + 1, found, next, nextRanks);
    }
  }

  private reserve(words: number, ranks: number): void {
    if (words > this.rows.length) {
      const rows = new Int32Array(Math.max(words, this.rows.length * 2));
      rows.set(this.rows);
      this.rows = rows;
    }
    if (ranks > this.ranks.length) {
      const larger = new Uint32Array(Math.max(ranks, this.ranks.length * 2));
      larger.set(this.ranks);
      this.ranks = larger;
    }
  }
}

/** Bits set in 32, counted in parallel (Warren, Hacker's Delight, 5-1). */
export function countBits(mask: number): number {
  let bits = mask - ((mask >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
