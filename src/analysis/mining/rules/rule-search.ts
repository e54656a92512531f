// Visits every split of every frequent itemset into antecedents and consequents that reaches the least confidence, with
// the value of its sides in the baskets that hold both. Stores nothing.

import { computeConfidenceFloor } from '../search/thresholds.ts';
import type { ItemsetTrie, NodeSelection } from '../sets/itemset-trie.ts';
import type { SideChance } from '../size-chance.ts';
import type { SplitConstraint } from './rule-constraints.ts';

/** The value of each item of an itemset in the baskets that hold the whole set. */
export interface PathValues {
  /** For the last itemset: the sum of each item's values, items in trie order. */
  readonly sums: Float64Array;
  /** Enters an itemset. Itemsets come in the order of the trie, each after its prefix; some may be left out. */
  enter(node: number, depth: number, isParent: boolean): void;
}

export interface RuleSearchInput {
  readonly trie: ItemsetTrie;
  readonly basketCount: number;
  readonly minConfidence: number;
  /** Values are in units of 10^-scale of the currency. */
  readonly scale: number;
  /** Undefined if rules are only counted: their values are then 0. */
  readonly values: PathValues | undefined;
  /** The expectations by chance, given the sizes of baskets. */
  readonly chance: SideChance;
  /** Undefined: every split is considered. */
  readonly constraint: SplitConstraint | undefined;
}

export interface RuleVisitor {
  /**
   * Announces an itemset whose rules follow. `value`: of all its `length` products in the baskets that hold them all.
   */
  enter(node: number, value: number, length: number): void;
  /** The next rule reuses the object: keep only figures of it. */
  visit(rule: FoundRule): void;
}

/** The itemsets that are split: by their number of items, and by node. */
interface RuleSearchRange {
  readonly longest: number;
  /** Default: all itemsets. */
  readonly nodes?: NodeSelection;
}

/** Most items of an itemset; the width of a row per depth. */
const ROW = 32;

