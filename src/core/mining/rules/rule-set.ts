// Everything that all rules of a report follow from: its itemsets with their counts and, per itemset, the value of each of
// its products in the baskets that hold the whole set. Sums only, nothing of a single basket.

import type { Chance } from '../rule-chance.ts';
import type { ItemsetTrie } from '../sets/itemset-trie.ts';
import { ItemsetWalk } from '../sets/itemset-walk.ts';
import type { RuleConstraints } from './rule-constraints.ts';
import type { PathValues } from './rule-search.ts';

export interface RuleSetHead {
  readonly basketCount: number;
  readonly minConfidence: number;
  /** Values are in units of 10^-scale of the currency. */
  readonly scale: number;
  /** Itemsets of more items were not split into rules. */
  readonly longest: number;
  /** Rules found, and rules considered. */
  readonly ruleCount: number;
  readonly consideredCount: number;
  readonly chance: Chance;
  readonly constraints: RuleConstraints | undefined;
  /** By rank, the items of the trie. */
  readonly products: readonly string[];
}

export interface RuleSet extends RuleSetHead {
  readonly trie: ItemsetTrie;
  /** Sums that rules are rated by. */
  readonly values: StoredSums;
  /** Sums of the parts of values that are too large for doubles; none where `values` are exact. */
  readonly limbs: readonly StoredSums[];
}

/** The sums of the products' values, one itemset after the other in the order of the walk. */
export class StoredSums implements PathValues {
  readonly sums = new Float64Array(32);
  private readonly start: Uint32Array;
  private readonly stored: Float64Array;

  /** `start`: per node, where its sums begin. */
  constructor(start: Uint32Array, stored: Float64Array) {
    this.start = start;
    this.stored = stored;
  }

  enter(node: number, depth: number): void {
    const from = this.start[node];
    for (let i = 0; i <= depth; i++) this.sums[i] = this.stored[from + i];
  }
}

/** Per node, where its sums begin, and how many there are in all. Single items have none: no rule needs them. */
export function sumPlaces(
  trie: ItemsetTrie,
  longest: number,
): { readonly start: Uint32Array; readonly total: number } {
  const start = new Uint32Array(trie.size);
  let total = 0;
  for (const walk = new ItemsetWalk(trie, longest); walk.advance(); ) {
    if (walk.depth === 0) continue;
    start[walk.node] = total;
    total += walk.depth + 1;
  }
  return { start, total };
}
