// The itemset search on two threads. The second thread starts only where the first has been searching for a while and
// seems to have enough left, so small searches never pay for it. The result is identical, whichever thread claimed which item.
import { existsSync } from 'node:fs';
import { MessageChannel, receiveMessageOnPort, Worker, type WorkerOptions } from 'node:worker_threads';
import {
  frequentItemsets,
  type ItemsetFinder,
  joinParts,
  NO_LIMITS,
  type SearchPart,
  searchPart,
} from '../core/mining/search/frequent-itemsets.ts';
import { type PreparedSearch, prepareSearch } from '../core/mining/search/prepared-search.ts';
import { Claims } from './claims.ts';
import type { HelperTask } from './worker.ts';

const PATIENCE_MS = 60;
/** A thread takes about 40 ms to start, and runs code that is not optimised yet. */
const LEAST_LEFT_MS = 100;
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
  /** Time to search alone at first, and time that must be left for a second thread to start. */
  readonly patienceMs?: number;
  readonly leastLeftMs?: number;
  readonly startThread?: (file: URL, options: WorkerOptions) => Worker;
}

/** Blocks until the result is complete, as the search on one thread does. */
export function threadedItemsets({
  clock,
  patienceMs = PATIENCE_MS,
  leastLeftMs = LEAST_LEFT_MS,
  startThread = (file, options) => new Worker(file, options),
}: ThreadingOptions): ItemsetFinder {
  return (baskets, least, limits = NO_LIMITS) => {
    const prepared = prepareSearch(baskets, least, limits);
    const claims = new Claims(prepared.ranked.productOf.length);
    const { port1, port2 } = new MessageChannel();
    const began = clock();
    let helper: Worker | undefined;
    let since: Moment | undefined;
    const isWorthwhile = (claimed: number): boolean => {
      const now = { elapsed: clock() - began, searched: prepared.ranked.basketStart[claimed + 1] ?? 0 };
      // The code of a first search runs slowly until it is optimised: that says nothing of the time that is left.
      if (since === undefined && now.elapsed >= patienceMs / 2) since = now;
      return (
        since !== undefined && now.elapsed >= patienceMs && timeLeft(prepared, since, now) >= leastLeftMs
      );
    };
    let claimed: number | undefined = 0;
    const own = searchPart(prepared, limits, () => {
      if (
        helper === undefined &&
        WORKER_FILE !== undefined &&
        claimed !== undefined &&
        isWorthwhile(claimed)
      ) {
        const task: HelperTask = { prepared: shared(prepared), limits, claims: claims.shared, port: port2 };
        helper = startThread(WORKER_FILE, { workerData: task, transferList: [port2] });
        // Without a listener, an error would end the process; `outcome` reports it.
        helper.on('error', () => undefined);
      }
      claimed = claims.next();
      return claimed;
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

/**
 * As if time were proportional to basket entries, which it is within a factor of two on sparse data. On dense data,
 * where the last items take longer, the estimate rises during the search.
 */
function timeLeft({ ranked: { basketStart } }: PreparedSearch, since: Moment, now: Moment): number {
  const left = (basketStart.at(-1) ?? 0) - now.searched;
  return ((now.elapsed - since.elapsed) * left) / (now.searched - since.searched);
}

/** How far a search is. */
interface Moment {
  /** Milliseconds. */
  readonly elapsed: number;
  /** Basket entries. */
  readonly searched: number;
}

/** The same arrays in memory that both threads share. */
function shared({ least, ranked, pairs, apart }: PreparedSearch): PreparedSearch {
  return {
    least,
    ranked: {
      start: sharedArray(ranked.start),
      rank: sharedNumbers(ranked.rank),
      basketStart: sharedArray(ranked.basketStart),
      basket: sharedArray(ranked.basket),
      productOf: sharedArray(ranked.productOf),
      support: sharedArray(ranked.support),
    },
    pairs: pairs === undefined ? undefined : { counts: sharedNumbers(pairs.counts), work: pairs.work },
    apart: apart && { start: sharedArray(apart.start), other: sharedArray(apart.other) },
  };
}

function sharedArray(array: Uint32Array): Uint32Array {
  const copy = new Uint32Array(new SharedArrayBuffer(array.byteLength));
  copy.set(array);
  return copy;
}

function sharedNumbers(numbers: Uint16Array | Uint32Array): Uint16Array | Uint32Array {
  if (numbers instanceof Uint32Array) return sharedArray(numbers);
  const copy = new Uint16Array(new SharedArrayBuffer(numbers.byteLength));
  copy.set(numbers);
  return copy;
}
