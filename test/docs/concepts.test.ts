// The worked examples of docs/concepts, recomputed: the page says the data and the figures, the code must agree.
import { describe, expect, it } from 'vitest';
import { fisherPValue } from '../../src/analysis/chance/fisher.ts';
import { sizedPValue } from '../../src/analysis/mining/rule-chance.ts';
import { chanceOfBaskets, mineRules } from '../../src/analysis/mining/rules/mine-rules.ts';
import { ANY_RULE } from '../../src/analysis/mining/rules/rule-constraints.ts';
import { frequentItemsets } from '../../src/analysis/mining/search/frequent-itemsets.ts';
import { SideChance } from '../../src/analysis/mining/size-chance.ts';
import { analyseMarketBasket } from '../../src/analysis/report-types/market-basket/partitions/partitioned.ts';
import type { RuleConstraints } from '../../src/contract/report-types/market-basket/rule-params.ts';
import { toBaskets } from '../analysis/mining/basket-data.ts';
import { columnsOf, type LiteralOrder, line, settingsOf } from '../analysis/orders/literal-orders.ts';
import { numbersIn, ordersOf, section, table } from './concepts-page.ts';

describe('rules', () => {
  const text = section('A worked example: rules');
  const orders = ordersOf(text);
  const [, minSupport, minConfidence] =
    /`min_support` ([\d.]+) and `min_confidence` ([\d.]+)/.exec(text) ?? [];
  const settings = settingsOf({ minSupport: Number(minSupport), minConfidence: Number(minConfidence) });
  const report = analyseMarketBasket(columnsOf(orders), settings).body;

  it('has as many baskets and rules as it says', () => {
    expect([
      orders.length,
      new Set(orders.flatMap(({ lines }) => lines.map(({ name }) => name))).size,
    ]).toEqual([10, 4]);
    const documented = [...text.matchAll(/(\w+) → (\w+) \((\w+)\)/g)].map(([, from, to, rating]) => [
      from,
      to,
      rating,
    ]);
    const found = report.association_rules.map(({ antecedents, consequents, impact_rating }) => [
      ...antecedents,
      ...consequents,
      impact_rating,
    ]);
    expect(documented).toEqual(found);
  });

  it.each(table(text, 'tea → milk', 3))('%s is %s', (name, figure) => {
    const rule = report.association_rules.find(({ antecedents }) => antecedents[0] === 'tea');
    const figures: Record<string, unknown> = { ...rule, ...rule?.impact_analysis, ...rule?.measures };
    expect(figures[name ?? '']).toBeCloseTo(Number(figure), 6);
  });
});

describe('chance within periods and by customers', () => {
  const text = section('Chance');

  it('proves a pair of 60 customers, and not the same pair of one', () => {
    const [all = 0, repeated = 0, others = 0, alone = 0] = numbersIn(
      /of (\d+) baskets, one customer has (\d+) with pen and ink; (\d+) others have one basket each,\s+(\d+) of them/,
      text,
    );
    expect(all).toBe(repeated + others);
    const shop = (customerOf: (at: number) => string): LiteralOrder[] => [
      ...Array.from({ length: repeated }, (_, at) => ({
        ...{ id: `a${at}`, customer: customerOf(at) },
        lines: [line('pen', 2), line('ink', 3)],
      })),
      ...Array.from({ length: others }, (_, at) => ({
        ...{ id: `b${at}`, customer: `b${at}` },
        lines: [line(at < alone ? 'pen' : at < 2 * alone ? 'ink' : 'soap', 1), line(`other ${at % 30}`, 1)],
      })),
    ];
    const provenIn = (orders: readonly LiteralOrder[]) =>
      analyseMarketBasket(columnsOf(orders), settingsOf())
        .body.association_rules.filter(({ proven }) => proven)
        .map(({ antecedents, impact_analysis }) => [...antecedents, impact_analysis.customers]);
    expect(provenIn(shop(() => 'one'))).toEqual([]);
    expect(provenIn(shop((at) => `a${at}`))).toEqual([
      ['pen', repeated],
      ['ink', repeated],
    ]);
  });
});

describe('what each product adds', () => {
  const text = section('What each product adds');
  const [customers = 0, teas = 0, mugs = 0] = numbersIn(
    /of (\d+) customers with one order each, (\d+) buy tea at 5, (\d+) of these a mug/,
    text,
  );
  const orders = Array.from({ length: customers }, (_, at) => ({
    ...{ id: `o${at}`, customer: `c${at}` },
    lines: [
      at < teas ? line('tea', 5) : line('soap', 1),
      ...(at < mugs ? [line('mug', 8)] : []),
      ...(at % 4 === 0 ? [line('castle stand', 90)] : []),
    ],
  }));
  const { association_rules } = analyseMarketBasket(columnsOf(orders), settingsOf()).body;

  it.each(table(text, 'rule', 6))('%s', (name, ...figures) => {
    const rule = association_rules.find(
      ({ antecedents, consequents }) => `${antecedents.join(' + ')} → ${consequents.join()}` === name,
    );
    expect(figures.slice(0, 4)).toEqual([
      rule?.proven ? 'yes' : 'no',
      ...[
        rule?.impact_analysis.occurrences,
        rule?.measures.lift_within_periods,
        rule?.impact_analysis.incremental_value,
      ].map(String),
    ]);
  });
});

