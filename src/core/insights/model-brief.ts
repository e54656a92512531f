// What a language model is told of a report: aggregates only, products as P1…Pn, rules as R1…Rn. No name of a product,
// no id of a customer or an order leaves the service.

import type { MbaReportBody } from '../../report-types/market-basket/analyse.ts';
import type { RfmReportBody } from '../../report-types/rfm/analyse.ts';
import type { AssociationRule } from '../mining/rule.ts';

export interface ModelBrief {
  /** JSON of the figures. */
  readonly facts: string;
  /** P1 is products[0]. */
  readonly products: readonly string[];
  /** R1 is rules[0]; empty for RFM. */
  readonly rules: readonly AssociationRule[];
}

const MAX_RULES = 20;

export function mbaBrief({ summary, association_rules, reference_date }: MbaReportBody): ModelBrief {
  const rules = association_rules.filter(({ lift }) => lift > 1).slice(0, MAX_RULES);
  const code = productCodes();
  const facts = {
    reference_date,
    baskets: summary.orders_processed,
    revenue: cents(summary.total_revenue_processed),
    average_order_value: cents(summary.average_order_value),
    average_basket_size: cents(summary.average_basket_size),
    rules_found: summary.association_rules_found,
    rules: rules.map((rule, index) => ({
      rule: `R${index + 1}`,
      antecedents: rule.antecedents.map(code.of),
      consequents: rule.consequents.map(code.of),
      support_percent: percentOf(rule.support),
      confidence_percent: percentOf(rule.confidence),
      lift: cents(rule.lift),
      baskets: rule.impact_analysis.occurrences,
      incremental_revenue: cents(rule.impact_analysis.incremental_value),
    })),
  };
  return { facts: JSON.stringify(facts), products: code.names, rules };
}

export function rfmBrief(body: RfmReportBody): ModelBrief {
  const code = productCodes();
  const { metrics } = body;
  const facts = {
    reference_date: body.reference_date,
    customers: body.customer_count,
    orders: metrics?.orders ?? 0,
    revenue: cents(metrics?.revenue ?? 0),
    repeat_percent: percentOf(metrics?.repeat_rate ?? 0),
    top_fifth_revenue_percent: percentOf(metrics?.top20_revenue_share ?? 0),
    segments: body.segments.map((segment) => ({
      segment: segment.name,
      customers: segment.count,
      customers_percent: cents(segment.percentage),
      revenue: cents(segment.revenue),
      revenue_percent: percentOf(segment.revenue_share),
      days_since_last_order: cents(segment.avg_recency),
      orders_each: cents(segment.avg_frequency),
      spent_each: cents(segment.avg_monetary),
      favourite_products: segment.top_products.slice(0, 3).map(({ product_name }) => code.of(product_name)),
      ...(segment.prediction !== null && {
        expected_orders_next_90_days: cents(segment.prediction.expected_orders_90d),
        likely_to_return_percent: percentOf(segment.prediction.probability_alive),
      }),
    })),
  };
  return { facts: JSON.stringify(facts), products: code.names, rules: [] };
}

function productCodes() {
  const names: string[] = [];
  return {
    names,
    of(name: string): string {
      const known = names.indexOf(name);
      return `P${(known >= 0 ? known : names.push(name) - 1) + 1}`;
    },
  };
}

function cents(value: number): number {
  return Math.round(value * 100) / 100;
}

/** `share`: 0..1. */
function percentOf(share: number): number {
  return Math.round(share * 1_000) / 10;
}
