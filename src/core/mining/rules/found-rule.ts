// A rule as the search finds it. What chance explains of it is computed only for visitors that ask.
import type { SideChance } from '../side-chance.ts';
import type { ExpectedBetween } from '../size-chance.ts';

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
  private readonly chance: SideChance;

  constructor(chance: SideChance) {
    this.chance = chance;
  }

  /** Baskets with both sides by chance, given the sizes of baskets. */
  expected(): number {
    return this.chance.expected(this.antecedentNode, this.consequentNode);
  }

  /** Between which numbers that lies: valid until the next call. */
  bound(): ExpectedBetween {
    return this.chance.bound(this.antecedentNode, this.consequentNode);
  }

  /** The same more closely, which takes longer. */
  boundClosely(): ExpectedBetween {
    return this.chance.boundClosely(this.antecedentNode, this.consequentNode);
  }
}
