// Baskets that hold both sides of a rule by chance, given the sizes of baskets. As many of the baskets with a side of several
// products as chance explains are spread over the sizes as chance spreads them; the others, whose products belong together, as
// those of one product that is in as many baskets.
import type { ItemsetTrie } from './sets/itemset-trie.ts';
import { SideBounds } from './side-bounds.ts';
import { SizeChance } from './size-chance.ts';
import type { SizeModel } from './size-model.ts';

/** Factors held at once: 32 MB. */
const MAX_HELD = 2 ** 22;

/** Baskets. */
export interface ExpectedBetween {
  readonly least: number;
  readonly most: number;
}

export class SideChance {
  private readonly trie: ItemsetTrie;
  private readonly sizes: SizeChance;
  private readonly items = new Uint32Array(32);
  private readonly row: Float64Array;
  /** By node: one more than the place of its factors, 0 where they are not held. */
  private readonly placeOf: Uint32Array;
  /** By place: the factors of `SizeChance`. */
  private factors = new Float64Array(0);
  private held = 0;
  private bounds: SideBounds | undefined;

  constructor(model: SizeModel, trie: ItemsetTrie) {
    this.trie = trie;
    this.sizes = new SizeChance(model);
    this.placeOf = new Uint32Array(trie.size);
    this.row = new Float64Array(model.baskets.length);
  }

  /** Of sides given by their nodes. */
  expected(one: number, other: number): number {
    const { sizes, placeOf } = this;
    if (placeOf[one] === 0 || placeOf[other] === 0) this.hold(one, other);
    const step = sizes.factorCount;
    return sizes.joint(this.factors, (placeOf[one] - 1) * step, (placeOf[other] - 1) * step);
  }

  /** From now on, bounds are cheaper than what they bound: for more rules than a few times the itemsets. */
  prepareBounds(): void {
    this.bounds ??= new SideBounds(this.trie, this.sizes);
  }

  /** Between which numbers `expected` lies: exactly where bounds are not prepared. Valid until the next call. */
  bound(one: number, other: number): ExpectedBetween {
    if (this.bounds === undefined) {
      const expected = this.expected(one, other);
      return { least: expected, most: expected };
    }
    this.bounds.compare(one, other);
    return this.bounds;
  }

  /** The same more closely: for fewer rules. */
  boundClosely(one: number, other: number): ExpectedBetween {
    if (this.bounds === undefined) return this.bound(one, other);
    this.bounds.compareClosely(one, other);
    return this.bounds;
  }

  /** Baskets with both of two sides among those with what the sides have in common, all given by their nodes. */
  expectedAmong(common: number, one: number, other: number): number {
    const given = this.rowOfSide(common).slice();
    const ofOne = this.rowOfSide(one).slice();
    return this.sizes.jointAmong(given, ofOne, this.rowOfSide(other));
  }

  private hold(one: number, other: number): void {
    const { placeOf, sizes } = this;
    const step = sizes.factorCount;
    if ((this.held + 2) * step > MAX_HELD) {
      placeOf.fill(0);
      this.held = 0;
    }
    for (const node of [one, other]) {
      if (placeOf[node] !== 0) continue;
      const from = this.held * step;
      if (from + step > this.factors.length) {
        const larger = new Float64Array(Math.max(from + step, Math.min(MAX_HELD, 2 * this.factors.length)));
        larger.set(this.factors);
        this.factors = larger;
      }
      sizes.writeFactors(this.rowOfSide(node), this.factors, from);
      placeOf[node] = ++this.held;
    }
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
    sizes.writeSide(row, count, false, row);
    return row;
  }
}
