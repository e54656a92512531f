// All itemsets of a trie, each before those that it begins: the order in which sums of values are found and stored.
import type { ItemsetTrie } from './itemset-trie.ts';

export class ItemsetWalk {
  /** The itemset that the walk is at. */
  node = 0;
  /** Of it, its number of items less one. */
  depth = -1;
  /** Whether the walk continues with larger itemsets that begin with it. */
  isParent = true;
  private readonly trie: ItemsetTrie;
  private readonly longest: number;
  private readonly next = new Uint32Array(33);
  private readonly end = new Uint32Array(33);
  private level = 0;

  /** Of itemsets of up to `longest` items. Single items that begin no larger one are left out. */
  constructor(trie: ItemsetTrie, longest: number) {
    this.trie = trie;
    this.longest = longest;
    this.open(0);
  }

  /** Goes to the next itemset. False after the last one. */
  advance(): boolean {
    const { trie, next, end, longest } = this;
    while (this.level >= 0) {
      const depth = this.level;
      if (next[depth] === end[depth]) {
        this.level--;
        continue;
      }
      const node = next[depth]++;
      const isParent = depth + 1 < longest && trie.degreeOf(node) > 0;
      if (depth === 0 && !isParent) continue;
      this.node = node;
      this.depth = depth;
      this.isParent = isParent;
      if (isParent) {
        this.level++;
        this.open(node);
      }
      return true;
    }
    return false;
  }

  private open(parent: number): void {
    const first = this.trie.firstChildOf(parent);
    this.next[this.level] = first;
    this.end[this.level] = first + this.trie.degreeOf(parent);
  }
}
