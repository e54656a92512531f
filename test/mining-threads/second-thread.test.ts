// A second thread starts where a search has lasted and has much left, and not for what one thread is about to finish.
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { randomBaskets } from '../../harness/random-baskets.ts';
import { frequentItemsets } from '../../src/core/mining/frequent-itemsets.ts';
import { threadedItemsets } from '../../src/mining-threads/threaded-itemsets.ts';
import { toBaskets } from '../core/mining/basket-data.ts';

const baskets = toBaskets(randomBaskets(3, 40, 400, 8));

/** Of a search in which each item takes so long. */
function threadsWith(msPerItem: number): number {
  let now = 0;
  let threads = 0;
  const find = threadedItemsets({
    clock: () => {
      now += msPerItem;
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
