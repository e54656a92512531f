// Every split of every frequent itemset into antecedents and consequents that reaches the least confidence, one after
// the other, each with the value of its sides in the baskets that hold both: nothing is stored here.

import { bitCount } from '../search/bit-count.ts';
import type { SplitConstraint } from '../search/split-constraint.ts';
import { confidenceFloor } from '../search/thresholds.ts';
import type { ItemsetTrie } from '../sets/itemset-trie.ts';
import type { NodeSelection } from '../sets/select-nodes.ts';
import { SubsetSupports } from '../sets/subset-supports.ts';
import type { SideChance } from '../side-chance.ts';
import { FoundRule } from './found-rule.ts';

/** What each item of an itemset is worth in the baskets that hold the whole set. */
export interface PathValues {
  /** Of the itemset entered last: the sum of each item's values, items in trie order. */
  readonly sums: Float64Array;
  /** Itemsets are entered in the order of the trie, each after the one that it begins with. */
  enter(node: number, depth: number, isParent: boolean): void;
  /** All itemsets that will be entered from now on have been entered before. */
  allKnown(): void;
}

export interface RuleSearchInput {
  readonly trie: ItemsetTrie;
  readonly basketCount: number;
  readonly minConfidence: number;
  /** Values are in units of 10^-scale of the currency. */
  readonly scale: number;
  /** Undefined where rules are only counted: their values are then 0. */
  readonly values: PathValues | undefined;
  /** What chance explains, given the sizes of baskets. */
  readonly chance: SideChance;
  /** Undefined: every split is looked at. */
  readonly constraint: SplitConstraint | undefined;
}

export interface RuleVisitor {
  /** An itemset whose rules follow. `value`: of all its `length` products in the baskets that hold them all. */
  enter(node: number, value: number, length: number): void;
  /** The next rule takes over the object: only figures may be kept of it. */
  visit(rule: FoundRule): void;
}

/** Which itemsets are split: by number of items, and by node. */
export interface RuleSearchRange {
  readonly shortest: number;
  readonly longest: number;
  /** Splits to look at. */
  readonly maxWork: number;
  /** By default all itemsets. */
  readonly nodes?: NodeSelection;
}

export class RuleSearch {
  /** Splits looked at so far. */
  work = 0;
  private readonly input: RuleSearchInput;
  private readonly subsets: SubsetSupports;
  private readonly visitor: RuleVisitor;
  private readonly sums: Float64Array;
  private range: RuleSearchRange = { shortest: 2, longest: 2, maxWork: 0 };
  // The itemset being split.
  private node = 0;
  private length = 0;
  private together = 0;
  /** Masks of the items that may be consequents, and that cannot be antecedents; most items of either side. */
  private consequents = 0;
  private onlyConsequents = 0;
  /** By mask: the itemset in which it was visited as consequents last. */
  private visitedIn = new Uint32Array(16);
  private readonly rule: FoundRule;
  private readonly maxAntecedents: number;
  private readonly maxConsequents: number;
  private readonly itemAt: (position: number) => number;

  constructor(input: RuleSearchInput, visitor: RuleVisitor) {
    this.input = input;
    this.visitor = visitor;
    this.subsets = new SubsetSupports(input.trie);
    this.rule = new FoundRule(input.chance);
    this.sums = input.values === undefined ? new Float64Array(32) : input.values.sums;
    this.maxAntecedents = input.constraint?.maxAntecedents ?? Number.POSITIVE_INFINITY;
    this.maxConsequents = input.constraint?.maxConsequents ?? Number.POSITIVE_INFINITY;
    this.itemAt = (position) => this.subsets.itemAt(position);
  }

  /** False when it stopped because `work` passed `maxWork`. */
  run(range: RuleSearchRange): boolean {
    this.range = range;
    this.descend(0, 0);
    return this.work <= range.maxWork;
  }

  /** The rules of one itemset alone, of two items or more. Values must be such as may be entered in any order. */
  only(node: number): void {
    const length = 32 - Math.clz32(this.subsets.load(node));
    this.input.values?.enter(node, length - 1, false);
    this.split(node, length);
  }

