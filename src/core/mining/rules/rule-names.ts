// The products of a rule's sides by name.
import type { FrequentItemsets } from '../search/frequent-itemsets.ts';

export interface RuleSides {
  /** Names, ascending by code unit. */
  readonly antecedents: string[];
  readonly consequents: string[];
}

export class RuleNames {
  private readonly products: readonly string[];
  private readonly itemsets: FrequentItemsets;
  private readonly items = new Uint32Array(32);
  private readonly labels = new Map<number, string>();

  constructor(products: readonly string[], itemsets: FrequentItemsets) {
    this.products = products;
    this.itemsets = itemsets;
  }

  /** `mask`: of the consequents, over the itemset's items in trie order. */
  sidesOf(node: number, mask: number): RuleSides {
    const { trie, productOf } = this.itemsets;
    const length = trie.itemsOf(node, this.items);
    const antecedents: string[] = [];
    const consequents: string[] = [];
    for (let i = 0; i < length; i++) {
      const side = ((mask >>> i) & 1) === 1 ? consequents : antecedents;
      side.push(this.products[productOf[this.items[i]]]);
    }
    return { antecedents: antecedents.sort(), consequents: consequents.sort() };
  }

  /** Both sides as one string, for ties. */
  labelOf(node: number, mask: number): string {
    const key = splitKey(node, mask);
    let label = this.labels.get(key);
    if (label === undefined) {
      if (this.labels.size === MAX_LABELS) this.labels.clear();
      const { antecedents, consequents } = this.sidesOf(node, mask);
      label = JSON.stringify([antecedents, consequents]);
      this.labels.set(key, label);
    }
    return label;
  }
}

const MAX_LABELS = 100_000;

/** A number of its own for each rule, below 2^53: an itemset has at most as many items as the trie's size has bits. */
export function splitKey(node: number, mask: number): number {
  return node * 2 ** 24 + mask;
}
