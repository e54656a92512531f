// A second thread starts where a search has lasted and has much left, and not for what one thread is about to finish.
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { randomBaskets } from '../../quality/harness/random/random-baskets.ts';
import { frequentItemsets } from '../../src/core/mining/search/frequent-itemsets.ts';
import { threadedItemsets } from '../../src/mining-threads/threaded-itemsets.ts';
import { toBaskets } from '../core/mining/basket-data.ts';

const skewed = toBaskets(randomBaskets(3, 40, 400, 8));
/** 200 products, each in 8 baskets. */
const even = toBaskets(
  Array.from({ length: 400 }, (_, basket) =>
    Array.from({ length: 4 }, (_, at) => `product ${(basket + 7 * at) % 200}`),
  ),
);

/** Of a search in which each item takes so long. `firstMs`: so long the first 40 ms. */
function threadsWith(msPerItem: number, { firstMs = msPerItem, baskets = skewed } = {}): number {
  let now = 0;
  let threads = 0;
  const find = threadedItemsets({
    clock: () => {
      now += now < 40 ? firstMs : msPerItem;
      return now;
    },
    startThread(file, options) {
      threads++;
      return new Worker(file, options);
    },
  });
  expect(find(baskets, 4).trie.size).toBe(frequentItemsets(baskets, 4).trie.size);
  return threads;
}

it('starts no second thread for a search of 60 ms', () => {
  expect(threadsWith(1.5)).toBe(0);
});

it('starts no second thread for the last tenths of a search of 100 ms', () => {
  expect(threadsWith(2.5)).toBe(0);
});

it('starts one second thread for a search of a second', () => {
  expect(threadsWith(25)).toBe(1);
});

it('starts no second thread for a search of 150 ms that is slow only until its code is optimised', () => {
  expect(threadsWith(0.6, { firstMs: 10, baskets: even })).toBe(0);
});
