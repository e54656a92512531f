// Findings from rules: their selection, their evidence and their texts.

import { describe, expect, it, test } from 'vitest';
import { computeRuleMeasures } from '../../../../src/analysis/mining/rules/measures.ts';
import type { AssociationRule } from '../../../../src/analysis/mining/rules/rule.ts';
import { withMbaInsights } from '../../../../src/analysis/report-types/market-basket/insights.ts';
import type { BasketFinding, MbaBody } from '../../../../src/contract/report-types/market-basket/schema.ts';
import { analyseMarketBasket } from '../../../../tools/harness/analyse.ts';
import { createMbaSettings, toColumns } from '../../orders/literal-orders.ts';

interface Figures {
  readonly lift?: number;
  readonly confidence?: number;
  readonly value?: number;
  readonly corrected?: number;
  readonly redundant?: boolean;
  readonly productive?: boolean;
  readonly halfFrom?: number | null;
  readonly occurrences?: number;
  readonly customers?: number;
}

function createRule(
  antecedents: readonly string[],
  consequents: readonly string[],
  {
    lift = 2,
    confidence = 0.5,
    value = 1_000,
    corrected = 0.001,
    redundant = false,
    productive = true,
    halfFrom = null,
    occurrences = 1_234,
    customers = occurrences,
  }: Figures = {},
): AssociationRule {
  return {
    antecedents,
    consequents,
    support: 0.1,
    confidence,
    lift,
    impact_rating: lift > 1 ? 'High' : 'Low',
    impact_analysis: {
      revenue: 2 * value,
      lift,
      conversion_rate: confidence,
      occurrences,
      customers,
      incremental_value: value,
      half_from: halfFrom,
    },
    measures: {
      ...computeRuleMeasures(
        { together: 3, antecedents: 6, consequents: 6, baskets: 24 },
        {
          expected: 1.5,
          inPeriods: 1.5,
          pValue: 0.001,
          customersPValue: 0.001,
          correction: 1,
          qValue: 0.001,
        },
      ),
      lift_within_periods: lift,
      p_value_corrected: corrected,
    },
    redundant,
    productive,
    proven: consequents.length === 1 && lift > 1 && corrected < 0.05 && productive,
  };
}

function createBody(rules: readonly AssociationRule[], settings = createMbaSettings()): MbaBody {
  const { body } = analyseMarketBasket(toColumns([]), settings);
  const found = { association_rules_found: rules.length, association_rules_considered: rules.length };
  return { ...body, summary: { ...body.summary, ...found }, association_rules: [...rules] };
}

function createInsights(rules: readonly AssociationRule[], settings = createMbaSettings()) {
  return withMbaInsights(createBody(rules, settings), settings).ai_insights;
}

const listProducts = (findings: readonly BasketFinding[] = []): string[] =>
  findings.map(({ products }) => products.join(' + '));

