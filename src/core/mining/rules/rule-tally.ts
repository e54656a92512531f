// One pass over all rules: how many there are, which values separate High, Medium and Low, and each itemset's revenue.

import { FoundTests } from '../q-values.ts';
import { type NodeSelection, selectNodes } from '../sets/select-nodes.ts';
import type { ExpectedBetween } from '../size-chance.ts';
import type { FoundRule } from './found-rule.ts';
import { incrementalValue, lastRanks, leastPublishedAs } from './impact.ts';
import { OpenRules } from './open-rules.ts';
import { RuleSearch, type RuleSearchInput, type RuleVisitor } from './rule-search.ts';
import { ValueBracket } from './value-bracket.ts';

export interface RuleTally {
  readonly ruleCount: number;
  /** Of them, those with one consequent. */
  readonly singleCount: number;
  /** Of them, those in more baskets than chance explains, given the sizes of baskets. */
  readonly positiveCount: number;
  /**
   * Rules beyond chance of at least this incremental value are High, the others of at least the second Medium: values
   * that are published as equal always share a rating. Undefined without a rule beyond chance.
   */
  readonly thresholds: { readonly high: Threshold; readonly medium: Threshold } | undefined;
  /** Per node: value of the itemset's products in the baskets that hold them all; NaN where it was not split. */
  readonly revenue: Float64Array;
  /** What q-values are ranked from. */
  readonly tests: FoundTests;
}

interface Threshold {
  readonly value: number;
  /** Rules beyond chance of at least that value. */
  readonly count: number;
}

export interface TallyLimits {
  /** Values held for a threshold. Of more splits, a sample says first where the thresholds will be. */
  readonly capacity?: number;
  /** One itemset in so many is in the sample. */
  readonly sampleStride?: number;
}

/** 16 MB. */
const CAPACITY = 2 ** 21;
/** Splits from which a sample saves more expectations than it takes. */
const SAMPLED_FROM = 2 ** 21;
const SAMPLE_STRIDE = 32;

export function tallyRules(
  input: RuleSearchInput,
  longest: number,
  { capacity = CAPACITY, sampleStride = SAMPLE_STRIDE }: TallyLimits = {},
): RuleTally {
  const { trie } = input;
  // One holds the values for both thresholds until something is known of them.
  let high = new ValueBracket(capacity);
  let medium = high;
  if (mostSplits(input, longest) > Math.min(capacity, SAMPLED_FROM)) {
    input.chance.prepareBounds();
    const sample = new Tally(0, high, medium, input, middleOf);
    new RuleSearch(input, sample).run({
      longest,
      nodes: sampleOf(trie, sampleStride),
    });
    if (sample.positiveCount > 0) [high, medium] = sample.next(sampleStride);
  }
  for (;;) {
    const tally = new Tally(trie.size, high, medium, input);
    new RuleSearch(input, tally).run({ longest });
    input.values?.allKnown();
    const { ruleCount, singleCount, positiveCount, revenue, tests } = tally;
    const found = { ruleCount, singleCount, positiveCount, revenue, tests };
    if (positiveCount === 0) return { ...found, thresholds: undefined };
    const thresholds = tally.thresholds();
    if (thresholds !== undefined) return { ...found, thresholds };
    [high, medium] = tally.next(1);
  }
}

class Tally implements RuleVisitor {
  ruleCount = 0;
  singleCount = 0;
  positiveCount = 0;
  readonly revenue: Float64Array;
  readonly tests: FoundTests;
  private readonly high: ValueBracket;
  private readonly medium: ValueBracket;
  private readonly scale: number;
  private readonly expectedOf: (rule: FoundRule) => number;
  /** Where there are brackets of thresholds: rules in them. */
  private readonly open: OpenRules | undefined;
  // Between which values that of a rule beyond chance is.
  private lowest = 0;
  private highest = 0;

  constructor(
    nodes: number,
    high: ValueBracket,
    medium: ValueBracket,
    input: RuleSearchInput,
    expectedOf = (rule: FoundRule) => rule.expected(),
  ) {
    this.expectedOf = expectedOf;
    this.revenue = new Float64Array(nodes).fill(Number.NaN);
    this.high = high;
    this.medium = medium;
    this.scale = input.scale;
    this.tests = new FoundTests(input);
    if (high !== medium) this.open = new OpenRules(input, [high, medium]);
  }

