// How often each pair of items is together, counted in one pass over the baskets: where the triangle fits, it replaces
// the first look at every basket of every item.
import type { RankedBaskets } from './ranked-baskets.ts';

/** Counters of 4 bytes at most: 48 MB. */
const MAX_COUNTERS = 12_000_000;
/** The most that a counter of two bytes holds. */
const MAX_SHORT_COUNT = 65_535;
/** A triangle with far more counters than pairs costs more to clear and read than it saves. */
const MAX_COUNTERS_PER_PAIR = 1;

export interface PairCounts {
  /** Baskets with both of two ranks, at rowOf(higher) + lower. */
  readonly counts: Uint16Array | Uint32Array;
  /** Pairs looked at. */
  readonly work: number;
}

/** Exact up to 65,536: the product must fit 32 bits. */
export function rowOf(higher: number): number {
  return (higher * (higher - 1)) >>> 1;
}

/** Undefined where the triangle would not pay. */
export function countPairs({ start, rank, productOf, support }: RankedBaskets): PairCounts | undefined {
  const counters = (productOf.length * (productOf.length - 1)) / 2;
  if (counters > MAX_COUNTERS) return undefined;
  const baskets = start.length - 1;
  let pairs = 0;
  for (let basket = 0; basket < baskets; basket++) {
    const length = start[basket + 1] - start[basket];
    pairs += (length * (length - 1)) / 2;
  }
  if (counters > pairs * MAX_COUNTERS_PER_PAIR) return undefined;
  // Counters of two bytes take less than half the time: twice as many fit the processor's caches.
  const isShort = secondLargest(support) <= MAX_SHORT_COUNT;
  const counts = isShort ? new Uint16Array(counters) : new Uint32Array(counters);
  for (let basket = 0; basket < baskets; basket++) {
    const begin = start[basket];
    const end = start[basket + 1];
    for (let entry = begin + 1; entry < end; entry++) {
      const row = rowOf(rank[entry]);
      for (let other = begin; other < entry; other++) {
        const pair = row + rank[other];
        counts[pair]++;
      }
    }
  }
  return { counts, work: pairs };
}

/** No pair is in more baskets than its rarer item. Ranks of a larger whole are not in the order of these supports. */
function secondLargest(support: Uint32Array): number {
  let first = 0;
  let second = 0;
  for (const count of support) {
    if (count > first) {
      second = first;
      first = count;
    } else if (count > second) second = count;
  }
  return second;
}
