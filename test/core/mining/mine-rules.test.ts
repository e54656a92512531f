// Rules that a reader can check by hand, edge cases, and a brute-force miner as a second opinion.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mineRules } from '../../../src/core/mining/mine-rules.ts';
import type { MinedRules } from '../../../src/core/mining/rule.ts';
import { leastCount } from '../../../src/core/mining/thresholds.ts';
import { toBaskets } from './basket-data.ts';

const mine = (lists: string[][], minSupport: number, minConfidence: number, maxRules = 10_000): MinedRules =>
  mineRules(toBaskets(lists), { minSupport, minConfidence, maxRules });

it('counts thresholds in baskets, without float error', () => {
  expect(leastCount(0.07, 100)).toBe(7);
  expect(leastCount(0.01, 9_900)).toBe(99);
  expect(leastCount(0.01, 9_835)).toBe(99);
  expect(leastCount(1e-9, 10)).toBe(1);
  expect(leastCount(1, 10)).toBe(10);
});

it('values a rule by what it brought beyond chance', () => {
  const lists = [['a', 'b'], ['a', 'b'], ['a'], ['c']];
  const prices: Record<string, number> = { a: 2, b: 10 };
  const { rules } = mineRules(
    toBaskets(lists, (product) => prices[product] ?? 1),
    {
      minSupport: 0.5,
      minConfidence: 0.1,
      maxRules: 10,
    },
  );
  // Lift: 2/4 over (3/4 × 2/4) = 4/3. a → b: 20 × (1 − 3/4) = 5; b → a: 4 × (1 − 3/4) = 1.
  expect(
    rules.map((rule) => [rule.antecedents, rule.impact_rating, rule.impact_analysis.incremental_value]),
  ).toEqual([
    [['a'], 'High', 5],
    [['b'], 'Medium', 1],
  ]);
  expect(rules[0]?.impact_analysis.revenue).toBe(24);
});

describe('edge cases', () => {
  it('finds nothing in nothing', () => {
    expect(mine([], 0.01, 0.1)).toMatchObject({ rules: [], ruleCount: 0, itemsetCount: 0 });
  });
  it('keeps a product that is in every basket', () => {
    expect(mine([['x', 'a'], ['x', 'b'], ['x']], 1, 0.1)).toMatchObject({ itemsetCount: 1, ruleCount: 0 });
  });
  it('takes equal baskets: every rule is certain and no better than chance', () => {
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
  it('answers at a higher support when there are more itemsets than memory allows, and says so', () => {
    const wide = Array.from({ length: 16 }, (_, i) => `p${i}`);
    const lists = [wide, wide, ['p0', 'p1'], ['p0', 'p1'], ['p0', 'p1']];
    const mined = mineRules(toBaskets(lists), {
      minSupport: 0.2,
      minConfidence: 0.1,
      maxRules: 10,
      maxItemsets: 1_000,
    });
    expect(mined.itemsetCount).toBe(3);
    expect(mined.warnings[0]).toContain('instead');
  });
});

it('agrees with brute force on random baskets', () => {
  const basket = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 });
  fc.assert(
    fc.property(
      fc.array(basket, { minLength: 1, maxLength: 14 }),
      fc.integer({ min: 1, max: 6 }),
      (lists, least) => {
        const mined = mine(lists, Math.min(least / lists.length, 1), 0.3);
        const found = mined.rules.map((rule) => [
          rule.antecedents.join(),
          rule.consequents.join(),
          Math.round(rule.support * lists.length),
          rule.confidence.toFixed(9),
        ]);
        expect(found.map(String).sort()).toEqual(
          bruteForce(lists, Math.min(least, lists.length), 0.3).sort(),
        );
      },
    ),
    { numRuns: 500 },
  );
});

function bruteForce(lists: string[][], least: number, minConfidence: number): string[] {
  const products = ['a', 'b', 'c', 'd', 'e', 'f'];
  const subsets = (items: string[]): string[][] =>
    items.length === 0 ? [[]] : subsets(items.slice(1)).flatMap((rest) => [rest, [items[0] ?? '', ...rest]]);
  const count = (items: string[]): number =>
    lists.filter((list) => items.every((item) => list.includes(item))).length;
  return subsets(products).flatMap((itemset) => {
    const together = count(itemset);
    if (itemset.length < 2 || together < least) return [];
    return subsets(itemset).flatMap((antecedents) => {
      if (antecedents.length === 0 || antecedents.length === itemset.length) return [];
      const confidence = together / count(antecedents);
      if (confidence < minConfidence) return [];
      const consequents = itemset.filter((item) => !antecedents.includes(item));
      return [
        String([antecedents.sort().join(), consequents.sort().join(), together, confidence.toFixed(9)]),
      ];
    });
  });
}
