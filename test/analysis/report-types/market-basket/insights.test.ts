// Findings from rules: which are chosen, what they rest on, and what they say.

import { describe, expect, it, test } from 'vitest';
import { computeRuleMeasures } from '../../../../src/analysis/mining/rules/measures.ts';
import type { AssociationRule } from '../../../../src/analysis/mining/rules/rule.ts';
import { withMbaInsights } from '../../../../src/analysis/report-types/market-basket/insights.ts';
import type { BasketFinding, MbaBody } from '../../../../src/contract/report-types/market-basket/schema.ts';
import { analyseMarketBasket } from '../../../../tools/harness/analyse.ts';
import { columnsOf, settingsOf } from '../../orders/literal-orders.ts';

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

function rule(
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

function bodyOf(rules: readonly AssociationRule[], settings = settingsOf()): MbaBody {
  const { body } = analyseMarketBasket(columnsOf([]), settings);
  const found = { association_rules_found: rules.length, association_rules_considered: rules.length };
  return { ...body, summary: { ...body.summary, ...found }, association_rules: [...rules] };
}

function insightsOf(rules: readonly AssociationRule[], settings = settingsOf()) {
  return withMbaInsights(bodyOf(rules, settings), settings).ai_insights;
}

const productsOf = (findings: readonly BasketFinding[] = []): string[] =>
  findings.map(({ products }) => products.join(' + '));

describe('which rules make findings', () => {
  const rules = [
    rule(['Tea'], ['Milk'], { value: 5_000 }),
    rule(['Milk'], ['Tea'], { value: 4_000, confidence: 0.9 }),
    rule(['Cup'], ['Tea'], { value: 900, lift: 4, confidence: 0.2 }),
    rule(['Bread'], ['Salt'], { value: 800, lift: 3, confidence: 0.4 }),
    rule(['Pen'], ['Ink'], { value: 10, lift: 9, confidence: 0.1 }),
  ];

  it('bundles by value, cross-sells by confidence, placements by lift', () => {
    const insights = insightsOf(rules);
    // Cup + Tea comes after Milk + Tea, which has the tea.
    expect(productsOf(insights?.bundles)).toEqual(['Milk + Tea', 'Bread + Salt', 'Ink + Pen']);
    expect(productsOf(insights?.cross_sells)).toEqual([]);
    expect(productsOf(insights?.placements)).toEqual(['Cup + Tea']);
  });

  it('each pair of products has one worth in the whole report', () => {
    const insights = insightsOf([
      ...rules,
      rule(['Milk', 'Tea'], ['Sugar'], { value: 4_500, confidence: 0.8 }),
      rule(['Oats'], ['Jam'], { value: 700, confidence: 0.8 }),
      rule(['Fig'], ['Nut'], { value: 600, confidence: 0.8 }),
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

  it('variants of one product make one finding of a kind', () => {
    const insights = insightsOf([
      rule(['HERB MARKER THYME'], ['HERB MARKER ROSEMARY'], { lift: 80 }),
      rule(['HERB MARKER MINT'], ['HERB MARKER PARSLEY'], { lift: 76 }),
      rule(['PLATE PINK'], ['CUP PINK'], { lift: 50 }),
    ]);
    expect(productsOf(insights?.bundles)).toEqual([
      'HERB MARKER ROSEMARY + HERB MARKER THYME',
      'CUP PINK + PLATE PINK',
    ]);
  });

  it.each([
    ['chance explains it', { lift: 0.9 }],
    ['it brings no money', { value: 0 }],
    ['it takes money away', { value: -5 }],
    ['it is not significant after correction for all rules', { corrected: 0.05 }],
    ['a shorter rule says it all', { redundant: true }],
    ['an antecedent adds nothing', { productive: false }],
    ['it is in too few baskets', { occurrences: 9 }],
    ['it is of too few customers', { customers: 4 }],
  ])('none where %s, and the summary says that nothing is recommended', (_, figures) => {
    expect(insightsOf([rule(['Tea'], ['Milk'], figures)])).toMatchObject({
      summary: expect.stringMatching(/: nothing is recommended\.$/),
      bundles: [],
      cross_sells: [],
      placements: [],
    });
  });

  it('none is about a fee', () => {
    const body = { ...bodyOf([rule(['Tea'], ['POSTAGE']), rule(['POSTAGE', 'Cup'], ['Tea'])]) };
    const { ai_insights } = withMbaInsights({ ...body, fees_and_services: ['POSTAGE'] }, settingsOf());
    expect(ai_insights).toMatchObject({ bundles: [], cross_sells: [], placements: [] });
    expect(productsOf(withMbaInsights(body, settingsOf()).ai_insights?.bundles)).toEqual(['POSTAGE + Tea']);
  });
});

describe('what few orders carry', () => {
  it('is no finding, and the summary says whose value comes from how many', () => {
    const few = rule(['Tea'], ['Milk'], { value: 10_034, halfFrom: 2, occurrences: 17 });
    expect(insightsOf([few])).toMatchObject({
      summary:
        '1 rule was found in 0 baskets worth 0.00. 1 rule is not recommended, since a handful of orders carries its value: of ' +
        'Tea and Milk, 2 of 17 orders bring half of the 10,034.00 more than expected. Nothing else is recommended.',
      ...{ bundles: [], cross_sells: [], placements: [] },
    });
    const one = rule(['Pen'], ['Ink'], { value: 99, halfFrom: 1, occurrences: 10 });
    const insights = insightsOf([few, rule(['Fig'], ['Nut']), one]);
    expect(insights?.summary).toBe(
      '3 rules were found in 0 baskets worth 0.00. 2 rules are not recommended, since a handful of orders carries their values: ' +
        'of the most valuable one, Tea and Milk, 2 of 17 orders bring half of the 10,034.00 more than expected.',
    );
    expect(productsOf(insights?.bundles)).toEqual(['Fig + Nut']);
  });

  it('is a finding where it takes more than five of them to bring half of the value', () => {
    const insights = insightsOf([rule(['Tea'], ['Milk'], { value: 400, halfFrom: 40 })]);
    expect(insights?.bundles[0]?.text).toMatch(
      / Extra value: 400\.00 more than expected; half of it comes from 40 orders\.$/,
    );
  });
});

describe('a finding says what to do, with whom, what it rests on and what it is worth', () => {
  it('of a bundle', () => {
    expect(insightsOf([rule(['Tea'], ['Milk'])])?.bundles).toMatchObject([
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

  it('of a cross-sell and a placement, by customer where baskets are customers’', () => {
    const taken = [rule(['Tea'], ['Milk'], { value: 9 }), rule(['Oats'], ['Jam'], { value: 8 })];
    const others = [
      rule(['Fig'], ['Nut'], { value: 7 }),
      rule(['Tea', 'Oil'], ['Ham'], { value: 6 }),
      rule(['Cup'], ['Pot'], { value: 5, confidence: 0.2 }),
    ];
    const insights = insightsOf([...taken, ...others], settingsOf({ scope: 'customer' }));
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

test('no rules: says which thresholds none reached', () => {
  const settings = settingsOf({
    minSupport: 0.001,
    context: 'a <b>shop</b>',
    businessContext: 'For bundles.',
  });
  expect(insightsOf([], settings)).toMatchObject({
    summary: 'No rule reaches a support of 0.001 and a confidence of 0.1 in 0 baskets.',
    context: 'a <b>shop</b>',
    business_context: 'For bundles.',
    bundles: [],
  });
});
