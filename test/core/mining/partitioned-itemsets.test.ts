// Baskets cut into partitions give the itemsets and rules of all baskets, whatever the cut.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomBaskets } from '../../../harness/random-baskets.ts';
import type { BasketColumns } from '../../../src/core/baskets/basket-columns.ts';
import { cutBaskets, hashedPart } from '../../../src/core/mining/cut-baskets.ts';
import {
  type FrequentItemsets,
  frequentItemsets,
  NO_LIMITS,
} from '../../../src/core/mining/frequent-itemsets.ts';
import { mineRules } from '../../../src/core/mining/mine-rules.ts';
import { leastInPart, partitionedItemsets } from '../../../src/core/mining/partitioned-itemsets.ts';
import type { MineOptions } from '../../../src/core/mining/rule.ts';
import { readBaskets, toBaskets } from './basket-data.ts';

/** `cuts`: the itemsets are found in these. */
function rulesJson(
  baskets: BasketColumns,
  options: Omit<MineOptions, 'findItemsets'>,
  cuts?: readonly BasketColumns[],
): string {
  const { rules, ruleCount, singleRuleCount, itemsetCount, warnings } = mineRules(baskets, {
    ...options,
    ...(cuts && { findItemsets: (_, least, limits) => partitionedItemsets(cuts, least, limits) }),
  });
  return JSON.stringify({ rules, ruleCount, singleRuleCount, itemsetCount, warnings });
}

/** By products, ascending. */
function setsOf({ trie, productOf }: FrequentItemsets): Map<string, number> {
  const items = new Uint32Array(productOf.length);
  const sets = new Map<string, number>();
  for (let node = 1; node < trie.size; node++) {
    const length = trie.itemsOf(node, items);
    const ranks = [...items.subarray(0, length)];
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
    sets.set(ranks.join(), trie.supportOf(node));
  }
  expect(sets.size).toBe(trie.size - 1);
  return new Map([...sets].sort(([a], [b]) => (a < b ? -1 : 1)));
}

it('finds the itemsets, counts and rules of all baskets for any number of partitions and any cut', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 31 }),
      fc.record({ products: fc.integer({ min: 2, max: 40 }), baskets: fc.integer({ min: 0, max: 120 }) }),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom(1, 2, 7, 16),
      fc.integer({ min: 1, max: 6 }),
      fc.constantFrom<'hashed' | 'in runs' | 'all in one'>('hashed', 'in runs', 'all in one'),
      (seed, shape, size, parts, least, how) => {
        const lists = randomBaskets(seed, shape.products, shape.baskets, size);
        const baskets = toBaskets(lists, (product) => (Number(product.replaceAll(/\D/g, '')) % 7) + 0.25);
        const partOf = {
          hashed: hashedPart(parts),
          'in runs': (basket: number) => Math.floor((basket * parts) / baskets.basketCount),
          'all in one': () => parts - 1,
        }[how];
        const cuts = cutBaskets(baskets, parts, partOf);
        const split = partitionedItemsets(cuts, least);
        const whole = frequentItemsets(baskets, least);
        expect(setsOf(split)).toEqual(setsOf(whole));
        expect([split.productOf, split.complete]).toEqual([whole.productOf, true]);
        const options = {
          minSupport: least / Math.max(1, baskets.basketCount),
          minConfidence: 0.2,
          maxRules: 50,
        };
        expect(rulesJson(baskets, options, cuts)).toBe(rulesJson(baskets, options));
      },
    ),
    { numRuns: 200 },
  );
});

it('keeps products apart that the whole search keeps apart', () => {
  const lists = randomBaskets(7, 12, 80, 6);
  const plain = toBaskets(lists);
  const { length } = plain.products;
  // Neighbours by index: 0 and 1, 2 and 3, …
  const other = Uint32Array.from({ length }, (_, item) => Math.min(item ^ 1, length - 1));
  const baskets = {
    ...plain,
    apart: { start: Uint32Array.from({ length: length + 1 }, (_, i) => i), other },
  };
  for (const parts of [2, 7])
    expect(setsOf(partitionedItemsets(cutBaskets(baskets, parts, hashedPart(parts)), 3))).toEqual(
      setsOf(frequentItemsets(baskets, 3)),
    );
  expect(frequentItemsets(baskets, 3).trie.size).toBeLessThan(frequentItemsets(plain, 3).trie.size);
});

it.each([1, 2, 7, 16])('gives the rules of groceries byte for byte, from partitions: %i', (parts) => {
  const baskets = readBaskets('test/core/mining/data/groceries.csv.gz', ',');
  const options = { minSupport: 0.005, minConfidence: 0.1, maxRules: 10_000 };
  const whole = rulesJson(baskets, options);
  expect(JSON.parse(whole).ruleCount).toBeGreaterThan(1_000);
  expect(rulesJson(baskets, options, cutBaskets(baskets, parts, hashedPart(parts)))).toBe(whole);
});

it('is incomplete where the whole search would hold too many itemsets', () => {
  const baskets = toBaskets(randomBaskets(3, 20, 200, 8));
  const all = frequentItemsets(baskets, 20).trie.size - 1;
  const split = (maxItemsets: number) =>
    partitionedItemsets(cutBaskets(baskets, 2, hashedPart(2)), 20, { ...NO_LIMITS, maxItemsets }).complete;
  expect([split(all - 1), split(10 * all)]).toEqual([false, true]);
});

it('asks of a partition the same share of its baskets, rounded up', () => {
  expect(leastInPart(10, 50, 100)).toBe(5);
  expect(leastInPart(11, 50, 100)).toBe(6);
  expect(leastInPart(1, 1, 100)).toBe(1);
  expect(leastInPart(3, 0, 0)).toBe(1);
  // An itemset that misses its share by one basket in every partition misses the whole.
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 10 ** 7 }), { minLength: 1, maxLength: 20 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (sizes, share) => {
        const baskets = sizes.reduce((sum, size) => sum + size, 0);
        const least = Math.max(1, Math.round(share * baskets));
        const most = sizes.reduce((sum, size) => sum + leastInPart(least, size, baskets) - 1, 0);
        expect(most).toBeLessThan(least);
      },
    ),
  );
});
