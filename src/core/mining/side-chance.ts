// Baskets that hold both sides of a rule by chance, given the sizes of baskets. As many of the baskets with a side of several
// products as chance explains are spread over the sizes as chance spreads them; the others, whose products belong together, as
// those of one product that is in as many baskets.
import type { ItemsetTrie } from './sets/itemset-trie.ts';
import { SizeChance } from './size-chance.ts';
import type { SizeModel } from './size-model.ts';

/** Probabilities held at once: 32 MB. */
const MAX_HELD = 2 ** 22;

export class SideChance {
  private readonly trie: ItemsetTrie;
  private readonly sizes: SizeChance;
  private readonly items = new Uint32Array(32);
  /** By node: per size, the probability that a basket of it holds the itemset. */
  private rows: Float64Array[] = [];
  private held = 0;

  constructor(model: SizeModel, trie: ItemsetTrie) {
    this.trie = trie;
    this.sizes = new SizeChance(model);
  }

  /** Of sides given by their nodes. */
  expected(one: number, other: number): number {
    return this.sizes.joint(this.rowOf(one), this.rowOf(other));
  }

  private rowOf(node: number): Float64Array {
    const known: Float64Array | undefined = this.rows[node];
    if (known !== undefined) return known;
    const row = this.rowOfSide(node);
    this.held += row.length;
    if (this.held > MAX_HELD) {
      this.rows = [];
      this.held = row.length;
    }
    this.rows[node] = row;
    return row;
  }

  private rowOfSide(node: number): Float64Array {
    const { trie, sizes, items } = this;
    const count = trie.supportOf(node);
    const asOne = sizes.rowOf(count);
    const length = trie.itemsOf(node, items);
    if (length === 1) return asOne;
    const row = new Float64Array(asOne.length).fill(1);
    for (let at = 0; at < length; at++) {
      const ofItem = sizes.rowOf(trie.supportOf(trie.child(0, items[at])));
      for (let size = 0; size < row.length; size++) row[size] *= ofItem[size];
    }
    const byChance = sizes.total(row);
    const explained = Math.min(1, count / byChance);
    const rest = 1 - (explained * byChance) / count;
    for (let size = 0; size < row.length; size++) {
      row[size] = Math.min(1, explained * row[size] + rest * asOne[size]);
    }
    return row;
  }
}
