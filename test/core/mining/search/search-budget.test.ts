// What a search answers when the question asked costs too much: a smaller one, exactly, and it says which.

import { expect, it } from 'vitest';
import { mineRules } from '../../../../src/core/mining/rules/mine-rules.ts';
import { frequentItemsets } from '../../../../src/core/mining/search/frequent-itemsets.ts';
import { DEFAULT_BUDGET, type MiningBudget } from '../../../../src/core/mining/search/search-budget.ts';
import { inEnglish } from '../../../../src/core/sentences/english.ts';
import { toBaskets } from '../basket-data.ts';

const products = Array.from({ length: 13 }, (_, i) => `p${i}`);
/** Two wide baskets: 8,191 itemsets at support 2 of 5, 78 pairs among them, 286 triples. */
const baskets = toBaskets([products, products, ['p0', 'p1'], ['p0', 'p1'], ['p0', 'p1']]);

const mine = (budget: Partial<MiningBudget>, minSupport = 0.4) =>
  mineRules(baskets, {
    minSupport,
    minConfidence: 0.1,
    maxRules: 10,
    budget: { ...DEFAULT_BUDGET, ...budget },
  });

it('answers in full within its budget', () => {
  expect(mine({})).toMatchObject({ itemsetCount: 8_191, warnings: [] });
});

it('splits shorter itemsets only where there are too many rules', () => {
  const mined = mine({ maxSplits: 5_000 });
  // Splits into rules: 78 × 2 of pairs, 286 × 6 of triples, 715 × 14 of four products.
  expect([mined.itemsetCount, mined.ruleCount]).toEqual([8_191, 78 * 2 + 286 * 6]);
  expect(inEnglish(mined.warnings)).toEqual([
    'There are more rules than one report can look at: only itemsets of up to 3 products were split into rules.',
  ]);
});

it('looks for shorter itemsets where there are too many', () => {
  const mined = mine({ maxItemsets: 1_000 });
  expect(mined.itemsetCount).toBe(13 + 78 + 286);
  expect(inEnglish(mined.warnings)).toEqual([
    'At a support of 0.4 there are more itemsets than one report can hold: it was computed for itemsets of up to 3 products instead. A higher one finds longer ones.',
  ]);
});

it('raises the support to the lowest that fits where even pairs are too many', () => {
  const mined = mine({ maxItemsets: 80 });
  expect(mined.itemsetCount).toBe(3);
  expect(inEnglish(mined.warnings)).toEqual([
    'At a support of 0.4 there are more itemsets than one report can hold: it was computed at a support of 0.6 (3 baskets) for itemsets of up to 2 products instead.',
  ]);
});

it('names no share above 1 where no support fits', () => {
  expect(mine({ maxItemsets: 2 })).toMatchObject({
    itemsetCount: 0,
    rules: [],
    warnings: [{ code: 'search_without_rules', params: { min_support: 0.4 } }],
  });
});

it('finds itemsets of a single basket at min_support 0, within the budget', () => {
  const lists = [['a', 'b'], ['c']];
  const ask = { minSupport: 0, minConfidence: 0.1, maxRules: 10 };
  expect(mineRules(toBaskets(lists), ask)).toMatchObject({ itemsetCount: 4, ruleCount: 2, warnings: [] });
  expect(inEnglish(mine({ maxItemsets: 80 }, 0).warnings)).toEqual([
    'At a support of 0 there are more itemsets than one report can hold: it was computed at a support of 0.6 (3 baskets) for itemsets of up to 2 products instead.',
  ]);
});

it('counts work as it counts memory', () => {
  expect(mine({ maxWork: 500 }).warnings).not.toEqual([]);
});

it.each([2, 3, 4])('finds all itemsets of up to %i products, and no others', (maxLength) => {
  const { trie } = frequentItemsets(baskets, 2, { ...NONE, maxLength });
  const choose = [0, 13, 13 + 78, 13 + 78 + 286, 13 + 78 + 286 + 715];
  expect(trie.size - 1).toBe(choose[maxLength]);
});

const NONE = { maxItemsets: Number.POSITIVE_INFINITY, maxWork: Number.POSITIVE_INFINITY };