describe('the findings of a report', () => {
  const rules = [
    createRule(['Tea'], ['Milk'], { value: 5_000 }),
    createRule(['Milk'], ['Tea'], { value: 4_000, confidence: 0.9 }),
    createRule(['Cup'], ['Tea'], { value: 900, lift: 4, confidence: 0.2 }),
    createRule(['Bread'], ['Salt'], { value: 800, lift: 3, confidence: 0.4 }),
    createRule(['Pen'], ['Ink'], { value: 10, lift: 9, confidence: 0.1 }),
  ];

  it('choose bundles by value, cross-sells by confidence and placements by lift', () => {
    const insights = createInsights(rules);
    // Milk + Tea already bundles the tea, so that Cup + Tea is no bundle.
    expect(listProducts(insights?.bundles)).toEqual(['Milk + Tea', 'Bread + Salt', 'Ink + Pen']);
    expect(listProducts(insights?.cross_sells)).toEqual([]);
    expect(listProducts(insights?.placements)).toEqual(['Cup + Tea']);
  });

  it('contain each pair of products at most once', () => {
    const insights = createInsights([
      ...rules,
      createRule(['Milk', 'Tea'], ['Sugar'], { value: 4_500, confidence: 0.8 }),
      createRule(['Oats'], ['Jam'], { value: 700, confidence: 0.8 }),
      createRule(['Fig'], ['Nut'], { value: 600, confidence: 0.8 }),
    ]);
    const all = [insights?.bundles, insights?.cross_sells, insights?.placements].flatMap(
      (list) => list ?? [],
    );
    const pairs = all.flatMap(({ products }) =>
      products.flatMap((one, at) => products.slice(at + 1).map((other) => `${one} + ${other}`)),
    );
    expect(pairs.length).toBeGreaterThan(5);
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  it('contain one finding of a kind for variants of a product', () => {
    const insights = createInsights([
      createRule(['HERB MARKER THYME'], ['HERB MARKER ROSEMARY'], { lift: 80 }),
      createRule(['HERB MARKER MINT'], ['HERB MARKER PARSLEY'], { lift: 76 }),
      createRule(['PLATE PINK'], ['CUP PINK'], { lift: 50 }),
    ]);
    expect(listProducts(insights?.bundles)).toEqual([
      'HERB MARKER ROSEMARY + HERB MARKER THYME',
      'CUP PINK + PLATE PINK',
    ]);
  });

  it.each([
    ['chance explains it', { lift: 0.9 }],
    ['it brings no money', { value: 0 }],
    ['it takes money away', { value: -5 }],
    ['it is not significant after correction for all rules', { corrected: 0.05 }],
    ['a shorter rule makes it redundant', { redundant: true }],
    ['an antecedent adds nothing', { productive: false }],
    ['it is in too few baskets', { occurrences: 9 }],
    ['too few customers bought it', { customers: 4 }],
  ])('leave out a rule if %s, and the summary states that nothing is recommended', (_, figures) => {
    expect(createInsights([createRule(['Tea'], ['Milk'], figures)])).toMatchObject({
      summary: expect.stringMatching(/: nothing is recommended\.$/),
      bundles: [],
      cross_sells: [],
      placements: [],
    });
  });

  it('contain no fees', () => {
    const body = {
      ...createBody([createRule(['Tea'], ['POSTAGE']), createRule(['POSTAGE', 'Cup'], ['Tea'])]),
    };
    const { ai_insights } = withMbaInsights({ ...body, fees_and_services: ['POSTAGE'] }, createMbaSettings());
    expect(ai_insights).toMatchObject({ bundles: [], cross_sells: [], placements: [] });
    expect(listProducts(withMbaInsights(body, createMbaSettings()).ai_insights?.bundles)).toEqual([
      'POSTAGE + Tea',
    ]);
  });
});

describe('a valuable rule', () => {
  it('is not a finding if a few orders bring half of its value, and the summary states how many', () => {
    const few = createRule(['Tea'], ['Milk'], { value: 10_034, halfFrom: 2, occurrences: 17 });
    expect(createInsights([few])).toMatchObject({
      summary:
        '1 rule was found in 0 baskets worth 0.00. 1 rule is not recommended, since a handful of orders carries its value. ' +
        'Tea and Milk: 2 of 17 orders bring half of the 10,034.00 more than expected. Nothing else is recommended.',
      ...{ bundles: [], cross_sells: [], placements: [] },
    });
    const one = createRule(['Pen'], ['Ink'], { value: 99, halfFrom: 1, occurrences: 10 });
    const insights = createInsights([few, createRule(['Fig'], ['Nut']), one]);
    expect(insights?.summary).toBe(
      '3 rules were found in 0 baskets worth 0.00. 2 rules are not recommended, since a handful of orders carries their values. ' +
        'The most valuable one is Tea and Milk: 2 of 17 orders bring half of the 10,034.00 more than expected.',
    );
    expect(listProducts(insights?.bundles)).toEqual(['Fig + Nut']);
  });

  it('is a finding if more than five orders bring half of its value', () => {
    const insights = createInsights([createRule(['Tea'], ['Milk'], { value: 400, halfFrom: 40 })]);
    expect(insights?.bundles[0]?.text).toMatch(
      / Extra value: 400\.00 more than expected; half of it comes from 40 orders\.$/,
    );
  });
});

describe('the text of a finding', () => {
  it('names the products, buyers, evidence and value of a bundle', () => {
    expect(createInsights([createRule(['Tea'], ['Milk'])])?.bundles).toMatchObject([
      {
        products: ['Milk', 'Tea'],
        text:
          'Sell Tea and Milk as a bundle, first to buyers of Tea: 1,234 of their 2,468 orders contain all of it, ' +
          '2.0 times as many as expected of unrelated products. Extra value: 1,000.00 more than expected.',
        expected_incremental_revenue: 1_000,
        rule: { antecedents: ['Tea'], consequents: ['Milk'] },
        evidence: {
          baskets_together: 1_234,
          baskets_with_antecedents: 2_468,
          customers: 1_234,
          lift_within_periods: 2,
          p_value_corrected: expect.any(Number),
        },
      },
    ]);
  });

  it('counts customers in a cross-sell and a placement if baskets are per customer', () => {
    const taken = [createRule(['Tea'], ['Milk'], { value: 9 }), createRule(['Oats'], ['Jam'], { value: 8 })];
    const others = [
      createRule(['Fig'], ['Nut'], { value: 7 }),
      createRule(['Tea', 'Oil'], ['Ham'], { value: 6 }),
      createRule(['Cup'], ['Pot'], { value: 5, confidence: 0.2 }),
    ];
    const insights = createInsights([...taken, ...others], createMbaSettings({ scope: 'customer' }));
    expect(insights?.cross_sells.map(({ text }) => text)).toEqual([
      'Offer Ham to buyers of Tea and Oil who do not already buy it: 1,234 of 2,468 customers. In the other 50.0 %, they are already bought together. ' +
        'Extra value: 6.00 more than expected.',
    ]);
    expect(insights?.placements.map(({ text }) => text)).toEqual([
      'Place Cup next to Pot: they are bought together 2.0 times as often as expected of unrelated products (1,234 customers with both). ' +
        'Extra value: 5.00 more than expected.',
    ]);
  });
});

test('the summary of a report without rules states the thresholds that no rule reaches', () => {
  const settings = createMbaSettings({
    minSupport: 0.001,
    context: 'a <b>shop</b>',
    businessContext: 'For bundles.',
  });
  expect(createInsights([], settings)).toMatchObject({
    summary: 'No rule reaches 0.1 % of 0 baskets and 10 % of buyers.',
    context: 'a <b>shop</b>',
    business_context: 'For bundles.',
    bundles: [],
  });
});
