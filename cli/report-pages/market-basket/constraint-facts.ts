// The constraints of a market basket report as its pages name them.
import type * as v from 'valibot';
import { listed } from '../../../report-parts/names.ts';
import type { echoedRules } from '../../../src/report-types/market-basket/rule-params.ts';
import { type Fact, fact } from '../report-facts.ts';

type Echoed = v.InferOutput<typeof echoedRules>;

export function constraintFacts(rules: Echoed | null | undefined): Fact[] {
  if (!rules) return [];
  const shown = (names: readonly string[]): string => listed(names, ', ');
  return [
    ...fact('Rules must contain', rules.must_contain, shown),
    ...fact('Only antecedents', rules.antecedents, shown),
    ...fact('Only consequents', rules.consequents, shown),
    ...fact('Excluded products', rules.exclude, shown),
    ...fact('Maximum products', rules.max_products, String),
    ...fact('Maximum antecedents', rules.max_antecedents, String),
    ...fact('Maximum consequents', rules.max_consequents, String),
    ...fact('Minimum lift', rules.min_lift, String),
    ...fact('Maximum corrected p-value', rules.max_p_value_corrected, String),
    ...fact('Redundant rules', rules.redundant, () => 'left out'),
  ];
}
