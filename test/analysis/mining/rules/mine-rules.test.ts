// Rules that a reader can check by hand, edge cases, and the order of rules.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mineRules } from '../../../../src/analysis/mining/rules/mine-rules.ts';
import type { AssociationRule, MinedRules } from '../../../../src/analysis/mining/rules/rule.ts';
import { countCases } from '../../../../tools/harness/depth.ts';
import { toBaskets } from '../basket-data.ts';

const mine = (lists: string[][], minSupport: number, minConfidence: number, maxRules = 10_000): MinedRules =>
  mineRules(toBaskets(lists), { minSupport, minConfidence, maxRules });

it('mineRules values a rule by the value of its consequents beyond chance', () => {
  const lists = [
    ['a', 'b'],
    ['a', 'b'],
    ['a', 'c'],
    ['c', 'd'],
  ];
  const prices: Record<string, number> = { a: 2, b: 10 };
  const { rules } = mineRules(
    toBaskets(lists, (product) => prices[product] ?? 1),
    {
      minSupport: 0.5,
      minConfidence: 0.1,
      maxRules: 10,
    },
  );
  const expected = Math.fround(rules[0]?.measures.expected_occurrences ?? Number.NaN);
  expect(expected).toBeCloseTo(1.212_33, 5);
  // a → b: 20 × (1 − expected / 2); b → a: 4 × (1 − expected / 2). Four baskets prove nothing.
  expect(
    rules.map((rule) => [rule.antecedents, rule.impact_rating, rule.impact_analysis.incremental_value]),
  ).toEqual([
    [['a'], 'Low', Number((20 * (1 - expected / 2)).toPrecision(12))],
    [['b'], 'Low', Number((4 * (1 - expected / 2)).toPrecision(12))],
  ]);
  expect(rules[0]?.impact_analysis.revenue).toBe(24);
});

it('mineRules values a rule below zero if chance explains more baskets than it has', () => {
  // c and d fill most baskets to two products: chance would put a and b together in more than one basket.
  const lists = [
    ['a', 'c'],
    ['a', 'd'],
    ['a', 'b'],
    ['b', 'c'],
    ['b', 'd'],
    ['a', 'd'],
    ['b', 'c'],
    ['c'],
    ['d'],
  ];
  const { rules } = mineRules(
    toBaskets(lists, (product) => (product === 'a' ? 2 : 10)),
    { minSupport: 0.1, minConfidence: 0.1, maxRules: 100 },
  );
  const both = rules.filter(
    ({ antecedents, consequents }) => [...antecedents, ...consequents].sort().join() === 'a,b',
  );
  const expected = Math.fround(both[0]?.measures.expected_occurrences ?? Number.NaN);
  expect(expected).toBeGreaterThan(1.1);
  const values = both.map(({ impact_analysis }) => impact_analysis.incremental_value);
  expect(values).toEqual([10, 2].map((value) => Number((value * (1 - expected)).toPrecision(12))));
  expect(both.map(({ impact_rating }) => impact_rating)).toEqual(['Low', 'Low']);
});

describe('mineRules in edge cases', () => {
  it('returns no rules for no baskets', () => {
    expect(mine([], 0.01, 0.1)).toMatchObject({ rules: [], ruleCount: 0, itemsetCount: 0 });
  });
  it('keeps a product that is in every basket', () => {
    expect(mine([['x', 'a'], ['x', 'b'], ['x']], 1, 0.1)).toMatchObject({ itemsetCount: 1, ruleCount: 0 });
  });
  it('rates every rule of equal baskets Low, with a lift of 1', () => {
    const { rules, ruleCount } = mine(
      [
        ['a', 'b', 'c'],
        ['a', 'b', 'c'],
      ],
      1,
      1,
    );
    expect(ruleCount).toBe(12);
    expect(new Set(rules.map(({ lift, impact_rating }) => `${lift} ${impact_rating}`))).toEqual(
      new Set(['1 Low']),
    );
  });
  it.each([
    ['one basket', [['a', 'b']], 3, 2],
    ['empty baskets beside one', [[], ['a', 'b'], []], 3, 2],
    ['an item twice in a basket', [['a', 'a', 'b']], 3, 2],
  ])('mines %s', (_, lists, itemsets, rules) => {
    expect(mine(lists, 0, 0.1)).toMatchObject({ itemsetCount: itemsets, ruleCount: rules });
  });
  it('mines 100,000 products and a basket of 10,000 of them', () => {
    const wide = Array.from({ length: 10_000 }, (_, i) => `p${i}`);
    const lists = [...Array.from({ length: 90_000 }, (_, i) => [`q${i}`, 'p1']), wide, ['p1', 'p2']];
    const mined = mine(lists, 2 / lists.length, 0.1);
    expect([mined.itemsetCount, mined.ruleCount, mined.warnings]).toEqual([3, 1, []]);
  });
});

it('mineRules marks rules as redundant if fewer antecedents suffice, and returns a total order', () => {
  const basket = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 5 });
  fc.assert(
    fc.property(fc.array(basket, { minLength: 1, maxLength: 14 }), (lists) => {
      const { rules } = mine(lists, 0, 0);
      const confidences = new Map(rules.map((rule) => [toRuleKey(rule), rule.confidence]));
      for (const rule of rules) {
        const fewer = rules.filter(
          (other) =>
            other.consequents.join() === rule.consequents.join() &&
            other.antecedents.length < rule.antecedents.length &&
            other.antecedents.every((product) => rule.antecedents.includes(product)),
        );
        expect(rule.redundant).toBe(fewer.some(({ confidence }) => confidence >= rule.confidence));
      }
      expect(confidences.size).toBe(rules.length);
      expect(rules.some(({ proven }) => proven)).toBe(false);
      const sorted = rules.toSorted(
        (a, b) =>
          b.measures.leverage - a.measures.leverage ||
          b.impact_analysis.revenue - a.impact_analysis.revenue ||
          b.lift - a.lift ||
          (toRuleKey(a) < toRuleKey(b) ? -1 : 1),
      );
      expect(rules).toEqual(sorted);
    }),
    { numRuns: countCases(35) },
  );
});

const toRuleKey = ({ antecedents, consequents }: AssociationRule): string =>
  JSON.stringify([antecedents, consequents]);
