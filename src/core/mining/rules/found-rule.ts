// A rule as the search finds it. What chance explains of it is computed only for visitors that ask.
import type { SideChance } from '../side-chance.ts';

/** One object for all rules of a search. */
export class FoundRule {
  /** Its itemset in the trie, and its consequents, a bit per item of the itemset in trie order. */
  node = 0;
  mask = 0;
  /** Baskets with both sides; times all baskets; baskets with one side times baskets with the other. Lift is joint / byChance. */
  together = 0;
  joint = 0;
  byChance = 0;
  consequentValue = 0;
  antecedentNode = 0;
  consequentNode = 0;
  /** Whether the rule the other way round has been visited. */
  isConverse = false;
  /** What chance explains of it is the same the other way round: by consequents, of the itemset's rules, NaN if not asked for. */
  expectedBy = new Float64Array(16);
  antecedentMask = 0;
  private readonly chance: SideChance;

  constructor(chance: SideChance) {
    this.chance = chance;
  }

  /** Baskets with both sides by chance, given the sizes of baskets. */
  expected(): number {
    const { expectedBy, antecedentMask, mask } = this;
    const known = this.isConverse ? expectedBy[antecedentMask] : Number.NaN;
    if (!Number.isNaN(known)) return known;
    const expected = this.chance.expected(this.antecedentNode, this.consequentNode);
    expectedBy[mask] = expected;
    return expected;
  }
}
