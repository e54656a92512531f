// Items kept apart: a search returns all itemsets except those that hold a pair of such items.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BasketColumns, ItemLists } from '../../../../src/analysis/baskets/basket-columns.ts';
import {
  type FrequentItemsets,
  findFrequentItemsets,
} from '../../../../src/analysis/mining/search/frequent-itemsets.ts';
import { countCases } from '../../../../tools/harness/depth.ts';
import { drawBaskets } from '../../../../tools/harness/random/random-baskets.ts';
import { toBaskets } from '../basket-data.ts';

/** Keeps one pair in `oneIn` apart, always the same ones for a seed. */
function drawApart(items: number, seed: number, oneIn: number): ItemLists {
  const lists = Array.from({ length: items }, (_, a) =>
    [...Array(items).keys()].filter((b) => {
      const pair = Math.min(a, b) * items + Math.max(a, b);
      return a !== b && (Math.imul(pair + seed, 0x9e3779b1) >>> 0) % oneIn === 0;
    }),
  );
  const start = [0];
  for (const list of lists) start.push((start.at(-1) ?? 0) + list.length);
  return { start: Uint32Array.from(start), other: Uint32Array.from(lists.flat()) };
}

function isApart({ start, other }: ItemLists, a: number, b: number): boolean {
  return other.subarray(start[a], start[a + 1]).includes(b);
}

/** Each itemset as its products in ascending order and its support. */
function listItemsets({ trie, productOf }: FrequentItemsets): string[] {
  const items = new Uint32Array(64);
  return Array.from({ length: trie.size - 1 }, (_, at) => {
    const length = trie.writeItems(at + 1, items);
    const products = Array.from(items.subarray(0, length), (rank) => productOf[rank] ?? -1);
    return `${products.sort((a, b) => a - b).join(' ')}:${trie.getSupport(at + 1)}`;
  }).sort();
}

function listWithoutPairs(baskets: BasketColumns, apart: ItemLists, least: number): string[] {
  return listItemsets(findFrequentItemsets(baskets, least)).filter((itemset) => {
    const products = (itemset.split(':')[0] ?? '').split(' ').map(Number);
    return !products.some((a, at) => products.slice(at + 1).some((b) => isApart(apart, a, b)));
  });
}

it.each([
  { products: 14, baskets: 60, size: 9, runs: 100 },
  { products: 40, baskets: 900, size: 10, runs: 6 },
  { products: 60, baskets: 200, size: 6, runs: 60 },
  { products: 300, baskets: 150, size: 8, runs: 30 },
])(
  'findFrequentItemsets omits only itemsets with a pair apart: $products products, $baskets baskets up to $size',
  (shape) => {
    let left = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 31 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 2, max: 9 }),
        (seed, least, oneIn) => {
          const baskets = toBaskets(drawBaskets(seed, shape.products, shape.baskets, shape.size));
          const apart = drawApart(baskets.products.length, seed, oneIn);
          const found = listItemsets(findFrequentItemsets({ ...baskets, apart }, least));
          left += findFrequentItemsets(baskets, least).trie.size - 1 - found.length;
          expect(found).toEqual(listWithoutPairs(baskets, apart, least));
        },
      ),
      { numRuns: countCases(Math.ceil(shape.runs / 3)) },
    );
    expect(left).toBeGreaterThan(0);
  },
);
