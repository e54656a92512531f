// How market basket reports are shown.

import type * as v from 'valibot';
import { REVENUE_WORDS } from '../../../report-parts/english.ts';
import { insightsOf } from '../../../report-parts/insights.ts';
import { listed } from '../../../report-parts/names.ts';
import { revenueFacts } from '../../../report-parts/revenue.ts';
import { decimals, whole } from '../../../src/core/insights/wording.ts';
import type { echoedRules } from '../../../src/report-types/market-basket/rule-params.ts';
import { type Fact, fact, money } from '../report-facts.ts';
import { type Cell, pageOf } from '../shown-report.ts';
import { mbaDetail, type ShownRule } from './detail.ts';
import { ruleTexts } from './terminal-rules.ts';

export const marketBasketPage = pageOf(mbaDetail, (report) => {
  const { summary, settings } = report;
  const write = money(report.currency);
  return {
    facts: [
      ['Baskets', whole(summary.orders_processed)],
      ...revenueFacts(
        summary,
        ['Value of the baskets', summary.total_revenue_processed],
        write,
        REVENUE_WORDS,
      ),
      ['Average order value', write(summary.average_order_value)],
      ['Products per basket', decimals(summary.average_basket_size, 1)],
      ['Rules found', whole(summary.association_rules_found)],
    ],
    settings: [
      ...fact('One basket per', settings?.scope, String),
      ...fact('Products by', settings?.product_identifier, String),
      ...fact('Baskets hold', settings?.product_level, (level) => [level].flat().join(', ')),
      ...fact('Minimum support', settings?.min_support, String),
      ...fact('Minimum confidence', settings?.min_confidence, String),
      ...constraintFacts(settings?.rules),
    ],
    lead: 'What to do',
    insights: insightsOf(report.ai_insights),
    terminal: (paper) => ruleTexts(paper, report),
    html: async () => (await import('./html-rules.ts')).ruleSections(report),
    csv: () => ruleLines(report.association_rules),
  };
});

/** The names of the columns, and a line per rule. */
export function ruleLines(rules: readonly ShownRule[]): Cell[][] {
  return [
    [
      'antecedents',
      'consequents',
      'support',
      'confidence',
      'lift',
      'occurrences',
      'revenue',
      'incremental_value',
      'impact_rating',
    ],
    ...rules.map((rule) => [
      rule.antecedents.join(' + '),
      rule.consequents.join(' + '),
      rule.support,
      rule.confidence,
      rule.lift,
      rule.impact_analysis.occurrences,
      rule.impact_analysis.revenue,
      rule.impact_analysis.incremental_value,
      rule.impact_rating,
    ]),
  ];
}

// The constraints of a market basket report as its pages name them.
type Echoed = v.InferOutput<typeof echoedRules>;

function constraintFacts(rules: Echoed | null | undefined): Fact[] {
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
