// Sums of money too large for doubles: rules are rated by the doubles nearest to their products' values, and those that
// a report returns are valued once more, to the last unit.
import { amountOf } from '../../money/decimal.ts';
import { joinLimbs, unitsOfLimbs } from '../../money/limbs.ts';
import type { ValuedRule } from '../rules/best-rules.ts';
import type { FoundRule } from '../rules/found-rule.ts';
import { splitKey } from '../rules/rule-names.ts';
import { RuleSearch, type RuleSearchInput, type RuleVisitor } from '../rules/rule-search.ts';
import { type ItemsetSums, limbsOfSums } from './itemset-sums.ts';
import { selectNodes } from './select-nodes.ts';

/** Revenue in the dataset's currency: the double nearest to the exact sum. */
export interface WithAmount {
  readonly amount: number;
}

export function withExactValues<T extends ValuedRule>(
  rules: readonly T[],
  sums: ItemsetSums,
  input: RuleSearchInput,
): readonly (T & WithAmount)[] {
  // In doubles alone the sums were exact already.
  if (sums.limbCount === 1) {
    return rules.map((rule) => ({ ...rule, amount: amountOf(rule.revenue, input.scale) }));
  }
  const wanted = new Set(rules.map(({ node }) => node));
  const nodes = selectNodes(input.trie, (node) => wanted.has(node));
  const found = limbsOfSums(sums).map((values) => {
    const visitor = new LimbSums(rules);
    new RuleSearch({ ...input, values }, visitor).run({
      longest: 31,
      nodes,
    });
    return visitor;
  });
  const consequentValue = joinLimbs(found.map((limb) => limb.consequentValue));
  return rules.map((rule, at) => ({
    ...rule,
    amount: amountOf(unitsOfLimbs(found.map((limb) => limb.revenue[at])), input.scale),
    consequentValue: consequentValue[at],
  }));
}

class LimbSums implements RuleVisitor {
  /** Per rule. */
  readonly revenue: Float64Array;
  readonly consequentValue: Float64Array;
  private readonly places: Map<number, number>;
  private allValue = 0;

  constructor(rules: readonly ValuedRule[]) {
    this.revenue = new Float64Array(rules.length);
    this.consequentValue = new Float64Array(rules.length);
    this.places = new Map(rules.map(({ node, mask }, at) => [splitKey(node, mask), at]));
  }

  enter(_: number, value: number): void {
    this.allValue = value;
  }

  visit({ node, mask, consequentValue }: FoundRule): void {
    const at = this.places.get(splitKey(node, mask));
    if (at === undefined) return;
    this.revenue[at] = this.allValue;
    this.consequentValue[at] = consequentValue;
  }
}
