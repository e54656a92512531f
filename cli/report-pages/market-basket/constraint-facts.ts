// The constraints of a market basket report as its pages name them.
import type * as v from 'valibot';
import type { echoedRules } from '../../../src/report-types/market-basket/rule-params.ts';
import { type Fact, fact } from '../report-facts.ts';

type Echoed = v.InferOutput<typeof echoedRules>;

export function constraintFacts(rules: Echoed | null | undefined): Fact[] {
  if (!rules) return [];
  const listed = (names: readonly string[]): string => names.join(', ');
  return [
    ...fact('Rules must contain', rules.must_contain, listed),
    ...fact('Only antecedents', rules.antecedents, listed),
    ...fact('Only consequents', rules.consequents, listed),
    ...fact('Excluded products', rules.exclude, listed),
    ...fact('Maximum products', rules.max_products, String),
    ...fact('Maximum antecedents', rules.max_antecedents, String),
    ...fact('Maximum consequents', rules.max_consequents, String),
    ...fact('Minimum lift', rules.min_lift, String),
    ...fact('Maximum corrected p-value', rules.max_p_value_corrected, String),
    ...fact('Redundant rules', rules.redundant, () => 'left out'),
  ];
}
