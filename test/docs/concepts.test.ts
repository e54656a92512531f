// The worked examples of docs/concepts, recomputed: the page says the data and the figures, the code must agree.

import { describe, expect, it } from 'vitest';
import { analyseMarketBasket } from '../../tools/harness/analyse.ts';
import { columnsOf, type LiteralOrder, line, settingsOf } from '../analysis/orders/literal-orders.ts';
import { ordersOf, section, table } from './concepts-page.ts';

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