export class RuleSearch {
  private readonly input: RuleSearchInput;
  /** The subsets of an itemset with rules of several consequents. */
  private readonly subsets: SubsetSupports;
  private readonly visitor: RuleVisitor;
  private readonly sums: Float64Array;
  private range: RuleSearchRange = { longest: 2 };
  // The itemset being split.
  private node = 0;
  private length = 0;
  private together = 0;
  private readonly items = new Uint32Array(ROW);
  /**
   * Per length of an itemset on the path: the nodes of the itemsets without one of its items, by the item's position.
   */
  private readonly parts = new Uint32Array(ROW * (ROW + 1));
  /** Next child of each part, and the end of its children. */
  private readonly next = new Uint32Array(ROW * (ROW + 1));
  private readonly ends = new Uint32Array(ROW * (ROW + 1));
  /** Masks of the items that may be consequents, and of those that cannot be antecedents; most items of either side. */
  private consequents = 0;
  private onlyConsequents = 0;
  /** By mask of consequents: the itemset in which it was last visited. */
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
    this.sums = input.values === undefined ? new Float64Array(ROW) : input.values.sums;
    this.maxAntecedents = input.constraint?.maxAntecedents ?? Number.POSITIVE_INFINITY;
    this.maxConsequents = input.constraint?.maxConsequents ?? Number.POSITIVE_INFINITY;
    this.itemAt = (position) => this.items[position];
  }

  run(range: RuleSearchRange): void {
    this.range = range;
    this.descend(0, 0);
  }

  /** Visits the rules of one itemset of two items or more. Its values must allow entering in any order. */
  only(node: number): void {
    const { subsets, items, parts } = this;
    const all = subsets.load(node);
    const length = 32 - Math.clz32(all);
    for (let position = 0; position < length; position++) {
      items[position] = subsets.itemAt(position);
      parts[ROW * length + position] = subsets.findNode(all ^ (1 << position));
    }
    this.split(node, length, false);
  }

  private descend(parent: number, depth: number): void {
    const { range, items } = this;
    const { trie, values } = this.input;
    const first = trie.getFirstChild(parent);
    const end = first + trie.getDegree(parent);
    const length = depth + 1;
    this.openParts(depth);
    for (let node = first; node < end; node++) {
      if (range.nodes !== undefined && range.nodes.leadsIn[node] === 0) continue;
      const goesDeeper = length < range.longest && trie.getDegree(node) > 0;
      if (depth === 0 && !goesDeeper) continue;
      const item = trie.getItem(node);
      items[depth] = item;
      this.findParts(parent, depth, item);
      // Once there is a rule, nodes below this one never need the missing parts.
      const isEntered = values !== undefined && goesDeeper;
      if (isEntered) values.enter(node, depth, goesDeeper);
      if (length >= 2 && (range.nodes === undefined || range.nodes.isIn[node] === 1)) {
        this.split(node, length, isEntered);
      }
      if (goesDeeper) this.descend(node, length);
    }
  }

  /** Moves to the children of the parts of the itemset of `length` items on the path. */
  private openParts(length: number): void {
    const { parts, next, ends } = this;
    const { trie } = this.input;
    for (let at = ROW * length; at < ROW * length + length; at++) {
      next[at] = trie.getFirstChild(parts[at]);
      ends[at] = next[at] + trie.getDegree(parts[at]);
    }
  }

  /**
   * The parts of an itemset extended by an item are its parts extended by it, and the itemset itself. Its children come
   * in ascending order, and so do those of its parts: the searches advance side by side.
   */
  private findParts(node: number, length: number, item: number): void {
    const { parts, next, ends } = this;
    const { trie } = this.input;
    for (let at = ROW * length; at < ROW * length + length; at++) {
      next[at] = trie.firstFrom(next[at], ends[at], item);
      parts[at + ROW] = next[at];
    }
    parts[ROW * (length + 1) + length] = node;
  }

  /** `isEntered`: whether the itemset's values are entered. */
  private split(node: number, length: number, isEntered: boolean): void {
    const { constraint, trie, values } = this.input;
    if (constraint === undefined) this.consequents = (1 << length) - 1;
    else {
      if (!constraint.take(length, this.itemAt)) return;
      this.consequents = constraint.consequents;
      this.onlyConsequents = constraint.onlyConsequents;
      if ((this.onlyConsequents & ~this.consequents) !== 0) return;
    }
    this.together = trie.getSupport(node);
    this.length = length;
    const leads = this.leads();
    if (leads === 0) return;
    if (!isEntered) values?.enter(node, length - 1, false);
    if (2 ** length > this.visitedIn.length) {
      this.visitedIn = new Uint32Array(2 ** (length + 1));
      this.rule.expectedBy = new Float64Array(2 ** (length + 1));
    }
    this.node = node;
    let value = 0;
    for (let position = 0; position < length; position++) value += this.sums[position];
    this.visitor.enter(node, value, length);
    if ((leads & (leads - 1)) !== 0) this.subsets.load(node);
    this.grow(0, 0, leads, 0);
  }

  /** The items that reach the confidence as the only consequent: consequents that reach it contain no others. */
  private leads(): number {
    const { together, length, parts } = this;
    const { trie, minConfidence } = this.input;
    let found = 0;
    for (let rest = this.consequents; rest !== 0; rest &= rest - 1) {
      const item = rest & -rest;
      const antecedentSupport = trie.getSupport(parts[ROW * length + 31 - Math.clz32(item)]);
      if (together >= computeConfidenceFloor(antecedentSupport, minConfidence)) found |= item;
    }
    return found;
  }

  /**
   * Grows consequents of `size` items by some of `items`: a set that contains consequents below the confidence cannot
   * reach it.
   */
  private grow(mask: number, size: number, items: number, value: number): void {
    const { subsets, together, length, onlyConsequents } = this;
    const { trie, minConfidence, basketCount } = this.input;
    if (size === length - 1) return;
    const all = (1 << length) - 1;
    for (let rest = items; rest !== 0; rest &= rest - 1) {
      const position = 31 - Math.clz32(rest & -rest);
      const consequents = mask | (rest & -rest);
      const antecedents = all ^ consequents;
      const antecedentNode = size === 0 ? this.parts[ROW * length + position] : subsets.findNode(antecedents);
      const antecedentSupport = trie.getSupport(antecedentNode);
      if (size > 0 && together < computeConfidenceFloor(antecedentSupport, minConfidence)) continue;
      const consequentValue = value + this.sums[position];
      if ((onlyConsequents & ~consequents) === 0 && length - size - 1 <= this.maxAntecedents) {
        const consequentNode =
          size === 0 ? trie.child(0, this.items[position]) : subsets.findNode(consequents);
        const { rule } = this;
        rule.node = this.node;
        rule.mask = consequents;
        rule.together = together;
        rule.joint = together * basketCount;
        rule.byChance = antecedentSupport * trie.getSupport(consequentNode);
        rule.consequentValue = consequentValue;
        rule.antecedentNode = antecedentNode;
        rule.consequentNode = consequentNode;
        rule.isConverse = this.visitedIn[antecedents] === this.node;
        rule.antecedentMask = antecedents;
        rule.expectedBy[consequents] = Number.NaN;
        this.visitedIn[consequents] = this.node;
        this.visitor.visit(rule);
      }
      if (position + 1 < length && size + 1 < this.maxConsequents) {
        this.grow(consequents, size + 1, rest & (rest - 1), consequentValue);
      }
    }
  }
}

