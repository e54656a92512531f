// What a search for itemsets has found and spent. Limits are counts, never times: the same data under the same limits
// gives the same answer on any machine.
import { ItemsetTrie } from '../sets/itemset-trie.ts';

export interface SearchLimits {
  /** Itemsets held at once: 20 bytes each, up to twice that while the trie grows. */
  readonly maxItemsets: number;
  /** Items of an itemset. */
  readonly maxLength: number;
  /** Basket entries looked at: a few hundred million a second. */
  readonly maxWork: number;
}

export class SearchProgress {
  readonly trie = new ItemsetTrie();
  /** Baskets that an itemset must be in, at least 1. */
  readonly least: number;
  readonly limits: SearchLimits;
  /** True once a limit was passed: what was found is then incomplete. */
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
