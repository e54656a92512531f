// The itemset search on two threads. The second thread starts only after the first has been searching for a while, so
// small searches never pay for it. The result is identical, whichever thread claimed which item.
import { existsSync } from 'node:fs';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import {
  frequentItemsets,
  type ItemsetFinder,
  joinParts,
  NO_LIMITS,
  type SearchPart,
  searchPart,
} from '../core/mining/frequent-itemsets.ts';
import { type PreparedSearch, prepareSearch } from '../core/mining/prepared-search.ts';
import { Claims } from './claims.ts';
import type { HelperTask } from './worker.ts';

/** A thread takes about 40 ms to start. */
const PATIENCE_MS = 60;
/**
 * A helper silent for this long has died, which threads cannot observe directly: the search then continues on one
 * thread.
 */
const HELPER_TIMEOUT_MS = 300_000;

/** Next to a bundle, or in the source tree. */
const WORKER_FILE = [
  new URL('./mining-worker.mjs', import.meta.url),
  new URL('./worker.ts', import.meta.url),
].find((file) => existsSync(file));

export interface ThreadingOptions {
  /** Milliseconds. */
  readonly clock: () => number;
  readonly patienceMs?: number;
}

/** Blocks until the result is complete, as the search on one thread does. */
export function threadedItemsets({ clock, patienceMs = PATIENCE_MS }: ThreadingOptions): ItemsetFinder {
  return (baskets, least, limits = NO_LIMITS) => {
    const prepared = prepareSearch(baskets, least, limits);
    const claims = new Claims(prepared.ranked.productOf.length);
    const { port1, port2 } = new MessageChannel();
    const began = clock();
    let helper: Worker | undefined;
    const own = searchPart(prepared, limits, () => {
      if (helper === undefined && WORKER_FILE !== undefined && clock() - began >= patienceMs) {
        const task: HelperTask = { prepared: shared(prepared), limits, claims: claims.shared, port: port2 };
        helper = new Worker(WORKER_FILE, { workerData: task, transferList: [port2] });
        // Without a listener, an error would end the process; `outcome` reports it.
        helper.on('error', () => undefined);
      }
      return claims.next();
    });
    try {
      const outcome = helper === undefined ? 'none' : claims.outcome(HELPER_TIMEOUT_MS);
      if (outcome === 'none') return joinParts(prepared, limits, [own]);
      const other: SearchPart | undefined = receiveMessageOnPort(port1)?.message;
      if (outcome === 'failed' || other === undefined) return frequentItemsets(baskets, least, limits);
      return joinParts(prepared, limits, [own, other]);
    } finally {
      port1.close();
      void helper?.terminate();
    }
  };
}

/** The same arrays in memory that both threads share. */
function shared({ least, ranked, pairs, apart }: PreparedSearch): PreparedSearch {
  return {
    least,
    ranked: {
      start: sharedArray(ranked.start),
      rank: sharedArray(ranked.rank),
      basketStart: sharedArray(ranked.basketStart),
      basket: sharedArray(ranked.basket),
      productOf: sharedArray(ranked.productOf),
      support: sharedArray(ranked.support),
    },
    pairs: pairs === undefined ? undefined : { counts: sharedArray(pairs.counts), work: pairs.work },
    apart: apart && { start: sharedArray(apart.start), other: sharedArray(apart.other) },
  };
}

function sharedArray(array: Uint32Array): Uint32Array {
  const copy = new Uint32Array(new SharedArrayBuffer(array.byteLength));
  copy.set(array);
  return copy;
}
