// Customers of equal (x, t_x, T) merged: a likelihood is a sum over patterns, and shops have far fewer of those.
import { Numbering } from './numbering.ts';

/** Purchase histories, indexed alike: x, t_x and T, in one unit of time. */
export interface PurchaseHistories {
  readonly frequency: Float64Array;
  readonly recency: Float64Array;
  readonly age: Float64Array;
}

export interface PurchasePatterns {
  readonly count: number;
  /** The distinct x, and the distinct times that occur as t_x or T: logarithms are taken once for each. */
  readonly frequencies: Float64Array;
  readonly times: Float64Array;
  /** Per pattern: indexes into `frequencies`, `times` and `times`. */
  readonly frequency: Uint32Array;
  readonly recency: Uint32Array;
  readonly age: Uint32Array;
  /** Per pattern: its customers. */
  readonly customers: Float64Array;
  /** Per customer: its pattern. */
  readonly patternOf: Uint32Array;
}

export function purchasePatterns({ frequency, recency, age }: PurchaseHistories): PurchasePatterns {
  const frequencies = new Numbering();
  const times = new Numbering();
  const pairs = new Numbering();
  const patterns = new Numbering();
  const patternOf = new Uint32Array(age.length);
  // A key is an index below the customers times the radix, plus one below it: an exact double up to 67 million.
  const radix = 2 * age.length;
  for (let c = 0; c < age.length; c++) {
    const x = frequencies.of(frequency[c]);
    const last = times.of(recency[c]);
    const end = times.of(age[c]);
    patternOf[c] = patterns.of(pairs.of(x * radix + last) * radix + end);
  }
  const customers = new Float64Array(patterns.count);
  for (const pattern of patternOf) customers[pattern]++;
  const keys = patterns.values;
  const ends = new Uint32Array(patterns.count);
  const pairOf = ends.map((_, pattern) => {
    ends[pattern] = keys[pattern] % radix;
    return (keys[pattern] - ends[pattern]) / radix;
  });
  const keyOfPair = pairs.values;
  return {
    count: patterns.count,
    frequencies: frequencies.values.slice(),
    times: times.values.slice(),
    frequency: pairOf.map((pair) => (keyOfPair[pair] - (keyOfPair[pair] % radix)) / radix),
    recency: pairOf.map((pair) => keyOfPair[pair] % radix),
    age: ends,
    customers,
    patternOf,
  };
}

/** Times rounded to multiples of `grain`: fewer patterns, good for a first guess. Keeps t_x <= T. */
export function coarsened({ frequency, recency, age }: PurchaseHistories, grain: number): PurchaseHistories {
  const round = (time: number): number => grain * Math.round(time / grain);
  return { frequency, recency: recency.map(round), age: age.map(round) };
}
