// Counters of pairs are as wide as the most frequent pair needs.
import { expect, it } from 'vitest';
import { frequentItemsets } from '../../../../src/core/mining/search/frequent-itemsets.ts';
import { countPairs, rowOf } from '../../../../src/core/mining/search/pair-counts.ts';
import { takeRanks } from '../../../../src/core/mining/search/ranked-baskets.ts';
import { toBaskets } from '../basket-data.ts';

/** More than two bytes count. */
const MANY = 70_000;
const together = ['a', 'c'];
const baskets = toBaskets([['a', 'b'], ...Array.from({ length: MANY }, () => together)]);

it('counts a pair that is in more baskets than two bytes count', () => {
  const { trie } = frequentItemsets(baskets, 2);
  expect([1, 2, 3].map((node) => trie.supportOf(node))).toEqual([MANY + 1, MANY, MANY]);
});

it('does so for ranks of a larger whole, whose supports are in any order', () => {
  const pairs = countPairs(takeRanks(baskets));
  expect(pairs?.counts[rowOf(2)]).toBe(MANY);
});

it('uses two bytes where no pair can be in more baskets', () => {
  const few = toBaskets(Array.from({ length: 9 }, () => together));
  expect(countPairs(takeRanks(few))?.counts).toEqual(Uint16Array.of(9));
});
