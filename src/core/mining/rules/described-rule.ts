// A rule as reports carry it, of what is known of it.

import type { QValues } from '../q-values.ts';
import { customersPValue, MODEL_ERROR, type RuleChance } from '../rule-chance.ts';
import { incrementalValue, publishedValue } from './impact.ts';
import { ruleMeasures } from './measures.ts';
import type { AssociationRule } from './rule.ts';
import type { RuleFigures } from './rule-figures.ts';
import type { RuleNames } from './rule-names.ts';

export interface KnownRule {
  /** Its itemset in the trie, and its consequents, a bit per item of the itemset in trie order. */
  readonly node: number;
  readonly mask: number;
  readonly lift: number;
  /** Revenue in the currency. */
  readonly amount: number;
  /** In units of 10^-scale. */
  readonly consequentValue: number;
}

/** What evidence says of a rule. */
export interface Weight {
  /** Joint baskets that chance expects within periods, over those that it expects in the whole of the time. */
  readonly season: number;
  /** Baskets that tell as much as one (`customersPValue`). */
  readonly basketsEach: number;
  readonly customers: number;
  /** Value of the consequents without outliers, in units of 10^-scale. */
  readonly robustValue: number;
  /** The fewest baskets that bring half of the value of the consequents; null where it takes more than the outliers. */
  readonly halfFrom: number | null;
}

/** Where the figures of rules come from. */
export interface RuleSources {
  readonly names: RuleNames;
  readonly figures: RuleFigures;
  readonly chance: RuleChance;
  readonly qValues: QValues;
}

/** `weight`: undefined where all that is known of the rule is in how many baskets it is. Such a rule is not proven. */
export function describeRule(
  rule: KnownRule,
  scale: number,
  { names, figures, chance, qValues }: RuleSources,
  weight?: Weight,
): AssociationRule {
  const counts = figures.countsOf(rule);
  const { together, antecedents, consequents, baskets } = counts;
  const { lift, amount, consequentValue } = rule;
  const confidence = together / antecedents;
  const expected = chance.expectedOf(rule);
  const pValue = chance.pValueOf(rule, expected);
  const { season = 1, basketsEach = 1, robustValue = consequentValue } = weight ?? {};
  const inPeriods = Math.fround(expected * season);
  const counted = [together, antecedents, consequents, baskets] as const;
  const customers = customersPValue(counted, MODEL_ERROR * inPeriods, basketsEach);
  const isSingle = (rule.mask & (rule.mask - 1)) === 0;
  const explained = isSingle ? chance.explainedOf(rule, inPeriods) : inPeriods;
  const measures = ruleMeasures(counts, {
    expected,
    inPeriods,
    pValue,
    customersPValue: customers,
    correction: chance.correctionOf(rule),
    qValue: qValues.of(chance.lengthOf(rule), pValue),
  });
  const productive = chance.isProductive(rule, customers, basketsEach);
  return {
    ...names.sidesOf(rule.node, rule.mask),
    support: together / baskets,
    confidence,
    lift,
    impact_rating: 'Low',
    impact_analysis: {
      revenue: amount,
      lift,
      conversion_rate: confidence,
      occurrences: together,
      ...(weight && { customers: weight.customers }),
      incremental_value: publishedValue(incrementalValue(together, explained, robustValue), scale),
      ...(weight && { half_from: weight.halfFrom }),
    },
    measures,
    redundant: figures.isRedundant(rule),
    productive,
    proven:
      weight !== undefined &&
      isSingle &&
      together > inPeriods &&
      measures.p_value_corrected < SIGNIFICANCE &&
      productive,
  };
}

/** Limit of `p_value_corrected`: the chance that any rule of the report is a false one. */
export const SIGNIFICANCE = 0.05;