  private descend(parent: number, depth: number): void {
    const { subsets, range } = this;
    const { trie, values } = this.input;
    const first = trie.firstChildOf(parent);
    const end = first + trie.degreeOf(parent);
    const length = depth + 1;
    for (let node = first; node < end && this.work <= range.maxWork; node++) {
      if (range.nodes !== undefined && range.nodes.leadsIn[node] === 0) continue;
      const goesDeeper = length < range.longest && trie.degreeOf(node) > 0;
      if (depth === 0 && !goesDeeper) continue;
      const item = trie.itemOf(node);
      subsets.setItem(depth, item);
      values?.enter(node, depth, goesDeeper);
      if (length >= range.shortest && (range.nodes === undefined || range.nodes.isIn[node] === 1)) {
        this.split(node, length);
      }
      if (goesDeeper) this.descend(node, length);
    }
  }

  private split(node: number, length: number): void {
    const { constraint } = this.input;
    if (constraint === undefined) this.consequents = (1 << length) - 1;
    else {
      if (!constraint.take(length, this.itemAt)) return;
      this.consequents = constraint.consequents;
      this.onlyConsequents = constraint.onlyConsequents;
      if ((this.onlyConsequents & ~this.consequents) !== 0) return;
    }
    if (2 ** length > this.visitedIn.length) this.visitedIn = new Uint32Array(2 ** (length + 1));
    this.node = node;
    this.length = length;
    this.together = this.input.trie.supportOf(node);
    let value = 0;
    for (let position = 0; position < length; position++) value += this.sums[position];
    this.visitor.enter(node, value, length);
    this.grow(0, 0, 0, this.leads(), 0);
  }

  /** The items that reach the confidence as the only consequent: no others are in consequents that do. */
  private leads(): number {
    const { subsets, together, length, input } = this;
    const all = (1 << length) - 1;
    let found = 0;
    for (let rest = this.consequents; rest !== 0; rest &= rest - 1) {
      const item = rest & -rest;
      const antecedentSupport = subsets.supportOf(all ^ item);
      if (together >= confidenceFloor(antecedentSupport, input.minConfidence)) found |= item;
    }
    return found;
  }

  /** Grows consequents, `size` so far, by some of `items`, which begin at `from`: one that misses the confidence is in none that reaches it. */
  private grow(mask: number, size: number, from: number, items: number, value: number): void {
    const { subsets, together, length, input, onlyConsequents } = this;
    if (size === length - 1) return;
    const all = (1 << length) - 1;
    this.work += bitCount(this.consequents >>> from);
    for (let rest = items; rest !== 0; rest &= rest - 1) {
      const position = 31 - Math.clz32(rest & -rest);
      const consequents = mask | (rest & -rest);
      const antecedentSupport = subsets.supportOf(all ^ consequents);
      if (size > 0 && together < confidenceFloor(antecedentSupport, input.minConfidence)) continue;
      const consequentValue = value + this.sums[position];
      if ((onlyConsequents & ~consequents) === 0 && length - size - 1 <= this.maxAntecedents) {
        const antecedents = all ^ consequents;
        const consequentSupport = subsets.supportOf(consequents);
        const { rule } = this;
        rule.node = this.node;
        rule.mask = consequents;
        rule.together = together;
        rule.joint = together * input.basketCount;
        rule.byChance = antecedentSupport * consequentSupport;
        rule.consequentValue = consequentValue;
        rule.antecedentNode = subsets.nodeOf(antecedents);
        rule.consequentNode = subsets.nodeOf(consequents);
        rule.isConverse = this.visitedIn[antecedents] === this.node;
        this.visitedIn[consequents] = this.node;
        this.visitor.visit(rule);
      }
      if (position + 1 < length && size + 1 < this.maxConsequents) {
        this.grow(consequents, size + 1, position + 1, rest & (rest - 1), consequentValue);
      }
    }
  }
}
