// Where the values of itemsets come from: the baskets, or sums that were found before. Rules are rated by the doubles
// nearest to the exact sums, so that they depend neither on the sequence of the baskets nor on how these are cut.
import type { BasketColumns } from '../../baskets/basket-columns.ts';
import { nearestOfLimbs } from '../../money/limbs.ts';
import type { PathValues } from '../rules/rule-search.ts';
import type { FrequentItemsets } from '../search/frequent-itemsets.ts';
import { ItemsetValues } from './itemset-values.ts';

export interface ItemsetSums {
  /** One where sums are safe integers, else the limbs that they are made of. */
  readonly limbCount: number;
  /** Sums of one limb, for a walk through the trie. */
  limb(at: number): PathValues;
}

export function sumsOfBaskets(baskets: BasketColumns, itemsets: FrequentItemsets): ItemsetSums {
  return {
    limbCount: baskets.values.length,
    limb: (at) => new ItemsetValues(baskets, baskets.values[at], itemsets),
  };
}

/** What rules are rated by. */
export function ratedSums(sums: ItemsetSums): PathValues {
  return sums.limbCount === 1 ? sums.limb(0) : new NearestSums(limbsOfSums(sums));
}

export function limbsOfSums(sums: ItemsetSums): PathValues[] {
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
    for (let i = 0; i <= depth; i++) this.sums[i] = nearestOfLimbs(this.limbs.map(({ sums }) => sums[i]));
  }
}
