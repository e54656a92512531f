// Customers of equal (x, t_x, T) merged: a likelihood is a sum over patterns, and shops have far fewer of those.
import type { Numbers } from '../../extract/packed-columns.ts';
import { Numbering } from './numbering.ts';

/** Purchase histories, indexed alike: x, t_x and T, in one unit of time. */
export interface PurchaseHistories {
  readonly frequency: Numbers;
  readonly recency: Numbers;
  readonly age: Numbers;
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

/** `customersOf`: how many have each history; one if absent. */
export function purchasePatterns(
  { frequency, recency, age }: PurchaseHistories,
  customersOf?: Float64Array,
): PurchasePatterns {
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
  for (let c = 0; c < patternOf.length; c++) customers[patternOf[c]] += customersOf?.[c] ?? 1;
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

/** With times rounded to multiples of `grain`: fewer, good for a first guess. Keeps t_x <= T; has no customers of its own. */
export function coarsened(patterns: PurchasePatterns, grain: number): PurchasePatterns {
  const times = patterns.times.map((time) => grain * Math.round(time / grain));
  const valuesOf = (values: Float64Array, indexes: Uint32Array): Float64Array => {
    const found = new Float64Array(indexes.length);
    for (let i = 0; i < found.length; i++) found[i] = values[indexes[i]];
    return found;
  };
  return purchasePatterns(
    {
      frequency: valuesOf(patterns.frequencies, patterns.frequency),
      recency: valuesOf(times, patterns.recency),
      age: valuesOf(times, patterns.age),
    },
    patterns.customers,
  );
}
