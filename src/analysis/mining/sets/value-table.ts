// Sums values below an itemset with few baskets: a row of bits per item, one bit per basket, and a column of values.
// The baskets of a longer itemset are the bits that its items' rows share, and its sums take those places of the
// columns.
import { type BasketColumns, countProductFrequency } from '../../baskets/basket-columns.ts';
import { type RankedBaskets, recodeBaskets } from '../search/ranked-baskets.ts';
import type { ItemsetTrie } from './itemset-trie.ts';

export interface BasketValues extends RankedBaskets {
  /** Values of the entries by `rank` and by `basket`. */
  readonly rankValue: Float64Array;
  readonly basketValue: Float64Array;
}

/** `value`: per entry of the baskets. `productOf`: per rank, the index of the product. */
export function createBasketValues(
  baskets: BasketColumns,
  value: Float64Array,
  productOf: Uint32Array,
): BasketValues {
  const ranked = recodeBaskets(baskets, countProductFrequency(baskets), productOf);
  const { basketCount, start, product, products } = baskets;
  const rankOf = new Int32Array(products.length).fill(-1);
  for (let rank = 0; rank < productOf.length; rank++) rankOf[productOf[rank]] = rank;
  const basketValue = new Float64Array(ranked.basket.length);
  const next = ranked.basketStart.slice();
  for (let entry = 0; entry < start[basketCount]; entry++) {
    const rank = rankOf[product[entry]];
    if (rank >= 0) basketValue[next[rank]++] = value[entry];
  }
  const rankValue = new Float64Array(ranked.basket.length);
  const to = ranked.start.slice();
  for (let at = 0; at < basketValue.length; at++) rankValue[to[ranked.basket[at]]++] = basketValue[at];
  return { ...ranked, basketValue, rankValue };
}

/** Baskets of an itemset, ascending, and per basket the values of its items, side by side. */
export interface Level {
  baskets: Uint32Array;
  values: Float64Array;
  size: number;
}

const MAX_BASKETS = 16_384;
/** Most values of a table: 8 MB. */
const MAX_CELLS = 2 ** 20;

export class ValueTable {
  /** Number of items of the table's base itemset, less one; infinite if no table is open. */
  depth = Number.POSITIVE_INFINITY;
  private readonly postings: BasketValues;
  private readonly trie: ItemsetTrie;
  /** Per rank: its column, -1 if the table has none. */
  private readonly columnOf: Int32Array;
  private node = 0;
  private baskets = 0;
  private words = 0;
  private rows = new Int32Array(1_024);
  private cells = new Float64Array(4_096);
  /** Per item of the path: its column. */
  private readonly path = new Uint32Array(32);
  /** Per depth, the bits of the itemset on the path. */
  private readonly shared = Array.from({ length: 32 }, () => new Int32Array(MAX_BASKETS / 32));
  /** Per depth, its baskets and the sums of its items. */
  private readonly supports = new Uint32Array(32);
  private readonly sums = Array.from({ length: 32 }, () => new Float64Array(32));
  /** Per column: its sum over all baskets of the table. */
  private totals = new Float64Array(64);
  private readonly places = new Uint32Array(MAX_BASKETS);

  constructor(postings: BasketValues, trie: ItemsetTrie) {
    this.postings = postings;
    this.trie = trie;
    this.columnOf = new Int32Array(postings.basketStart.length - 1).fill(-1);
  }

  close(): void {
    if (this.depth === Number.POSITIVE_INFINITY) return;
    this.depth = Number.POSITIVE_INFINITY;
    const { trie, node } = this;
    const first = trie.getFirstChild(node);
    for (let child = first; child < first + trie.getDegree(node); child++) {
      this.columnOf[trie.getItem(child)] = -1;
    }
  }

