// Every frequent itemset against counting them all, on data of every density: lists, rows of bits, masks and tables.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../../quality/harness/depth.ts';
import { randomBaskets } from '../../../../quality/harness/random/random-baskets.ts';
import {
  frequentItemsets,
  joinParts,
  NO_LIMITS,
  searchPart,
} from '../../../../src/core/mining/search/frequent-itemsets.ts';
import { prepareSearch } from '../../../../src/core/mining/search/prepared-search.ts';
import type { TrieColumns } from '../../../../src/core/mining/sets/itemset-trie.ts';
import { threadedItemsets } from '../../../../src/mining-threads/threaded-itemsets.ts';
import { toBaskets } from '../basket-data.ts';

/** All subsets of up to `maxLength` of the items of each basket, counted. */
function bruteForce(
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

function found(lists: readonly (readonly string[])[], least: number, maxLength: number): Map<string, number> {
  const baskets = toBaskets(lists);
  const { trie, productOf } = frequentItemsets(baskets, least, { ...NO_LIMITS, maxLength });
  const items = new Uint32Array(64);
  const sets = new Map<string, number>();
  for (let node = 1; node < trie.size; node++) {
    const length = trie.itemsOf(node, items);
    const names = Array.from(
      items.subarray(0, length),
      (rank) => baskets.products[productOf[rank] ?? 0] ?? '',
    );
    const name = names.sort().join();
    expect(sets.has(name)).toBe(false);
    sets.set(name, trie.supportOf(node));
  }
  return sets;
}

const sorted = (sets: Map<string, number>): [string, number][] =>
  [...sets].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

it('finds itemsets of more products than two bytes number', () => {
  const products = 2 ** 16 + 9;
  const lists = Array.from({ length: products }, (_, n) => ['a', 'b', `c ${n}`]);
  const { trie, productOf } = frequentItemsets(toBaskets(lists), 1);
  expect(productOf).toHaveLength(products + 2);
  // a, b, both; each other product alone, with a, with b and with both.
  expect(trie.size - 1).toBe(3 + 4 * products);
});

describe('every itemset, none twice, with its count', () => {
  it.each([
    { products: 8, baskets: 30, size: 5, common: 0, runs: 400 },
    { products: 8, baskets: 20, size: 5, common: 5, runs: 60 },
    { products: 14, baskets: 60, size: 9, common: 0, runs: 150 },
    { products: 60, baskets: 200, size: 6, common: 0, runs: 150 },
    { products: 45, baskets: 700, size: 7, common: 0, runs: 40 },
    { products: 300, baskets: 150, size: 8, common: 0, runs: 100 },
  ])('$products products, $baskets baskets of up to $size, $common in all', (shape) => {
    const { products, baskets, size, common, runs } = shape;
    const inAll = Array.from({ length: common }, (_, item) => `in all ${item}`);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 31 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 9 }),
        (seed, least, maxLength) => {
          const lists = randomBaskets(seed, products, baskets, size).map((list) => [...list, ...inAll]);
          expect(sorted(found(lists, least, maxLength))).toEqual(sorted(bruteForce(lists, least, maxLength)));
        },
      ),
      { numRuns: cases(Math.ceil(runs / 3)) },
    );
  });
});

describe('in shares', () => {
  const baskets = toBaskets(randomBaskets(7, 60, 3_000, 12));
  const whole = frequentItemsets(baskets, 6);

  it('returns the same trie, node for node, whichever thread searches which item', () => {
    const prepared = prepareSearch(baskets, 6, NO_LIMITS);
    const items = prepared.ranked.productOf.length;
    const taking = (mine: (item: number) => boolean) => {
      const queue = Array.from({ length: items - 1 }, (_, i) => i + 1).filter(mine);
      return searchPart(prepared, NO_LIMITS, () => queue.shift());
    };
    const joined = joinParts(prepared, NO_LIMITS, [
      taking((item) => item % 3 === 0),
      taking((item) => item % 3 === 1),
      taking((item) => item % 3 === 2),
    ]);
    expect(joined.complete).toBe(true);
    expect(columnsOf(joined.trie.columns())).toEqual(columnsOf(whole.trie.columns()));
  });

  it('gives it on two threads', () => {
    const find = threadedItemsets({ clock: () => performance.now(), patienceMs: 0, leastLeftMs: 0 });
    expect(columnsOf(find(baskets, 6).trie.columns())).toEqual(columnsOf(whole.trie.columns()));
  });

  it('is incomplete exactly where one search is', () => {
    const find = threadedItemsets({ clock: () => performance.now(), patienceMs: 0, leastLeftMs: 0 });
    const size = whole.trie.size - 1;
    expect(find(baskets, 6, { ...NO_LIMITS, maxItemsets: size }).complete).toBe(true);
    expect(find(baskets, 6, { ...NO_LIMITS, maxItemsets: size - 1 }).complete).toBe(false);
  });
});

function columnsOf({ size, parents, items, supports, firsts, degrees }: TrieColumns) {
  return [parents, items, supports, firsts, degrees].map((column) => column.slice(0, size));
}
