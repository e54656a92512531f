// A rule as reports carry it, of what is known of it.

import type { QValues } from '../q-values.ts';
import type { RuleChance } from '../rule-chance.ts';
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

/** Where the figures of rules come from. */
export interface RuleSources {
  readonly names: RuleNames;
  readonly figures: RuleFigures;
  readonly chance: RuleChance;
  readonly qValues: QValues;
}

export function describeRule(
  rule: KnownRule,
  scale: number,
  { names, figures, chance, qValues }: RuleSources,
): AssociationRule {
  const counts = figures.countsOf(rule);
  const { lift, amount, rating, consequentValue } = rule;
  const confidence = counts.together / counts.antecedents;
  const expected = chance.expectedOf(rule);
  const pValue = chance.pValueOf(rule, expected);
  const value = incrementalValue(counts.together, expected, consequentValue);
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
    measures: ruleMeasures(counts, {
      expected,
      pValue,
      correction: chance.correctionOf(rule),
      qValue: qValues.of(chance.lengthOf(rule), pValue),
    }),
    redundant: figures.isRedundant(rule),
    productive: chance.isProductive(rule, pValue),
  };
}
