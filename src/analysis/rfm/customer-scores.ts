// Computes scores and segment of every customer of a report, from quintile edges over those same customers.

import type { Numbers } from '../extract/packed-columns.ts';
import { roundTo } from '../money/decimal.ts';
import type { RfmFigures } from './customers.ts';
import { getSegment } from './segments.ts';

/** The four edges between scores 1 to 5, ascending; for recency the score falls as days rise. */
export interface ScoreThresholds {
  readonly recency: readonly number[];
  readonly frequency: readonly number[];
  readonly monetary: readonly number[];
}

/** Scores 1 to 5 of each customer, and the index of its segment. */
export interface CustomerScores {
  readonly r: Uint8Array;
  readonly f: Uint8Array;
  readonly m: Uint8Array;
  readonly segment: Uint8Array;
  readonly thresholds: ScoreThresholds;
}

export function scoreCustomers(customers: RfmFigures): CustomerScores {
  return scoreAtThresholds(customers, computeScoreThresholds(customers));
}

export function computeScoreThresholds({ recency, frequency, monetary, spend }: RfmFigures): ScoreThresholds {
  return {
    recency: computeQuantileEdges(recency),
    frequency: computeQuantileEdges(frequency),
    // A point between two amounts at fifths has one decimal more than they have: rounding removes noise only.
    monetary: computeQuantileEdges(monetary).map((edge) => roundTo(edge, spend.scale + 1)),
  };
}

export function scoreAtThresholds(
  { count, recency, frequency, monetary }: RfmFigures,
  thresholds: ScoreThresholds,
): CustomerScores {
  const r = new Uint8Array(count);
  const f = new Uint8Array(count);
  const m = new Uint8Array(count);
  const segment = new Uint8Array(count);
  for (let c = 0; c < count; c++) {
    const rScore = scoreRecency(recency[c], thresholds.recency);
    const fScore = score(frequency[c], thresholds.frequency);
    const mScore = score(monetary[c], thresholds.monetary);
    r[c] = rScore;
    f[c] = fScore;
    m[c] = mScore;
    segment[c] = getSegment(rScore, fScore, mScore);
  }
  return { r, f, m, segment, thresholds };
}

/** The customer's segment with another spend. */
export function getSegmentAtSpend(
  { r, f, thresholds }: Pick<CustomerScores, 'r' | 'f' | 'thresholds'>,
  customer: number,
  spend: number,
): number {
  return getSegment(r[customer], f[customer], score(spend, thresholds.monetary));
}

// Computes quintile scores that do not split ties: equal values always share a score, and the order of rows never
// matters.

/** Fifths, so that no rounding of 0.6 affects an edge. */
const QUINTILES = [1, 2, 3, 4] as const;

/**
 * Quantile edges by linear interpolation of order statistics: type 7 of Hyndman & Fan (1996), the default of R and
 * NumPy. Requires at least one value.
 */
export function computeQuantileEdges(values: Numbers): number[] {
  const sorted = sortAscending(values);
  return QUINTILES.map((fifths) => computeSortedQuantile(sorted, fifths, 5));
}

/** Upper bound of counted values: most days and numbers of orders are below. */
const COUNTED = 2 ** 16;

/** Returns a sorted copy. Small whole numbers are counted, which takes a tenth of the time. */
export function sortAscending(values: Numbers): Numbers {
  const sorted = values.slice();
  const times = new Uint32Array(COUNTED);
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    // Counting would change −0 and fractions.
    if (!(value < COUNTED) || !Object.is(value, value >>> 0)) return sorted.sort();
    times[value]++;
  }
  for (let value = 0, from = 0; from < sorted.length; value++) {
    sorted.fill(value, from, from + times[value]);
    from += times[value];
  }
  return sorted;
}

/** The quantile parts / of. */
export function computeSortedQuantile(sorted: Numbers, parts: number, of: number): number {
  return computeRankQuantile(sorted.length, (rank) => sorted[rank], parts, of);
}

/** The quantile of `count` values; `valueAt` returns the one of a rank, from 0. */
export function computeRankQuantile(
  count: number,
  valueAt: (rank: number) => number,
  parts: number,
  of: number,
): number {
  const position = (count - 1) * parts;
  const below = Math.floor(position / of);
  const low = valueAt(below);
  const high = valueAt(Math.min(below + 1, count - 1));
  return low + ((position % of) * (high - low)) / of;
}

/** 1 + the number of edges strictly below the value: 1 to 5. */
export function score(value: number, edges: readonly number[]): number {
  let result = 1;
  for (let at = 0; at < edges.length; at++) if (edges[at] < value) result++;
  return result;
}

/** Fewer days give a higher score. */
export function scoreRecency(days: number, edges: readonly number[]): number {
  return 6 - score(days, edges);
}
