// Converts rules to rows of a table.

import type { Cell, TableColumn } from '../../../contract/report-types/table.ts';
import type { AssociationRule } from '../../mining/rules/rule.ts';

export const RULE_COLUMNS: readonly TableColumn[] = [
  { name: 'antecedents', type: 'texts' },
  { name: 'consequents', type: 'texts' },
  { name: 'support', type: 'number' },
  { name: 'confidence', type: 'number' },
  { name: 'lift', type: 'number' },
  { name: 'impact_rating', type: 'text' },
  { name: 'revenue', type: 'number' },
  { name: 'occurrences', type: 'integer' },
  { name: 'customers', type: 'integer' },
  { name: 'incremental_value', type: 'number' },
  { name: 'leverage', type: 'number' },
  { name: 'conviction', type: 'number' },
  { name: 'zhang', type: 'number' },
  { name: 'kulczynski', type: 'number' },
  { name: 'imbalance_ratio', type: 'number' },
  { name: 'expected_occurrences', type: 'number' },
  { name: 'lift_given_sizes', type: 'number' },
  { name: 'lift_within_periods', type: 'number' },
  { name: 'p_value', type: 'number' },
  { name: 'p_value_given_sizes', type: 'number' },
  { name: 'p_value_corrected', type: 'number' },
  { name: 'q_value', type: 'number' },
  { name: 'redundant', type: 'boolean' },
  { name: 'productive', type: 'boolean' },
  { name: 'proven', type: 'boolean' },
];

export function listRuleCells(rule: AssociationRule): readonly Cell[] {
  const { impact_analysis: impact, measures } = rule;
  return [
    rule.antecedents,
    rule.consequents,
    rule.support,
    rule.confidence,
    rule.lift,
    rule.impact_rating,
    impact.revenue,
    impact.occurrences,
    impact.customers ?? null,
    impact.incremental_value,
    measures.leverage,
    measures.conviction,
    measures.zhang,
    measures.kulczynski,
    measures.imbalance_ratio,
    measures.expected_occurrences,
    measures.lift_given_sizes,
    measures.lift_within_periods,
    measures.p_value,
    measures.p_value_given_sizes,
    measures.p_value_corrected,
    measures.q_value,
    rule.redundant,
    rule.productive,
    rule.proven,
  ];
}
