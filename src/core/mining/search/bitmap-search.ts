// The dense end of a search: the baskets of an itemset are few enough that each item left is a short row of bits, one
// per basket, and a support is the number of bits that two rows share (Zaki, Eclat, 2000).
import type { ItemLists } from '../../baskets/basket-columns.ts';
import { areApart } from './apart-items.ts';
import { bitCount } from './bit-count.ts';
import type { SearchProgress } from './search-progress.ts';

export class BitmapSearch {
  private readonly progress: SearchProgress;
  private readonly apart: ItemLists | undefined;
  /** Rows on the path of the search, one behind the other; `ranks` likewise. */
  private rows = new Int32Array(65_536);
  private ranks = new Uint32Array(4_096);
  private words = 0;

  constructor(progress: SearchProgress, apart: ItemLists | undefined) {
    this.progress = progress;
    this.apart = apart;
  }

  /** Makes rows of zeros for `width` items in `baskets` baskets. */
  open(width: number, baskets: number): void {
    this.words = (baskets + 31) >>> 5;
    // Room for two levels; deeper ones make their own.
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

  /** Adds what lies below the children of `node`, which are the `width` items opened. `length`: items of `node`. */
  search(node: number, length: number, width: number): void {
    this.extend(node, length, width, 0, 0);
  }

  /** The items' rows begin at `from`, their ranks at `ranksFrom`; what is behind them is free. */
  private extend(node: number, length: number, width: number, from: number, ranksFrom: number): void {
    const { progress, words, apart } = this;
    const { trie, least } = progress;
    const isLast = length + 3 > progress.limits.maxLength;
    const first = trie.firstChildOf(node);
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
          support += bitCount(shared);
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
