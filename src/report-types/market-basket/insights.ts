// Market basket figures as findings: what to bundle, what to offer with what, what to place side by side. Text is
// made from the report's own figures by fixed rules.

import { amount, listed, percent, whole } from '../../core/insights/wording.ts';
import type { AssociationRule } from '../../core/mining/rule.ts';
import type { BasketFinding, MbaBody } from './schema.ts';
import type { MbaSettings } from './settings.ts';

const PER_KIND = 3;
/** From here on a consequent follows often enough to be offered as a matter of course. */
const CROSS_SELL_CONFIDENCE = 0.3;

export function withMbaInsights(body: MbaBody, settings: MbaSettings): MbaBody {
  const useful = body.association_rules.filter((rule) => rule.lift > 1 && rule.impact_analysis.revenue > 0);
  const byLift = [...useful].sort((a, b) => b.lift - a.lift);
  const { summary } = body;
  const scope =
    summary.association_rules_found === 0
      ? `No rule reaches min_support ${settings.minSupport} and min_confidence ${settings.minConfidence} in ${whole(summary.orders_processed)} baskets.`
      : `${whole(summary.association_rules_found)} rules were found in ${whole(summary.orders_processed)} baskets ` +
        `worth ${amount(summary.total_revenue_processed)}.`;
  return {
    ...body,
    ai_insights: {
      generated_by: 'rules',
      summary: scope,
      business_context: settings.businessContext ?? null,
      context: settings.context ?? null,
      bundles: findings(useful, (rule, value) => {
        const all = listed([...rule.antecedents, ...rule.consequents]);
        return `Sell ${all} as a bundle: they are in one basket ${whole(rule.impact_analysis.occurrences)} times, ${rule.lift.toFixed(1)} times as often as chance would have it, which is worth ${amount(value)}.`;
      }),
      cross_sells: findings(
        useful.filter((rule) => rule.confidence >= CROSS_SELL_CONFIDENCE),
        (rule, value) =>
          `Offer ${listed(rule.consequents)} to whoever takes ${listed(rule.antecedents)}: ${percent(rule.confidence)} of them buy it, which is worth ${amount(value)}.`,
      ),
      placements: findings(
        byLift,
        (rule, value) =>
          `Place ${listed(rule.antecedents)} next to ${listed(rule.consequents)}: buyers of one are ${rule.lift.toFixed(1)} times as likely to take the other, which is worth ${amount(value)}.`,
      ),
    },
  };
}

/** The first rules of the list, each set of products once. */
function findings(
  rules: readonly AssociationRule[],
  describe: (rule: AssociationRule, value: number) => string,
): BasketFinding[] {
  const found = new Map<string, BasketFinding>();
  for (const rule of rules) {
    const products = [...rule.antecedents, ...rule.consequents].sort();
    const key = JSON.stringify(products);
    if (found.has(key)) continue;
    const value = rule.impact_analysis.incremental_value;
    found.set(key, {
      products,
      text: describe(rule, value),
      expected_incremental_revenue: value,
      rule: { antecedents: rule.antecedents, consequents: rule.consequents },
    });
    if (found.size === PER_KIND) break;
  }
  return [...found.values()];
}
