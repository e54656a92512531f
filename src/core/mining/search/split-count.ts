// In how many ways itemsets can be divided into antecedents and consequents: what rules cost, known before any is looked at.
import type { RuleConstraints } from '../rules/rule-constraints.ts';
import type { ItemsetTrie } from '../sets/itemset-trie.ts';

export class SplitCount {
  private readonly maxAntecedents: number;
  private readonly maxConsequents: number;
  /** By number of items. */
  private readonly known: number[] = [0, 0];

  constructor(constraints: Pick<RuleConstraints, 'maxAntecedents' | 'maxConsequents'> | undefined) {
    this.maxAntecedents = constraints?.maxAntecedents ?? Number.POSITIVE_INFINITY;
    this.maxConsequents = constraints?.maxConsequents ?? Number.POSITIVE_INFINITY;
  }

  /** Of one itemset. */
  of(length: number): number {
    for (let next = this.known.length; next <= length; next++) this.known.push(this.count(next));
    return this.known[length];
  }

  /** Of all itemsets. */
  ofAll(trie: ItemsetTrie): number {
    const lengths = new Uint8Array(trie.size);
    let splits = 0;
    for (let node = 1; node < trie.size; node++) {
      lengths[node] = lengths[trie.parentOf(node)] + 1;
      splits += this.of(lengths[node]);
    }
    return splits;
  }

  private count(length: number): number {
    let splits = 0;
    let chosen = 1;
    for (let consequents = 1; consequents < length; consequents++) {
      chosen = (chosen * (length - consequents + 1)) / consequents;
      if (consequents <= this.maxConsequents && length - consequents <= this.maxAntecedents) splits += chosen;
    }
    return splits;
  }
}
