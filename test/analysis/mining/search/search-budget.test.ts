// A search beyond its budget answers a smaller question exactly and reports how it was reduced.

import { expect, it } from 'vitest';
import { mineRules } from '../../../../src/analysis/mining/rules/mine-rules.ts';
import { ANY_RULE } from '../../../../src/analysis/mining/rules/rule-constraints.ts';
import { findFrequentItemsets } from '../../../../src/analysis/mining/search/frequent-itemsets.ts';
import {
  AnswerLimits,
  DEFAULT_BUDGET,
  describeReducedSearch,
  findAffordableItemsets,
  type MiningBudget,
  SplitCount,
} from '../../../../src/analysis/mining/search/search-budget.ts';
import type { RuleConstraints } from '../../../../src/contract/report-types/market-basket/rule-params.ts';
import { writeEnglish } from '../../../../src/contract/sentences/english.ts';
import { toBaskets } from '../basket-data.ts';

const products = Array.from({ length: 13 }, (_, i) => `p${i}`);
/** Two wide baskets: 8,191 itemsets at support 2 of 5, 78 pairs among them, 286 triples. */
const baskets = toBaskets([products, products, ['p0', 'p1'], ['p0', 'p1'], ['p0', 'p1']]);

const mine = (budget: Partial<MiningBudget>, minSupport = 0.4, constraints?: RuleConstraints) =>
  mineRules(baskets, {
    minSupport,
    minConfidence: 0.1,
    maxRules: 10,
    constraints,
    budget: { ...DEFAULT_BUDGET, ...budget },
  });

it('mineRules searches completely within the budget', () => {
  expect(mine({})).toMatchObject({
    itemsetCount: 8_191,
    searched: { leastBaskets: 2, maxProducts: 13, isComplete: true },
    warnings: [],
  });
});

/** Possible rules: 78 × 2 of pairs, 286 × 6 of triples, 715 × 14 of four products. */
const OF_TRIPLES = 78 * 2 + 286 * 6;

it('mineRules limits the products of a set by maxSplits and warns about it', () => {
  for (const maxSplits of [OF_TRIPLES, OF_TRIPLES + 715 * 14 - 1]) {
    const mined = mine({ maxSplits });
    expect(mined).toMatchObject({
      itemsetCount: 13 + 78 + 286,
      ruleCount: OF_TRIPLES,
      searched: { leastBaskets: 2, maxProducts: 3, isComplete: false },
    });
    expect(writeEnglish(mined.warnings)).toEqual([
      `Rules have up to 3 products. At 40 % of baskets, larger sets would exceed ${maxSplits.toLocaleString('en')} rules or 1,000,000,000 baskets to add up. A higher share leads to larger sets, and so does params.rules.max_products.`,
    ]);
  }
  expect(mine({ maxSplits: OF_TRIPLES - 1 }).searched.maxProducts).toBe(2);
});

it('mineRules limits the products of a set by maxOccurrences', () => {
  // The two wide baskets have all but p0, p1 and their pair, which are in all five.
  const inPairs = 2 * (13 + 78) + 3 * 3;
  expect(mine({ maxOccurrences: inPairs + 2 * 286 }).searched.maxProducts).toBe(3);
  expect(mine({ maxOccurrences: inPairs + 2 * 286 - 1 }).searched.maxProducts).toBe(2);
  expect(mine({ maxOccurrences: 1 })).toMatchObject({ ruleCount: 78 * 2, searched: { maxProducts: 2 } });
});

it('mineRules searches all pairs even if their rules exceed maxSplits', () => {
  expect(mine({ maxSplits: 1 })).toMatchObject({
    ruleCount: 78 * 2,
    searched: { maxProducts: 2, isComplete: false },
  });
  const pairs = toBaskets([
    ['a', 'b'],
    ['b', 'c'],
  ]);
  const asked = {
    minSupport: 0,
    minConfidence: 0,
    maxRules: 10,
    budget: { ...DEFAULT_BUDGET, maxSplits: 1 },
  };
  expect(mineRules(pairs, asked)).toMatchObject({
    ruleCount: 4,
    searched: { isComplete: true },
    warnings: [],
  });
});

