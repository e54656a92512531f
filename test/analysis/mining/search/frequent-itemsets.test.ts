// Frequent itemsets against a count of all subsets, on data of every density: lists, rows of bits, masks and tables.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFrequentItemsets, NO_LIMITS } from '../../../../src/analysis/mining/search/frequent-itemsets.ts';
import { countCases } from '../../../../tools/harness/depth.ts';
import { drawBaskets } from '../../../../tools/harness/random/random-baskets.ts';
import { toBaskets } from '../basket-data.ts';

/** Counts all subsets of up to `maxLength` items of each basket. */
function countSubsets(
  lists: readonly (readonly string[])[],
  least: number,
  maxLength: number,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const list of lists) {
    const items = [...new Set(list)].sort();
    const grow = (set: string[], from: number): void => {
      for (let i = from; i < items.length; i++) {
        const next = [...set, items[i] ?? ''];
        counts.set(next.join(), (counts.get(next.join()) ?? 0) + 1);
        if (next.length < maxLength) grow(next, i + 1);
      }
    };
    grow([], 0);
  }
  return new Map([...counts].filter(([, count]) => count >= least));
}

function findSets(
  lists: readonly (readonly string[])[],
  least: number,
  maxLength: number,
): Map<string, number> {
  const baskets = toBaskets(lists);
  const { trie, productOf } = findFrequentItemsets(baskets, least, { ...NO_LIMITS, maxLength });
  const items = new Uint32Array(64);
  const sets = new Map<string, number>();
  for (let node = 1; node < trie.size; node++) {
    const length = trie.writeItems(node, items);
    const names = Array.from(
      items.subarray(0, length),
      (rank) => baskets.products[productOf[rank] ?? 0] ?? '',
    );
    const name = names.sort().join();
    expect(sets.has(name)).toBe(false);
    sets.set(name, trie.getSupport(node));
  }
  return sets;
}

const sortSets = (sets: Map<string, number>): [string, number][] =>
  [...sets].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

it('findFrequentItemsets finds itemsets of more products than two bytes can number', () => {
  const products = 2 ** 16 + 9;
  const lists = Array.from({ length: products }, (_, n) => ['a', 'b', `c ${n}`]);
  const { trie, productOf } = findFrequentItemsets(toBaskets(lists), 1);
  expect(productOf).toHaveLength(products + 2);
  // a, b, both; each other product alone, with a, with b and with both.
  expect(trie.size - 1).toBe(3 + 4 * products);
});

it('findFrequentItemsets finds itemsets of 33 products, 32 of which fill a mask', () => {
  const products = Array.from({ length: 33 }, (_, n) => `p${n}`);
  const lists = [1, 2, 3, 5, 7].map((gap) => products.filter((_, n) => gap === 1 || n % gap > 0));
  expect(sortSets(findSets(lists, 1, 3))).toEqual(sortSets(countSubsets(lists, 1, 3)));
});

it('findFrequentItemsets returns an incomplete result beyond the maximum of itemsets', () => {
  const baskets = toBaskets(drawBaskets(7, 60, 3_000, 12));
  const size = findFrequentItemsets(baskets, 6).trie.size - 1;
  expect(findFrequentItemsets(baskets, 6, { ...NO_LIMITS, maxItemsets: size }).complete).toBe(true);
  expect(findFrequentItemsets(baskets, 6, { ...NO_LIMITS, maxItemsets: size - 1 }).complete).toBe(false);
});

describe('findFrequentItemsets', () => {
  it.each([
    { products: 8, baskets: 20, size: 5, common: 5, runs: 60 },
    { products: 14, baskets: 60, size: 9, common: 0, runs: 90 },
    { products: 14, baskets: 400, size: 16, common: 0, runs: 30 },
    { products: 60, baskets: 200, size: 6, common: 0, runs: 60 },
    { products: 45, baskets: 700, size: 7, common: 0, runs: 18 },
    { products: 300, baskets: 150, size: 8, common: 0, runs: 40 },
  ])(
    'finds every itemset once with its count: $products products, $baskets baskets up to $size, $common in all',
    (shape) => {
      const { products, baskets, size, common, runs } = shape;
      const inAll = Array.from({ length: common }, (_, item) => `in all ${item}`);
      fc.assert(
        fc.property(
          fc.integer({ min: 0, max: 2 ** 31 }),
          fc.integer({ min: 1, max: 6 }),
          fc.integer({ min: 1, max: 9 }),
          (seed, least, maxLength) => {
            const lists = drawBaskets(seed, products, baskets, size).map((list) => [...list, ...inAll]);
            expect(sortSets(findSets(lists, least, maxLength))).toEqual(
              sortSets(countSubsets(lists, least, maxLength)),
            );
          },
        ),
        { numRuns: countCases(Math.ceil(runs / 3)) },
      );
    },
  );
});