describe('productive rules', () => {
  const text = section('Productive rules');
  const figures = new Map(
    table(text, 'tea, milk → honey', 3).map(([name, figure]) => [name, Number(figure)]),
  );
  const lists = [['tea', 'milk', 'honey'], ['tea', 'bread'], ['milk', 'bread'], ['bread']];
  const baskets = toBaskets(lists.flatMap((list) => Array.from({ length: 10 }, () => list)));
  const found = frequentItemsets(baskets, 4);
  const { model, layers } = chanceOfBaskets(baskets, { minSupport: 0.1 });
  const nodeOf = (...names: readonly string[]) =>
    names
      .map((name) => found.productOf.indexOf(baskets.products.indexOf(name)))
      .sort((a, b) => b - a)
      .reduce((node, rank) => found.trie.child(node, rank), 0);
  const count = (...names: readonly string[]) => found.trie.supportOf(nodeOf(...names));
  const [together, teas, honeys, milks] = [
    count('tea', 'milk', 'honey'),
    count('tea', 'milk'),
    count('milk', 'honey'),
    count('milk'),
  ];
  const expected = new SideChance(model, found.trie).expectedAmong(
    nodeOf('milk'),
    nodeOf('tea', 'milk'),
    nodeOf('milk', 'honey'),
  );
  const pValue = sizedPValue(together, teas, honeys, expected, milks);
  const layer = layers.find(({ products }) => products === 3);
  const tests = layer === undefined ? Number.NaN : (2 * layer.tests) / layer.share;

  it.each([
    ['baskets with milk', milks],
    ['p-value without sizes', fisherPValue(together, teas, honeys, milks)],
    ['expected', expected],
    ['test in', Math.floor((teas * honeys) / expected)],
    ['p-value given sizes', pValue],
    ['tests', tests],
    ['corrected', tests * pValue],
  ])('%s', (name, figure) => {
    expect(figures.get(name)).toBeCloseTo(figure, 6);
    expect((figures.get(name) ?? Number.NaN) / figure).toBeCloseTo(1, 5);
  });

  it('is productive, as the text says', () => {
    const { rules } = mineRules(baskets, { minSupport: 0.1, minConfidence: 0.1, maxRules: 100 });
    const rule = rules.find(
      ({ antecedents, consequents }) => antecedents.length === 2 && consequents[0] === 'honey',
    );
    expect(rule?.productive).toBe(true);
  });
});

describe('constraints', () => {
  const text = section('A worked example: constraints');
  const [minSupport = 0, minConfidence = 0] = numbersIn(
    /`min_support` ([\d.]+) and `min_confidence` ([\d.]+)/,
    text,
  );
  const [products, minLift] = numbersIn(/max_products: (\d+)[\s\S]*min_lift: (\d+)/, text);
  const reportWith = (rules?: RuleConstraints) =>
    analyseMarketBasket(
      columnsOf(ordersOf(section('A worked example: rules'))),
      settingsOf({ minSupport, minConfidence, rules }),
    ).body;
  const tea = { ...ANY_RULE, mustContain: ['tea'], maxProducts: products };

  it('leave the rules with the figures that it says', () => {
    const rules = reportWith({ ...tea, minLift }).association_rules.map((rule) => [
      `${rule.antecedents.join()} → ${rule.consequents.join()}`,
      rule.impact_rating,
      ...[rule.lift, rule.measures.p_value, rule.measures.p_value_corrected].map(String),
    ]);
    expect(rules).toEqual(table(text, 'rule', 5));
  });
});

describe('categories', () => {
  const text = section('A worked example: categories');
  const baskets = /```\n([^`]*)```/.exec(text)?.[1]?.trim().split('\n') ?? [];
  const orders = baskets.map(
    (basket, at): LiteralOrder => ({
      id: `o${at}`,
      lines: [...basket.matchAll(/(\w+)(?: \((\w+)\))? at (\d+)/g)].map(([, name = '', category, price]) =>
        line(name, Number(price), 1, category === undefined ? {} : { customFields: { category } }),
      ),
    }),
  );
  const report = (productLevel?: string) =>
    analyseMarketBasket(
      columnsOf(orders, productLevel === undefined ? {} : { productLevel }),
      settingsOf({ minSupport: 0.5, productLevel }),
    ).body;

  it('lead to the rules that it says', () => {
    const rules = report('category').association_rules.map((rule) => [
      `${rule.antecedents.join()} → ${rule.consequents.join()}`,
      ...[rule.support, rule.confidence, rule.lift, rule.impact_analysis.revenue].map((figure) =>
        String(Number(figure.toFixed(4))),
      ),
    ]);
    expect(rules.sort()).toEqual(table(text, 'rule', 5));
  });

  it('lead to the rules that it says, together with products', () => {
    const productLevels = ['product', 'custom:category'] as const;
    const rules = analyseMarketBasket(
      columnsOf(orders, { productLevels }),
      settingsOf({ minSupport: 0.25, minConfidence: 1, productLevels }),
    ).body.association_rules.map((rule) => [
      `${rule.antecedents.join()} → ${rule.consequents.join()}`,
      ...[rule.support, rule.confidence, rule.lift, rule.impact_analysis.revenue].map((figure) =>
        String(Number(figure.toFixed(4))),
      ),
    ]);
    expect(rules.sort()).toEqual(
      table(section('A worked example: products and categories'), 'rule', 5).sort(),
    );
  });
});
