// Every split of every frequent itemset into antecedents and consequents that reaches the least confidence, one after
// the other: nothing is stored here.
import type { ItemsetTrie } from './itemset-trie.ts';
import { SubsetSupports } from './subset-supports.ts';
import { confidenceFloor } from './thresholds.ts';

export interface RuleSearchInput {
  readonly trie: ItemsetTrie;
  readonly basketCount: number;
  readonly minConfidence: number;
  /** Per rank: mean value of the product over the baskets that hold it. */
  readonly meanValue: Float64Array;
}

export interface RuleVisitor {
  /**
   * `node`: the rule's itemset; `consequents`: mask over its items in trie order. `excess`: baskets with both sides
   * beyond those that chance would give, above 0 exactly where lift is above 1. Values: means of one basket, for
   * estimates.
   */
  visit(node: number, consequents: number, excess: number, consequentValue: number, allValue: number): void;
}

export class RuleSearch {
  /** Splits looked at so far. */
  work = 0;
  private readonly input: RuleSearchInput;
  private readonly subsets: SubsetSupports;
  private readonly visitor: RuleVisitor;
  private shortest = 2;
  private longest = 2;
  private maxWork = 0;
  // The itemset being split.
  private node = 0;
  private length = 0;
  private together = 0;
  private allValue = 0;

  constructor(input: RuleSearchInput, visitor: RuleVisitor) {
    this.input = input;
    this.visitor = visitor;
    this.subsets = new SubsetSupports(input.trie);
  }

  /** Rules of itemsets with `shortest` to `longest` items. False when it stopped because `work` passed `maxWork`. */
  run(shortest: number, longest: number, maxWork: number): boolean {
    this.shortest = shortest;
    this.longest = longest;
    this.maxWork = maxWork;
    this.descend(0, 0, 0);
    return this.work <= maxWork;
  }

  private descend(parent: number, depth: number, parentValue: number): void {
    const { input, subsets } = this;
    const first = input.trie.firstChildOf(parent);
    const end = first + input.trie.degreeOf(parent);
    for (let node = first; node < end && this.work <= this.maxWork; node++) {
      if (depth === 0 && input.trie.degreeOf(node) === 0) continue;
      const item = input.trie.itemOf(node);
      const value = parentValue + input.meanValue[item];
      subsets.setItem(depth, item);
      const length = depth + 1;
      if (length >= this.shortest) {
        this.node = node;
        this.length = length;
        this.together = input.trie.supportOf(node);
        this.allValue = value;
        this.grow(0, 0, 0);
      }
      if (length < this.longest && input.trie.degreeOf(node) > 0) this.descend(node, length, value);
    }
  }

  /** Grows consequents: one that misses the confidence is contained in none that reaches it. */
  private grow(mask: number, from: number, value: number): void {
    const { subsets, together, length, input } = this;
    const all = (1 << length) - 1;
    for (let position = from; position < length; position++) {
      const consequents = mask | (1 << position);
      if (consequents === all) return;
      this.work++;
      const antecedentSupport = subsets.supportOf(all ^ consequents);
      if (together < confidenceFloor(antecedentSupport, input.minConfidence)) continue;
      const consequentValue = value + input.meanValue[subsets.itemAt(position)];
      const product = antecedentSupport * subsets.supportOf(consequents);
      const excess = (together * input.basketCount - product) / input.basketCount;
      this.visitor.visit(this.node, consequents, excess, consequentValue, this.allValue);
      if (position + 1 < length) this.grow(consequents, position + 1, consequentValue);
    }
  }
}
