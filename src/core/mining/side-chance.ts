// Baskets that hold both sides of a rule by chance, given the sizes of baskets. As many of the baskets with a side of several
// products as chance explains are spread over the sizes as chance spreads them; the others, whose products belong together, as
// those of one product that is in as many baskets.
import type { ItemsetTrie } from './sets/itemset-trie.ts';
import { SizeChance } from './size-chance.ts';
import type { SizeModel } from './size-model.ts';

/** Factors held at once: 32 MB. */
const MAX_HELD = 2 ** 22;

export class SideChance {
  private readonly trie: ItemsetTrie;
  private readonly sizes: SizeChance;
  private readonly items = new Uint32Array(32);
  private readonly row: Float64Array;
  private readonly given: Float64Array;
  private readonly ofOne: Float64Array;
  /** By place: the side that is held, 0 where none is, and its factors of `SizeChance`. */
  private held = new Uint32Array(0);
  private factors = new Float64Array(0);

  constructor(model: SizeModel, trie: ItemsetTrie) {
    this.trie = trie;
    this.sizes = new SizeChance(model);
    this.row = new Float64Array(model.baskets.length);
    this.given = new Float64Array(model.baskets.length);
    this.ofOne = new Float64Array(model.baskets.length);
  }

  /** Of sides given by their nodes. */
  expected(one: number, other: number): number {
    const { sizes } = this;
    const a = this.hold(one, -1);
    const b = this.hold(other, a);
    return sizes.joint(this.factors, a * sizes.factorCount, b * sizes.factorCount);
  }

  /** Baskets with both of two sides among those with what the sides have in common, all given by their nodes. */
  expectedAmong(common: number, one: number, other: number): number {
    const { given, ofOne } = this;
    given.set(this.rowOfSide(common));
    ofOne.set(this.rowOfSide(one));
    return this.sizes.jointAmong(given, ofOne, this.rowOfSide(other));
  }

  /** The place of a side: not `taken`. */
  private hold(node: number, taken: number): number {
    const { sizes, trie } = this;
    const step = sizes.factorCount;
    if (this.held.length === 0) {
      const places = Math.max(2, Math.min(trie.size, Math.floor(MAX_HELD / step)));
      this.held = new Uint32Array(places);
      this.factors = new Float64Array(places * step);
    }
    let place = node % this.held.length;
    if (place === taken) place = (place + 1) % this.held.length;
    if (this.held[place] !== node) {
      this.held[place] = node;
      sizes.writeFactors(this.rowOfSide(node), this.factors, place * step);
    }
    return place;
  }

  /** Per size, the probability that a basket of it holds the itemset. */
  private rowOfSide(node: number): Float64Array {
    const { trie, sizes, items, row } = this;
    const count = trie.supportOf(node);
    const length = trie.itemsOf(node, items);
    if (length === 1) return sizes.rowOf(count);
    row.set(sizes.rowOf(trie.supportOf(trie.child(0, items[0]))));
    for (let at = 1; at < length; at++) {
      const ofItem = sizes.rowOf(trie.supportOf(trie.child(0, items[at])));
      for (let size = 0; size < row.length; size++) row[size] *= ofItem[size];
    }
    sizes.writeSide(row, count, row);
    return row;
  }
}
