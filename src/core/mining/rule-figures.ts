// The exact figures of candidate rules, from the counts and from the money in the baskets of their itemsets.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import { joinLimbs } from '../money/limbs.ts';
import type { FrequentItemsets } from './frequent-itemsets.ts';
import { itemsetValues } from './itemset-values.ts';
import type { RuleCounts } from './measures.ts';
import type { Candidates } from './rule-candidates.ts';
import { SubsetSupports } from './subset-supports.ts';

export interface RuleSides {
  /** Names, ascending by code unit. */
  readonly antecedents: string[];
  readonly consequents: string[];
}

export class RuleFigures {
  /** Per candidate. Values are in the baskets' units of money; `incrementalValue` is below 0 where lift is below 1. */
  readonly lift: Float64Array;
  readonly revenue: Float64Array;
  readonly incrementalValue: Float64Array;
  private readonly products: readonly string[];
  private readonly basketCount: number;
  private readonly itemsets: FrequentItemsets;
  private readonly candidates: Candidates;
  private readonly subsets: SubsetSupports;
  private readonly labels = new Map<number, string>();
  private readonly items = new Uint32Array(32);

  constructor(baskets: BasketColumns, itemsets: FrequentItemsets, candidates: Candidates) {
    this.products = baskets.products;
    this.basketCount = baskets.basketCount;
    this.itemsets = itemsets;
    this.candidates = candidates;
    this.subsets = new SubsetSupports(itemsets.trie);
    const count = candidates.nodes.length;
    this.lift = new Float64Array(count);
    this.revenue = new Float64Array(count);
    this.incrementalValue = new Float64Array(count);
    this.fill(baskets);
  }

  private fill(baskets: BasketColumns): void {
    const limbs = baskets.values.map((value) => this.valuesOf(baskets, value));
    this.revenue.set(joinLimbs(limbs.map(({ all }) => all)));
    const consequents = joinLimbs(limbs.map((limb) => limb.consequents));
    for (let at = 0; at < consequents.length; at++) {
      const counts = this.countsOf(at);
      const together = counts.together * this.basketCount;
      const byChance = counts.antecedents * counts.consequents;
      this.lift[at] = together / byChance;
      // 1 − 1/lift as one quotient of integers.
      this.incrementalValue[at] = ((together - byChance) / together) * consequents[at];
    }
  }

  /** Per candidate: value of both sides, and of the consequents, in the baskets that hold both. */
  private valuesOf(
    baskets: BasketColumns,
    value: Float64Array,
  ): { all: Float64Array; consequents: Float64Array } {
    const { nodes, masks } = this.candidates;
    const distinct = nodes.filter((node, at) => at === 0 || node !== nodes[at - 1]);
    const { start, sums } = itemsetValues(baskets, value, this.itemsets, distinct);
    const values = { all: new Float64Array(nodes.length), consequents: new Float64Array(nodes.length) };
    let itemset = -1;
    for (let at = 0; at < nodes.length; at++) {
      if (at === 0 || nodes[at] !== nodes[at - 1]) itemset++;
      const mask = masks[at];
      const first = start[itemset];
      const end = start[itemset + 1];
      let all = 0;
      let consequents = 0;
      for (let i = first; i < end; i++) {
        const sum = sums[i];
        all += sum;
        if (((mask >>> (i - first)) & 1) === 1) consequents += sum;
      }
      values.all[at] = all;
      values.consequents[at] = consequents;
    }
    return values;
  }

  countsOf(candidate: number): RuleCounts {
    const { subsets, basketCount, candidates } = this;
    const mask = candidates.masks[candidate];
    const all = subsets.load(candidates.nodes[candidate]);
    return {
      together: subsets.supportOf(all),
      antecedents: subsets.supportOf(all ^ mask),
      consequents: subsets.supportOf(mask),
      baskets: basketCount,
    };
  }

  /**
   * Whether some of the antecedents alone lead to the consequents at least as surely (Bayardo, Agrawal & Gunopulos
   * 1999). Larger parts are asked first: they are the likeliest.
   */
  isRedundant(candidate: number): boolean {
    const { subsets, candidates } = this;
    const consequents = candidates.masks[candidate];
    const antecedents = subsets.load(candidates.nodes[candidate]) ^ consequents;
    const together = subsets.supportOf(antecedents | consequents);
    const of = subsets.supportOf(antecedents);
    for (let part = (antecedents - 1) & antecedents; part !== 0; part = (part - 1) & antecedents) {
      // Counts below 2^26 multiply exactly.
      if (subsets.supportOf(part | consequents) * of >= together * subsets.supportOf(part)) return true;
    }
    return false;
  }

  sidesOf(candidate: number): RuleSides {
    const { trie, productOf } = this.itemsets;
    const length = trie.itemsOf(this.candidates.nodes[candidate], this.items);
    const mask = this.candidates.masks[candidate];
    const antecedents: string[] = [];
    const consequents: string[] = [];
    for (let i = 0; i < length; i++) {
      const side = ((mask >>> i) & 1) === 1 ? consequents : antecedents;
      side.push(this.products[productOf[this.items[i]]]);
    }
    return { antecedents: antecedents.sort(), consequents: consequents.sort() };
  }

  /** Both sides as one string, for ties. */
  labelOf(candidate: number): string {
    let label = this.labels.get(candidate);
    if (label === undefined) {
      const { antecedents, consequents } = this.sidesOf(candidate);
      label = JSON.stringify([antecedents, consequents]);
      this.labels.set(candidate, label);
    }
    return label;
  }
}