// Finds all subsets of one itemset in the trie, on first use, and caches them while the itemset, or the prefix it
// shares with the next one, stays the same. A subset is a mask over the itemset's items in trie order.

export class SubsetSupports {
  private readonly trie: ItemsetTrie;
  private readonly items = new Uint32Array(32);
  /** Per mask: the subset's node, 0 if not yet looked up. */
  private nodes = new Uint32Array(16);
  private readonly loading = new Uint32Array(32);
  private loaded = 0;
  private length = 0;

  constructor(trie: ItemsetTrie) {
    this.trie = trie;
  }

  /** Loads all items of a node, unless they are loaded; returns the mask of all. */
  load(node: number): number {
    if (node !== this.loaded) {
      this.loaded = node;
      const { loading: items, length: known } = this;
      this.length = this.trie.writeItems(node, items);
      let same = 0;
      while (same < this.length && same < known && items[same] === this.items[same]) same++;
      this.items.set(items.subarray(same, this.length), same);
      // Keep the subsets of the shared prefix.
      this.forget(2 ** same, 2 ** this.length);
    }
    return 2 ** this.length - 1;
  }

  itemAt(position: number): number {
    return this.items[position];
  }

  /** Baskets that hold the subset, which must not be empty. */
  getSupport(mask: number): number {
    return this.trie.getSupport(this.findNode(mask));
  }

  findNode(mask: number): number {
    const known = this.nodes[mask];
    if (mask === 0 || known !== 0) return known;
    const last = 31 - Math.clz32(mask);
    const node = this.trie.child(this.findNode(mask ^ (1 << last)), this.items[last]);
    this.nodes[mask] = node;
    return node;
  }

  private forget(from: number, end: number): void {
    if (end > this.nodes.length) {
      const nodes = new Uint32Array(end);
      nodes.set(this.nodes);
      this.nodes = nodes;
    }
    if (from < end) this.nodes.fill(0, from, end);
  }
}

// Represents a rule of the search. Its expectation by chance is computed on demand.

/** One object for all rules of a search. */
export class FoundRule {
  /** Its itemset in the trie, and its consequents, a bit per item of the itemset in trie order. */
  node = 0;
  mask = 0;
  /**
   * Baskets with both sides; the same times all baskets; baskets with one side times baskets with the other. Lift is
   * joint / byChance.
   */
  together = 0;
  joint = 0;
  byChance = 0;
  consequentValue = 0;
  antecedentNode = 0;
  consequentNode = 0;
  /** Whether the converse of the rule has been visited. */
  isConverse = false;
  /**
   * Expectations of the itemset's rules by consequents, NaN if not computed. A rule and its converse have the same one.
   */
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
