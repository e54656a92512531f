// Creates a rule with literal figures, for tests that read some of them.
import type { AssociationRule } from '../../../../packages/client/src/index.ts';

export function createRule(
  antecedents: string[],
  consequents: string[],
  figures: Partial<AssociationRule> = {},
): AssociationRule {
  return {
    antecedents,
    consequents,
    support: 0.1,
    confidence: 0.5,
    lift: 2,
    impact_rating: 'High',
    impact_analysis: { revenue: 20, lift: 2, conversion_rate: 0.5, occurrences: 10, incremental_value: 5 },
    measures: {
      leverage: 0.01,
      conviction: 2,
      zhang: 0.5,
      kulczynski: 0.5,
      imbalance_ratio: 0,
      expected_occurrences: 5,
      lift_given_sizes: 2,
      lift_within_periods: figures.lift ?? 2,
      p_value: 0.01,
      p_value_given_sizes: 0.01,
      p_value_corrected: 0.02,
      q_value: 0.02,
    },
    redundant: false,
    productive: true,
    proven: true,
    ...figures,
  };
}
