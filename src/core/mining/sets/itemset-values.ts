// What each product of an itemset is worth in the baskets that hold the whole set, along the path of a walk through the
// trie: sets that share a prefix share the intersection of its basket lists.
import type { BasketColumns } from '../../baskets/basket-columns.ts';
import type { PathValues } from '../rules/rule-search.ts';
import type { FrequentItemsets } from '../search/frequent-itemsets.ts';
import { leap } from '../search/leap.ts';
import { type BasketValues, basketValues } from './basket-values.ts';
import type { ItemsetTrie } from './itemset-trie.ts';
import { type Level, ValueTable } from './value-table.ts';

export class ItemsetValues implements PathValues {
  /** Of the itemset entered last: the sum of each item's values, items in trie order. */
  readonly sums = new Float64Array(32);
  private readonly trie: ItemsetTrie;
  private readonly postings: BasketValues;
  private readonly levels: Level[] = [];
  private readonly table: ValueTable;

  /** `value`: per entry of the baskets. */
  constructor(baskets: BasketColumns, value: Float64Array, { trie, productOf }: FrequentItemsets) {
    this.trie = trie;
    this.postings = basketValues(baskets, value, productOf);
    this.table = new ValueTable(this.postings, trie);
  }

  /**
   * Descends to a node, of which the path holds the first `depth` items. `isParent`: nodes below it will be entered.
   * Work: about the support of the itemset above.
   */
  enter(node: number, depth: number, isParent: boolean): void {
    const { trie, table, sums } = this;
    const item = trie.itemOf(node);
    if (depth > table.depth) {
      table.enter(node, depth, sums);
      return;
    }
    table.close();
    const above = this.levels[depth - 1];
    sums.fill(0, 0, depth + 1);
    if (depth > 0 && !isParent) {
      this.sumShared(above, depth, item);
      return;
    }
    const level = this.roomFor(depth, trie.supportOf(node));
    if (depth === 0) this.takeAll(item, level);
    else this.intersect(above, depth, item, level);
    if (isParent) table.open(level, node, depth, sums);
  }

  private takeAll(item: number, into: Level): void {
    const { basketStart, basket, basketValue } = this.postings;
    const from = basketStart[item];
    const to = basketStart[item + 1];
    into.baskets.set(basket.subarray(from, to));
    into.values.set(basketValue.subarray(from, to));
    into.size = to - from;
    let sum = 0;
    for (let at = from; at < to; at++) sum += basketValue[at];
    this.sums[0] = sum;
  }

  /** `width`: items of the itemset above. */
  private intersect(above: Level, width: number, item: number, into: Level): void {
    const { basketStart, basket: baskets, basketValue: values } = this.postings;
    const { sums } = this;
    const end = basketStart[item + 1];
    let position = basketStart[item];
    let size = 0;
    for (let n = 0; n < above.size && position < end; n++) {
      const basket = above.baskets[n];
      if (baskets[position] < basket) position = leap(baskets, position, end, basket);
      if (position === end || baskets[position] !== basket) continue;
      const to = size * (width + 1);
      const from = n * width;
      for (let i = 0; i < width; i++) {
        const value = above.values[from + i];
        into.values[to + i] = value;
        sums[i] += value;
      }
      into.values[to + width] = values[position];
      sums[width] += values[position];
      into.baskets[size++] = basket;
      position++;
    }
    into.size = size;
  }

  /** As intersect, for callers that do not need the baskets. */
  private sumShared(above: Level, width: number, item: number): void {
    const { basketStart, basket: baskets, basketValue: values } = this.postings;
    const { sums } = this;
    const end = basketStart[item + 1];
    let position = basketStart[item];
    for (let n = 0; n < above.size && position < end; n++) {
      const basket = above.baskets[n];
      if (baskets[position] < basket) position = leap(baskets, position, end, basket);
      if (position === end || baskets[position] !== basket) continue;
      const from = n * width;
      for (let i = 0; i < width; i++) sums[i] += above.values[from + i];
      sums[width] += values[position];
      position++;
    }
  }

  private roomFor(depth: number, support: number): Level {
    const known: Level | undefined = this.levels[depth];
    if (known !== undefined && known.baskets.length >= support) return known;
    const level = {
      baskets: new Uint32Array(support * 2),
      values: new Float64Array(support * 2 * (depth + 1)),
      size: 0,
    };
    this.levels[depth] = level;
    return level;
  }
}