  enter(node: number, value: number, length: number): void {
    if (node < this.revenue.length) this.revenue[node] = value;
    this.tests.enter(length);
  }

  visit(rule: FoundRule): void {
    this.ruleCount++;
    if ((rule.mask & (rule.mask - 1)) === 0) this.singleCount++;
    if (!rule.isConverse) this.tests.add(rule);
    const { open } = this;
    if (open === undefined) {
      const value = this.valueOf(rule);
      if (value !== undefined) this.high.add(value);
      return;
    }
    if (this.countsBeside(rule, rule.bound())) return;
    const closely = rule.boundClosely();
    if (this.countsBeside(rule, closely)) return;
    if (rule.together > closely.most) {
      this.positiveCount++;
      open.add(rule, this.lowest, this.highest);
      return;
    }
    const value = this.valueOf(rule);
    if (value !== undefined) open.add(rule, value, value);
  }

  /** Counts a rule beyond chance, which has a value. */
  private valueOf(rule: FoundRule): number | undefined {
    const { together, consequentValue } = rule;
    const expected = this.expectedOf(rule);
    if (together <= expected) return undefined;
    this.positiveCount++;
    return incrementalValue(together, expected, consequentValue);
  }

  /** Counts a rule if bounds of what chance explains decide on which side of the brackets its value is. */
  private countsBeside({ together, consequentValue }: FoundRule, expected: ExpectedBetween): boolean {
    if (together < expected.least) return true;
    if (together <= expected.most) return false;
    const one = incrementalValue(together, expected.most, consequentValue);
    const other = incrementalValue(together, Math.max(0, expected.least), consequentValue);
    this.lowest = Math.min(one, other);
    this.highest = Math.max(one, other);
    if (!this.high.isBeside(this.lowest, this.highest) || !this.medium.isBeside(this.lowest, this.highest))
      return false;
    this.positiveCount++;
    this.high.add(this.lowest);
    this.medium.add(this.lowest);
    return true;
  }

  thresholds(): RuleTally['thresholds'] {
    const ranks = lastRanks(this.positiveCount);
    this.open?.settle(this.high, ranks.high);
    this.open?.settle(this.medium, ranks.medium);
    const high = this.thresholdOf(this.high, ranks.high);
    const medium = this.thresholdOf(this.medium, ranks.medium);
    return high === undefined || medium === undefined ? undefined : { high, medium };
  }

  /** Brackets to try next, on `times` as many rules. */
  next(times: number): [ValueBracket, ValueBracket] {
    const ranks = lastRanks(this.positiveCount);
    return [this.nextOf(this.high, ranks.high, times), this.nextOf(this.medium, ranks.medium, times)];
  }

  private thresholdOf(bracket: ValueBracket, rank: number): Threshold | undefined {
    const found = bracket.at(rank);
    const value = found === undefined ? undefined : leastPublishedAs(found, this.scale);
    const count = value === undefined ? undefined : bracket.countFrom(value);
    return value === undefined || count === undefined ? undefined : { value, count };
  }

  private nextOf(bracket: ValueBracket, rank: number, times: number): ValueBracket {
    const found = bracket.at(rank);
    // Where the value is known, a bracket down to the least that is published alike counts what is not below it.
    return found === undefined || times > 1
      ? bracket.next(rank, times)
      : bracket.between(leastPublishedAs(found, this.scale), found);
  }
}

/** About what is expected: where thresholds are to be looked for. */
function middleOf(rule: FoundRule): number {
  const { least, most } = rule.boundClosely();
  return (Math.max(0, least) + most) / 2;
}

/** Splits of all itemsets of up to `longest` items, those that miss the confidence included. */
function mostSplits({ trie }: RuleSearchInput, longest: number): number {
  let splits = 0;
  const lengths = new Uint8Array(trie.size);
  for (let node = 1; node < trie.size; node++) {
    lengths[node] = lengths[trie.parentOf(node)] + 1;
    if (lengths[node] <= longest) splits += 2 ** lengths[node] - 2;
  }
  return splits;
}

/** Itemsets as if at random, yet always the same ones (multiplicative hashing; Knuth 1973). */
function sampleOf(trie: RuleSearchInput['trie'], stride: number): NodeSelection {
  const limit = 2 ** 32 / stride;
  return selectNodes(trie, (node) => Math.imul(node, 0x9e3779b1) >>> 0 < limit);
}
