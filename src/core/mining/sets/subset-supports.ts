// All subsets of one itemset, found in the trie on first asking and remembered while the itemset, or the prefix it shares
// with the next one, stays the same. A subset is a mask over the itemset's items in trie order.
import type { ItemsetTrie } from './itemset-trie.ts';

export class SubsetSupports {
  private readonly trie: ItemsetTrie;
  private readonly items = new Uint32Array(32);
  /** Per mask: the subset's node, 0 when not yet looked up. */
  private nodes = new Uint32Array(16);
  private readonly loading = new Uint32Array(32);
  private loaded = 0;
  private length = 0;

  constructor(trie: ItemsetTrie) {
    this.trie = trie;
  }

  /** Takes all items of a node, unless it has them; gives the mask of all. */
  load(node: number): number {
    if (node !== this.loaded) {
      this.loaded = node;
      const { loading: items, length: known } = this;
      this.length = this.trie.itemsOf(node, items);
      let same = 0;
      while (same < this.length && same < known && items[same] === this.items[same]) same++;
      this.items.set(items.subarray(same, this.length), same);
      // What was found of the items before stays known.
      this.forget(2 ** same, 2 ** this.length);
    }
    return 2 ** this.length - 1;
  }

  itemAt(position: number): number {
    return this.items[position];
  }

  /** Baskets that hold the subset, which must not be empty. */
  supportOf(mask: number): number {
    return this.trie.supportOf(this.nodeOf(mask));
  }

  nodeOf(mask: number): number {
    const known = this.nodes[mask];
    if (mask === 0 || known !== 0) return known;
    const last = 31 - Math.clz32(mask);
    const node = this.trie.child(this.nodeOf(mask ^ (1 << last)), this.items[last]);
    this.nodes[mask] = node;
    return node;
  }

  private forget(from: number, end: number): void {
    if (end > this.nodes.length) {
      const nodes = new Uint32Array(end);
      nodes.set(this.nodes);
      this.nodes = nodes;
    }
    if (from < end) this.nodes.fill(0, from, end);
  }
}
