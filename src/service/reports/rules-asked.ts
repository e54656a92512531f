// Selects the rules of a query from those that a report keeps.

import type { AssociationRule } from '../../analysis/mining/rules/rule.ts';
import { pickRules, type RuleFilter } from '../../analysis/report-types/market-basket/rule-list.ts';
import type { RuleOrder } from '../../contract/report-types/market-basket/limits.ts';
import type { ListRulesQuery } from '../../contract/resources/reports/report-rules.ts';

/** `rules`: in the order of the report. */
export function selectAskedRules(
  rules: readonly AssociationRule[],
  { limit: _limit, cursor: _cursor, order_by: by, order, ...filter }: ListRulesQuery,
): AssociationRule[] {
  return pickRules(rules, toFilter(filter), { by, descending: isDescending(by, order) });
}

const LOWEST_FIRST: ReadonlySet<RuleOrder> = new Set([
  'p_value',
  'p_value_given_sizes',
  'p_value_corrected',
  'q_value',
]);

/** Probabilities sort ascending by default; every other figure descending. */
function isDescending(by: RuleOrder, order: 'asc' | 'desc' | undefined): boolean {
  if (order !== undefined) return order === 'desc';
  return !LOWEST_FIRST.has(by);
}

type Filters = Omit<ListRulesQuery, 'limit' | 'cursor' | 'order_by' | 'order'>;

function toFilter({
  product,
  antecedent,
  consequent,
  q,
  redundant,
  productive,
  proven,
  ...bounds
}: Filters): RuleFilter {
  return {
    ...{ product, antecedent, consequent, q, redundant, productive, proven },
    bounds: {
      support: { min: bounds.min_support, max: bounds.max_support },
      confidence: { min: bounds.min_confidence, max: bounds.max_confidence },
      lift: { min: bounds.min_lift, max: bounds.max_lift },
      lift_given_sizes: { min: bounds.min_lift_given_sizes, max: bounds.max_lift_given_sizes },
      q_value: { min: bounds.min_q_value, max: bounds.max_q_value },
      p_value_corrected: { min: bounds.min_p_value_corrected, max: bounds.max_p_value_corrected },
    },
  };
}
