// How often each pair of items is together, counted in one pass over the baskets: where the triangle fits, it replaces
// the first look at every basket of every item.
import type { RankedBaskets } from './ranked-baskets.ts';

/** Counters of 4 bytes: 48 MB. */
const MAX_COUNTERS = 12_000_000;
/** A triangle with far more counters than pairs costs more to clear and read than it saves. */
const MAX_COUNTERS_PER_PAIR = 1;

export interface PairCounts {
  /** Baskets with both of two ranks, at rowOf(higher) + lower. */
  readonly counts: Uint32Array;
  /** Pairs looked at. */
  readonly work: number;
}

export function rowOf(higher: number): number {
  return (higher * (higher - 1)) / 2;
}

/** Undefined where the triangle would not pay. */
export function countPairs({ start, rank, productOf }: RankedBaskets): PairCounts | undefined {
  const counters = rowOf(productOf.length);
  if (counters > MAX_COUNTERS) return undefined;
  const baskets = start.length - 1;
  let pairs = 0;
  for (let basket = 0; basket < baskets; basket++) {
    pairs += rowOf(start[basket + 1] - start[basket]);
  }
  if (counters > pairs * MAX_COUNTERS_PER_PAIR) return undefined;
  const counts = new Uint32Array(counters);
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
