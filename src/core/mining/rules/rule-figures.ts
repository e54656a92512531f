// What the counts say about the rules that a report returns.

import { SubsetSupports } from '../sets/subset-supports.ts';
import type { RuleCounts } from './measures.ts';
import type { RuleSearchInput } from './rule-search.ts';

/** A rule: its itemset in the trie, and its consequents, a bit per item of the itemset in trie order. */
interface Split {
  readonly node: number;
  readonly mask: number;
}

export class RuleFigures {
  private readonly basketCount: number;
  private readonly subsets: SubsetSupports;

  constructor({ trie, basketCount }: Pick<RuleSearchInput, 'trie' | 'basketCount'>) {
    this.basketCount = basketCount;
    this.subsets = new SubsetSupports(trie);
  }

  countsOf({ node, mask }: Split): RuleCounts {
    const { subsets, basketCount } = this;
    const all = subsets.load(node);
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
  isRedundant({ node, mask }: Split): boolean {
    const { subsets } = this;
    const antecedents = subsets.load(node) ^ mask;
    const together = subsets.supportOf(antecedents | mask);
    const of = subsets.supportOf(antecedents);
    for (let part = (antecedents - 1) & antecedents; part !== 0; part = (part - 1) & antecedents) {
      // Counts below 2^26 multiply exactly.
      if (subsets.supportOf(part | mask) * of >= together * subsets.supportOf(part)) return true;
    }
    return false;
  }
}
