// Findings from rules: which are chosen, what they rest on, and what they say.
import { expect, test } from 'vitest';
import { ruleMeasures } from '../../../src/core/mining/measures.ts';
import type { AssociationRule } from '../../../src/core/mining/rule.ts';
import { buildMbaReport } from '../../../src/report-types/market-basket/analyse.ts';
import { withMbaInsights } from '../../../src/report-types/market-basket/insights.ts';
import type { MbaBody } from '../../../src/report-types/market-basket/schema.ts';
import { columnsOf, settingsOf } from '../../core/orders/literal-orders.ts';

function rule(from: string, to: string, lift: number, confidence: number, revenue: number): AssociationRule {
  return {
    antecedents: [from],
    consequents: [to],
    support: 0.1,
    confidence,
    lift,
    impact_rating: lift > 1 ? 'High' : 'Low',
    impact_analysis: {
      revenue,
      lift,
      conversion_rate: confidence,
      occurrences: 1_234,
      incremental_value: revenue * (1 - 1 / lift),
    },
    measures: ruleMeasures({ together: 3, antecedents: 6, consequents: 6, baskets: 24 }, 10),
    redundant: false,
  };
}

function insightsOf(rules: readonly AssociationRule[], settings = settingsOf()) {
  const body = buildMbaReport(columnsOf([]), settings, () => ({
    rules,
    ruleCount: rules.length,
    singleRuleCount: rules.length,
    itemsetCount: 0,
    warnings: [],
  }));
  return withMbaInsights(body, settings).ai_insights;
}

const rules = [
  rule('Tea', 'Milk', 2, 0.25, 5_000),
  rule('Milk', 'Tea', 2, 0.5, 5_000),
  rule('Cup', 'Tea', 4, 0.8, 1_000),
  rule('Bread', 'Salt', 0.9, 0.9, 9_000),
  rule('Gift', 'Card', 8, 0.9, 0),
];

test('bundles in the order of rules, cross-sells by confidence, placements by lift; each pair once', () => {
  const teaMilk = { products: ['Milk', 'Tea'], expected_incremental_revenue: 2_500 };
  const cupTea = { products: ['Cup', 'Tea'], expected_incremental_revenue: 750 };
  expect(insightsOf(rules)).toMatchObject({
    generated_by: 'rules',
    bundles: [{ ...teaMilk, rule: { antecedents: ['Tea'], consequents: ['Milk'] } }, cupTea],
    cross_sells: [{ ...teaMilk, rule: { antecedents: ['Milk'], consequents: ['Tea'] } }, cupTea],
    placements: [cupTea, teaMilk],
  });
});

test('texts carry the figures of their rule', () => {
  const text = JSON.stringify(insightsOf(rules));
  expect(text).toContain('Sell Tea and Milk as a bundle: they are in one basket 1,234 times, 2.0 times');
  expect(text).toContain('Offer Tea to whoever takes Milk: 50.0 % of them buy it, which is worth 2,500.00.');
  expect(text).toContain('Place Cup next to Tea: buyers of one are 4.0 times as likely');
});

test('rules that chance explains, or without money, make no finding', () => {
  expect(insightsOf(rules.slice(3))).toMatchObject({ bundles: [], cross_sells: [], placements: [] });
});

test('no rules: says which thresholds none reached', () => {
  const settings = settingsOf({
    minSupport: 0.001,
    context: 'a <b>shop</b>',
    businessContext: 'For bundles.',
  });
  expect(insightsOf([], settings)).toMatchObject({
    summary: 'No rule reaches min_support 0.001 and min_confidence 0.1 in 0 baskets.',
    context: 'a <b>shop</b>',
    business_context: 'For bundles.',
    bundles: [],
  });
});

test('the same body gives the same insights, and nothing else of it changes', () => {
  const body: MbaBody = buildMbaReport(columnsOf([]), settingsOf(), () => ({
    rules,
    ruleCount: 5,
    singleRuleCount: 5,
    itemsetCount: 0,
    warnings: [],
  }));
  const { ai_insights: first, ...rest } = withMbaInsights(body, settingsOf());
  expect(withMbaInsights(body, settingsOf()).ai_insights).toEqual(first);
  expect({ ...rest, ai_insights: null }).toEqual(body);
});
