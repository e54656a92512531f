// Market basket reports that serve recommendations.
import { describe, expect, it } from 'vitest';
import { mineRules } from '../../../src/core/mining/mine-rules.ts';
import { ANY_RULE } from '../../../src/core/mining/rule-constraints.ts';
import { analyseBaskets } from '../../../src/report-types/market-basket/analyse.ts';
import { columnsOf, line, settingsOf } from '../../core/orders/literal-orders.ts';

const baskets = [
  ['tea', 'milk', 'honey'],
  ['tea', 'milk', 'honey'],
  ['tea', 'bread'],
  ['milk', 'bread'],
  ['soap'],
];
const columns = columnsOf(
  baskets.map((names, i) => ({ id: `o${i}`, lines: names.map((name) => line(name)) })),
);
const evidenceOf = (settings: Parameters<typeof settingsOf>[0]) => {
  const all = { minSupport: 0.2, minConfidence: 0.1, ...settings };
  const { evidence } = analyseBaskets(columns, settingsOf(all), (found, options) =>
    mineRules(found, options),
  );
  return evidence && { products: [...evidence.products()], summary: evidence.summary() };
};

describe('a market basket report', () => {
  it('gathers evidence only where it is asked to serve recommendations', () => {
    expect(evidenceOf({ serve: false })).toBeUndefined();
    expect(evidenceOf({ serve: true })?.products.map(({ product }) => product)).toEqual([
      'tea',
      'milk',
      'honey',
      'bread',
      'soap',
    ]);
  });

  it('serves recommendations from all rules, whichever it lists', () => {
    const constrained = { ...ANY_RULE, consequents: ['bread'], maxProducts: 2 };
    expect(evidenceOf({ serve: true, rules: constrained })).toEqual(evidenceOf({ serve: true }));
    expect(evidenceOf({ serve: true })?.products.some(({ combined }) => combined.length > 0)).toBe(true);
  });
});
