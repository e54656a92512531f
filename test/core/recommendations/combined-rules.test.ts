// Which combined rules are kept.
import { expect, it } from 'vitest';
import { frequentItemsets } from '../../../src/core/mining/search/frequent-itemsets.ts';
import { combinedRules } from '../../../src/core/recommendations/combined-rules.ts';
import { toBaskets } from '../mining/basket-data.ts';

const times = (count: number, ...basket: string[]): string[][] => Array.from({ length: count }, () => basket);

it('keeps the combined rules with the strongest votes, in which a few orders count less', () => {
  // a and b lead to x in 3 of 3 orders with a, b and c, to y in 30 of 40 orders with a and b.
  const baskets = toBaskets([
    ...times(3, 'a', 'b', 'c', 'x'),
    ...times(30, 'a', 'b', 'y'),
    ...times(7, 'a', 'b'),
    ...times(20, 'a'),
    ...times(20, 'x', 'y'),
    ...times(60, 'd'),
    ...times(4, 'c', 'a'),
    ...times(4, 'c', 'b'),
  ]);
  const itemsets = frequentItemsets(baskets, 2);
  const found = combinedRules(itemsets, {
    basketCount: baskets.basketCount,
    minConfidence: 0.05,
    perProduct: 50,
  });
  const vote = ({
    together,
    antecedentBaskets,
    baskets: of,
  }: {
    together: number;
    antecedentBaskets: number;
    baskets: number;
  }) => together / (antecedentBaskets + 20) / Math.sqrt(of);
  const counts = [...found.values()].map((rules) => rules.map(vote));
  expect(counts.some((votes) => votes.length > 2)).toBe(true);
  for (const votes of counts) expect(votes).toEqual(votes.toSorted((a, b) => b - a));
});