it('mineRules applies maxSplitsOfNamed if the request sets maxProducts', () => {
  const mineUpTo = (maxProducts: number, maxSplitsOfNamed: number) =>
    mine({ maxSplits: OF_TRIPLES, maxSplitsOfNamed }, 0.4, { ...ANY_RULE, maxProducts });
  expect(mineUpTo(4, OF_TRIPLES + 715 * 14)).toMatchObject({
    ruleCount: OF_TRIPLES + 715 * 14,
    searched: { maxProducts: 4, isComplete: true },
    warnings: [],
  });
  const { searched, warnings } = mineUpTo(5, OF_TRIPLES + 715 * 14);
  expect(searched).toEqual({ leastBaskets: 2, maxProducts: 4, isComplete: false });
  expect(writeEnglish(warnings)).toEqual([
    'Rules have up to 4 products. At 40 % of baskets, larger sets would exceed 11,882 rules or 1,000,000,000 baskets to add up. A higher share leads to larger sets.',
  ]);
});

it('mineRules counts only rules within the requested maxConsequents against maxSplits', () => {
  const single = { ...ANY_RULE, maxConsequents: 1 };
  // 78 × 2, 286 × 3 and 715 × 4.
  const mined = mine({ maxSplits: 78 * 2 + 286 * 3 + 715 * 4 }, 0.4, single);
  expect([mined.ruleCount, mined.searched.maxProducts]).toEqual([78 * 2 + 286 * 3 + 715 * 4, 4]);
});

const createProducts = (count: number) => Array.from({ length: count }, (_, at) => `Product ${at}`);

it.each([
  ['one order of 20 products', [createProducts(20)], 5],
  ['one order of 100 products', [createProducts(100)], 3],
  [
    'two equal orders of 25 products among 100',
    [createProducts(25), createProducts(25), ...Array.from({ length: 98 }, (_, at) => [`Other ${at % 9}`])],
    5,
  ],
  ['one order of 400 products', [createProducts(400)], 2],
])('findAffordableItemsets stays within maxSplits and reports smaller sets: %s', (_name, lists, longest) => {
  const limits = new AnswerLimits(DEFAULT_BUDGET, undefined);
  let most = 0;
  const answer = findAffordableItemsets(toBaskets(lists), 1, limits, (...asked) => {
    const found = findFrequentItemsets(...asked);
    most = Math.max(most, found.trie.size);
    return found;
  });
  expect(answer).toMatchObject({ least: 1, maxLength: longest });
  const splits = new SplitCount(undefined).ofAll(answer.itemsets.trie);
  expect(splits).toBeGreaterThan(100_000);
  expect(splits).toBeLessThan(DEFAULT_BUDGET.maxSplits);
  expect(
    describeReducedSearch(answer, { least: 1, minSupport: 0.01 }, lists.length, limits).map(
      ({ code }) => code,
    ),
  ).toEqual(['search_of_smaller_sets']);
  // A failing attempt ends before it holds twice as many sets as there can be pairs.
  expect(most).toBeLessThan(4_000_000);
});

it('mineRules raises the support to the lowest that fits if even the pairs exceed maxItemsets', () => {
  const mined = mine({ maxItemsets: 80 });
  expect(mined.itemsetCount).toBe(3);
  expect(writeEnglish(mined.warnings)).toEqual([
    'Too many combinations of products reach 40 % of baskets. The report has those in 60 % or more (3 baskets), of up to 2 products.',
  ]);
});

it('mineRules returns no rules and one warning if no support fits', () => {
  expect(mine({ maxItemsets: 2 })).toMatchObject({
    itemsetCount: 0,
    rules: [],
    warnings: [{ code: 'search_without_rules', params: { min_support: 0.4 } }],
  });
});

it('mineRules finds itemsets of a single basket at min_support 0 and reduces the search beyond the budget', () => {
  const lists = [['a', 'b'], ['c']];
  const ask = { minSupport: 0, minConfidence: 0.1, maxRules: 10 };
  expect(mineRules(toBaskets(lists), ask)).toMatchObject({ itemsetCount: 4, ruleCount: 2, warnings: [] });
  expect(writeEnglish(mine({ maxItemsets: 80 }, 0).warnings)).toEqual([
    'Too many combinations of products reach 0 % of baskets. The report has those in 60 % or more (3 baskets), of up to 2 products.',
  ]);
});

it('mineRules warns if the search exceeds maxWork', () => {
  expect(mine({ maxWork: 100 }).warnings).not.toEqual([]);
});

it.each([2, 3, 4])('findFrequentItemsets finds exactly the itemsets of up to %i products', (maxLength) => {
  const { trie } = findFrequentItemsets(baskets, 2, { ...NONE, maxLength });
  const choose = [0, 13, 13 + 78, 13 + 78 + 286, 13 + 78 + 286 + 715];
  expect(trie.size - 1).toBe(choose[maxLength]);
});

const NONE = { maxItemsets: Number.POSITIVE_INFINITY, maxWork: Number.POSITIVE_INFINITY };
