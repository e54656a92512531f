// One pass over all rules: how many there are, which values separate High, Medium and Low, and each itemset's revenue.

import { nthSmallest } from '../nth-smallest.ts';
import { FoundTests } from '../q-values.ts';
import type { FoundRule } from './found-rule.ts';
import { incrementalValue, lastRanks, leastPublishedAs } from './impact.ts';
import { RuleSearch, type RuleSearchInput, type RuleVisitor } from './rule-search.ts';

export interface RuleTally {
  readonly ruleCount: number;
  /** Of them, those with one consequent. */
  readonly singleCount: number;
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

/** Rules of itemsets of up to `longest` items. */
export function tallyRules(input: RuleSearchInput, longest: number): RuleTally {
  const tally = new Tally(input);
  new RuleSearch(input, tally).run({ longest });
  input.values?.allKnown();
  const { ruleCount, singleCount, revenue, tests } = tally;
  return { ruleCount, singleCount, revenue, tests, thresholds: tally.thresholds(input.scale) };
}

class Tally implements RuleVisitor {
  ruleCount = 0;
  singleCount = 0;
  readonly revenue: Float64Array;
  readonly tests: FoundTests;
  /** Of the rules in more baskets than chance explains, given the sizes of baskets. */
  private values = new Float64Array(1_024);
  private valueCount = 0;

  constructor(input: RuleSearchInput) {
    this.revenue = new Float64Array(input.trie.size).fill(Number.NaN);
    this.tests = new FoundTests(input);
  }

  enter(node: number, value: number, length: number): void {
    this.revenue[node] = value;
    this.tests.enter(length);
  }

  visit(rule: FoundRule): void {
    this.ruleCount++;
    if ((rule.mask & (rule.mask - 1)) === 0) this.singleCount++;
    if (!rule.isConverse) this.tests.add(rule);
    const expected = rule.expected();
    if (rule.together <= expected) return;
    if (this.valueCount === this.values.length) {
      const larger = new Float64Array(2 * this.valueCount);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.valueCount++] = incrementalValue(rule.together, expected, rule.consequentValue);
  }

  thresholds(scale: number): RuleTally['thresholds'] {
    if (this.valueCount === 0) return undefined;
    const ranks = lastRanks(this.valueCount);
    return { high: this.thresholdOf(ranks.high, scale), medium: this.thresholdOf(ranks.medium, scale) };
  }

  private thresholdOf(rank: number, scale: number): Threshold {
    const { values, valueCount } = this;
    const value = leastPublishedAs(nthSmallest(values, valueCount, valueCount - rank), scale);
    let count = 0;
    for (let at = 0; at < valueCount; at++) if (values[at] >= value) count++;
    return { value, count };
  }
}
