// A rule as reports carry it, of what is known of it.
import { incrementalValue, publishedValue } from './impact.ts';
import { ruleMeasures } from './measures.ts';
import type { AssociationRule, ImpactRating } from './rule.ts';
import type { RuleFigures } from './rule-figures.ts';
import type { RuleNames } from './rule-names.ts';

export interface KnownRule {
  /** Its itemset in the trie, and its consequents, a bit per item of the itemset in trie order. */
  readonly node: number;
  readonly mask: number;
  readonly lift: number;
  readonly rating: ImpactRating;
  /** Revenue in the currency. */
  readonly amount: number;
  /** In units of 10^-scale. */
  readonly consequentValue: number;
}

export function describeRule(
  rule: KnownRule,
  { consideredCount, scale }: { readonly consideredCount: number; readonly scale: number },
  names: RuleNames,
  figures: RuleFigures,
): AssociationRule {
  const counts = figures.countsOf(rule);
  const { lift, amount, rating, consequentValue } = rule;
  const confidence = counts.together / counts.antecedents;
  const joint = counts.together * counts.baskets;
  const value = incrementalValue(joint, counts.antecedents * counts.consequents, consequentValue);
  return {
    ...names.sidesOf(rule.node, rule.mask),
    support: counts.together / counts.baskets,
    confidence,
    lift,
    impact_rating: rating,
    impact_analysis: {
      revenue: amount,
      lift,
      conversion_rate: confidence,
      occurrences: counts.together,
      incremental_value: publishedValue(value, scale),
    },
    measures: ruleMeasures(counts, consideredCount),
    redundant: figures.isRedundant(rule),
  };
}
