// Supports of all subsets of one itemset, found in the trie on first asking and remembered while the itemset, or the
// prefix it shares with the next one, stays the same. A subset is a mask over the itemset's items in trie order.
import type { ItemsetTrie } from './itemset-trie.ts';

export class SubsetSupports {
  private readonly trie: ItemsetTrie;
  private readonly items = new Uint32Array(32);
  /** Per mask: the subset's node, 0 when not yet looked up. */
  private nodes = new Uint32Array(16);
  private supports = new Uint32Array(16);
  private readonly loading = new Uint32Array(32);
  private loaded = 0;
  private length = 0;
  private known = 0;

  constructor(trie: ItemsetTrie) {
    this.trie = trie;
  }

  /** The itemset's item number `position` becomes `item`; what was known of the items before it stays known. */
  setItem(position: number, item: number): void {
    const from = 2 ** position;
    if (2 * from > this.nodes.length) {
      const nodes = new Uint32Array(2 * from);
      const supports = new Uint32Array(2 * from);
      nodes.set(this.nodes);
      supports.set(this.supports);
      this.nodes = nodes;
      this.supports = supports;
    }
    this.nodes.fill(0, from, 2 * from);
    this.items[position] = item;
  }

  /** Takes all items of a node, unless it has them; gives the mask of all. */
  load(node: number): number {
    if (node !== this.loaded) {
      this.loaded = node;
      const items = this.loading;
      this.length = this.trie.itemsOf(node, items);
      let same = 0;
      while (same < this.length && same < this.known && items[same] === this.items[same]) same++;
      for (let position = same; position < this.length; position++) this.setItem(position, items[position]);
      this.known = this.length;
    }
    return 2 ** this.length - 1;
  }

  itemAt(position: number): number {
    return this.items[position];
  }

  /** Baskets that hold the subset, which must not be empty. */
  supportOf(mask: number): number {
    if (this.nodes[mask] === 0) this.find(mask);
    return this.supports[mask];
  }

  /** Of a subset whose support has been asked for. */
  nodeOf(mask: number): number {
    return this.nodes[mask];
  }

  private find(mask: number): number {
    const last = 31 - Math.clz32(mask);
    const before = mask ^ (1 << last);
    const known = this.nodes[before];
    const parent = before === 0 || known !== 0 ? known : this.find(before);
    const node = this.trie.child(parent, this.items[last]);
    this.nodes[mask] = node;
    this.supports[mask] = this.trie.supportOf(node);
    return node;
  }
}