  /**
   * Opens a table on an itemset of `depth + 1` items, for those below it; stays closed if it would be too large.
   * `sums`: of its items.
   */
  open({ baskets, values, size }: Level, node: number, depth: number, sums: Float64Array): void {
    const { trie, columnOf } = this;
    const onPath = depth + 1;
    const first = trie.getFirstChild(node);
    const end = first + trie.getDegree(node);
    const width = onPath + end - first;
    if (size > MAX_BASKETS || width * size > MAX_CELLS) return;
    this.depth = depth;
    this.node = node;
    this.baskets = size;
    this.words = (size + 31) >>> 5;
    if (width * this.words > this.rows.length) this.rows = new Int32Array(2 * width * this.words);
    if (width * size > this.cells.length) this.cells = new Float64Array(2 * width * size);
    if (width > this.totals.length) this.totals = new Float64Array(2 * width);
    const { rows, cells, words, totals } = this;
    rows.fill(0, 0, width * words);
    totals.fill(0, 0, width);
    for (let i = 0; i < onPath; i++) {
      this.path[i] = i;
      for (let n = 0; n < size; n++) cells[i * size + n] = values[n * onPath + i];
    }
    this.shared[depth].fill(-1, 0, words);
    if (size % 32 !== 0) this.shared[depth][words - 1] = (1 << (size % 32)) - 1;
    this.supports[depth] = size;
    this.sums[depth].set(sums.subarray(0, onPath));
    for (let child = first; child < end; child++) columnOf[trie.getItem(child)] = onPath + child - first;
    const { start, rank, rankValue } = this.postings;
    const item = trie.getItem(node);
    for (let n = 0; n < size; n++) {
      const word = n >>> 5;
      const bit = 1 << (n & 31);
      // Ranks ascend in a basket. Those of the children are below the item's, and the item is in the basket.
      for (let entry = start[baskets[n]]; rank[entry] !== item; entry++) {
        const column = columnOf[rank[entry]];
        if (column < 0) continue;
        rows[column * words + word] |= bit;
        cells[column * size + n] = rankValue[entry];
        totals[column] += rankValue[entry];
      }
    }
  }

  /** Descends to a node below; the path holds its first `depth` items. Writes the sums of its items. */
  enter(node: number, depth: number, sums: Float64Array): void {
    const { trie, path, words, rows } = this;
    const column = this.columnOf[trie.getItem(node)];
    const support = trie.getSupport(node);
    const lost = this.supports[depth - 1] - support;
    const isLessWork = lost < support;
    path[depth] = column;
    this.supports[depth] = support;
    const above = this.shared[depth - 1];
    const shared = this.shared[depth];
    let found = 0;
    for (let word = 0, row = column * words; word < words; word++, row++) {
      shared[word] = above[word] & rows[row];
      found = this.addPlaces(isLessWork ? above[word] ^ shared[word] : shared[word], word, found);
    }
    const own = this.sums[depth];
    const before = this.sums[depth - 1];
    if (isLessWork) {
      // Sums of integers are exact: subtract the lost baskets from the whole.
      for (let i = 0; i < depth; i++) own[i] = before[i] - this.sumCells(path[i], found);
      own[depth] = depth === this.depth + 1 ? this.totals[column] : this.sumShared(column, depth);
    } else {
      for (let i = 0; i <= depth; i++) own[i] = this.sumCells(path[i], found);
    }
    for (let i = 0; i <= depth; i++) sums[i] = own[i];
  }

  /** Sum of a column over the baskets of the itemset of `depth + 1` items. */
  private sumShared(column: number, depth: number): number {
    let found = 0;
    for (let word = 0; word < this.words; word++)
      found = this.addPlaces(this.shared[depth][word], word, found);
    return this.sumCells(column, found);
  }

  /** Adds the positions of the bits set in a word to those found. */
  private addPlaces(bits: number, word: number, found: number): number {
    let next = found;
    for (let rest = bits; rest !== 0; rest &= rest - 1) {
      this.places[next++] = (word << 5) | (31 - Math.clz32(rest & -rest));
    }
    return next;
  }

  private sumCells(column: number, places: number): number {
    const begin = column * this.baskets;
    let sum = 0;
    for (let n = 0; n < places; n++) sum += this.cells[begin + this.places[n]];
    return sum;
  }
}
