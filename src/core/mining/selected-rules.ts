// The best rules by one measure, of all rules in one pass.

import type { RuleChance } from './rule-chance.ts';
import { BestRules, type ValuedRule } from './rules/best-rules.ts';
import type { FoundRule } from './rules/found-rule.ts';
import { incrementalValue } from './rules/impact.ts';
import type { SelectedBy } from './rules/rule.ts';
import type { RuleFigures } from './rules/rule-figures.ts';
import type { RuleNames } from './rules/rule-names.ts';
import type { RuleVisitor } from './rules/rule-search.ts';

export interface Selection {
  readonly by: SelectedBy;
  readonly figures: RuleFigures;
  readonly chance: RuleChance;
}

export class SelectedRules implements RuleVisitor {
  private readonly best: BestRules;
  private readonly selection: Selection;
  /** Rank of a rule's rating: 0 is High. */
  private readonly tierOf: (rule: FoundRule) => number;
  private revenue = 0;

  constructor(selection: Selection, names: RuleNames, count: number, tierOf: SelectedRules['tierOf']) {
    this.selection = selection;
    this.best = new BestRules(count, names);
    this.tierOf = tierOf;
  }

  enter(_: number, value: number): void {
    this.revenue = value;
  }

  visit(rule: FoundRule): void {
    const { figures, chance, by } = this.selection;
    const { revenue } = this;
    const { node, mask, together, joint, byChance, consequentValue } = rule;
    const lift = joint / byChance;
    const keys: Readonly<Record<SelectedBy, () => number>> = {
      support: () => together,
      confidence: () => together / figures.countsOf({ node, mask }).antecedents,
      lift: () => lift,
      lift_given_sizes: () => together / rule.expected(),
      leverage: () => joint - byChance,
      revenue: () => revenue,
      incremental_value: () => incrementalValue(together, rule.expected(), consequentValue),
      p_value_given_sizes: () => -chance.pValueOf({ node, mask }),
    };
    this.best.offer({ node, mask, lift, revenue, consequentValue, key: keys[by](), tier: this.tierOf(rule) });
  }

  sorted(): ValuedRule[] {
    return this.best.sorted();
  }
}
