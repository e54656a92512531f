// Sums the value of each product of an itemset in the baskets that hold the whole set, along the path of a walk through
// the trie: sets that share a prefix share the intersection of its basket lists.
import type { BasketColumns } from '../../baskets/basket-columns.ts';
import { toAmount } from '../../money/decimal.ts';
import { joinLimbs, joinUnits, toNearest } from '../../money/limbs.ts';
import type { ValuedRule } from '../rules/chosen-rules.ts';
import { splitKey } from '../rules/rule-names.ts';
import {
  type FoundRule,
  type PathValues,
  RuleSearch,
  type RuleSearchInput,
  type RuleVisitor,
} from '../rules/rule-search.ts';
import type { FrequentItemsets } from '../search/frequent-itemsets.ts';
import { type ItemsetTrie, leapTo, selectNodes } from './itemset-trie.ts';
import { type BasketValues, createBasketValues, type Level, ValueTable } from './value-table.ts';

export class ItemsetValues implements PathValues {
  /** For the last itemset: the sum of each item's values, items in trie order. */
  readonly sums = new Float64Array(32);
  private readonly trie: ItemsetTrie;
  private readonly postings: BasketValues;
  private readonly levels: Level[] = [];
  private readonly table: ValueTable;

  /** `value`: per entry of the baskets. */
  constructor(baskets: BasketColumns, value: Float64Array, { trie, productOf }: FrequentItemsets) {
    this.trie = trie;
    this.postings = createBasketValues(baskets, value, productOf);
    this.table = new ValueTable(this.postings, trie);
  }

  /**
   * Descends to a node; the path holds its first `depth` items. `isParent`: nodes below it will be entered. Work: about
   * the support of the itemset above.
   */
  enter(node: number, depth: number, isParent: boolean): void {
    const { trie, table, sums } = this;
    const item = trie.getItem(node);
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
    const level = this.roomFor(depth, trie.getSupport(node));
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

  /** `width`: number of items of the itemset above. */
  private intersect(above: Level, width: number, item: number, into: Level): void {
    const { basketStart, basket: baskets, basketValue: values } = this.postings;
    const { sums } = this;
    const end = basketStart[item + 1];
    let position = basketStart[item];
    let size = 0;
    for (let n = 0; n < above.size && position < end; n++) {
      const basket = above.baskets[n];
      if (baskets[position] < basket) position = leapTo(baskets, position, end, basket);
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

  /** Sums like `intersect`, for callers that do not need the baskets. */
  private sumShared(above: Level, width: number, item: number): void {
    const { basketStart, basket: baskets, basketValue: values } = this.postings;
    const { sums } = this;
    const end = basketStart[item + 1];
    let position = basketStart[item];
    for (let n = 0; n < above.size && position < end; n++) {
      const basket = above.baskets[n];
      if (baskets[position] < basket) position = leapTo(baskets, position, end, basket);
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

// Provides the values of itemsets from the baskets, or from sums computed before. Rules are rated by the doubles
// nearest to the exact sums, so that they depend neither on the sequence of the baskets nor on how these are cut.

export interface ItemsetSums {
  /** 1 if sums are safe integers, otherwise the number of their limbs. */
  readonly limbCount: number;
  /** Sums of one limb, for a walk through the trie. */
  limb(at: number): PathValues;
}

export function createItemsetSums(baskets: BasketColumns, itemsets: FrequentItemsets): ItemsetSums {
  return {
    limbCount: baskets.values.length,
    limb: (at) => new ItemsetValues(baskets, baskets.values[at], itemsets),
  };
}

/** The sums by which rules are rated. */
export function pickRatedSums(sums: ItemsetSums): PathValues {
  return sums.limbCount === 1 ? sums.limb(0) : new NearestSums(listLimbs(sums));
}

export function listLimbs(sums: ItemsetSums): PathValues[] {
  return Array.from({ length: sums.limbCount }, (_, at) => sums.limb(at));
}

class NearestSums implements PathValues {
  readonly sums = new Float64Array(32);
  private readonly limbs: readonly PathValues[];

  constructor(limbs: readonly PathValues[]) {
    this.limbs = limbs;
  }

  enter(node: number, depth: number, isParent: boolean): void {
    for (const limb of this.limbs) limb.enter(node, depth, isParent);
    for (let i = 0; i <= depth; i++) this.sums[i] = toNearest(this.limbs.map(({ sums }) => sums[i]));
  }
}

// Handles sums of money too large for doubles: rules are rated by the doubles nearest to their products' values, and
// those that a report returns are valued once more, to the last unit.

/** Revenue in the dataset's currency: the double nearest to the exact sum. */
interface WithAmount {
  readonly amount: number;
}

export function withExactValues<T extends ValuedRule>(
  rules: readonly T[],
  sums: ItemsetSums,
  input: RuleSearchInput,
): readonly (T & WithAmount)[] {
  // Sums of one limb are exact already.
  if (sums.limbCount === 1) {
    return rules.map((rule) => ({ ...rule, amount: toAmount(rule.revenue, input.scale) }));
  }
  const wanted = new Set(rules.map(({ node }) => node));
  const nodes = selectNodes(input.trie, (node) => wanted.has(node));
  const found = listLimbs(sums).map((values) => {
    const visitor = new LimbSums(rules);
    new RuleSearch({ ...input, values }, visitor).run({
      longest: 31,
      nodes,
    });
    return visitor;
  });
  const consequentValue = joinLimbs(found.map((limb) => limb.consequentValue));
  return rules.map((rule, at) => ({
    ...rule,
    amount: toAmount(joinUnits(found.map((limb) => limb.revenue[at])), input.scale),
    consequentValue: consequentValue[at],
  }));
}

class LimbSums implements RuleVisitor {
  /** Revenue per rule. */
  readonly revenue: Float64Array;
  readonly consequentValue: Float64Array;
  private readonly places: Map<number, number>;
  private allValue = 0;

  constructor(rules: readonly ValuedRule[]) {
    this.revenue = new Float64Array(rules.length);
    this.consequentValue = new Float64Array(rules.length);
    this.places = new Map(rules.map(({ node, mask }, at) => [splitKey(node, mask), at]));
  }

  enter(_: number, value: number): void {
    this.allValue = value;
  }

  visit({ node, mask, consequentValue }: FoundRule): void {
    const at = this.places.get(splitKey(node, mask));
    if (at === undefined) return;
    this.revenue[at] = this.allValue;
    this.consequentValue[at] = consequentValue;
  }
}
