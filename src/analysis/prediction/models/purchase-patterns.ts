// Merges customers of equal (x, t_x, T): a likelihood is a sum over patterns, and shops have far fewer patterns than
// customers.
import { type Counts, createCounts, type Numbers } from '../../extract/packed-columns.ts';

/** Purchase histories, indexed alike: x, t_x and T, in one unit of time. */
export interface PurchaseHistories {
  readonly frequency: Numbers;
  readonly recency: Numbers;
  readonly age: Numbers;
}

export interface PurchasePatterns {
  readonly count: number;
  /** The distinct x, and the distinct times that occur as t_x or T: logarithms are computed once for each. */
  readonly frequencies: Float64Array;
  readonly times: Float64Array;
  /** Per pattern: indexes into `frequencies`, `times` and `times`. */
  readonly frequency: Uint32Array;
  readonly recency: Uint32Array;
  readonly age: Uint32Array;
  /** Per pattern: number of its customers. */
  readonly customers: Float64Array;
  /** Per customer: index of its pattern. */
  readonly patternOf: Uint32Array;
}

/**
 * `customersOf`: number of customers with each history; one if absent. Patterns are in the sequence of their first
 * appearance.
 */
export function findPurchasePatterns(
  { frequency, recency, age }: PurchaseHistories,
  customersOf?: Float64Array,
): PurchasePatterns {
  const count = age.length;
  const frequencies = new Numbering();
  const times = new Numbering();
  const x = createNumbers([frequency], count);
  const last = createNumbers([recency, age], count);
  const end = createNumbers([recency, age], count);
  for (let c = 0; c < count; c++) {
    x[c] = frequencies.of(frequency[c]);
    last[c] = times.of(recency[c]);
    end[c] = times.of(age[c]);
  }
  // Sort instead of looking up in a table: with millions of histories, each look-up would miss the cache several times.
  let order = new Uint32Array(count).map((_, c) => c);
  for (const [numbers, bound] of [
    [end, times.count],
    [last, times.count],
    [x, frequencies.count],
  ] as const)
    order = sortByNumber(numbers, bound, order);
  // The first customer of each pattern identifies it at first.
  const patternOf = new Uint32Array(count);
  let found = 0;
  for (let at = 0, first = 0; at < count; at++) {
    const c = order[at];
    if (at === 0 || x[c] !== x[first] || last[c] !== last[first] || end[c] !== end[first]) {
      first = c;
      found++;
    }
    patternOf[c] = first;
  }
  const patterns = {
    ...{ count: found, frequencies: frequencies.values.slice(), times: times.values.slice() },
    ...{ frequency: new Uint32Array(found), recency: new Uint32Array(found), age: new Uint32Array(found) },
    ...{ customers: new Float64Array(found), patternOf },
  };
  for (let c = 0, next = 0; c < count; c++) {
    // The first customer of a pattern comes before all others.
    const pattern = patternOf[c] === c ? next++ : patternOf[patternOf[c]];
    if (patternOf[c] === c) {
      patterns.frequency[pattern] = x[c];
      patterns.recency[pattern] = last[c];
      patterns.age[pattern] = end[c];
    }
    patternOf[c] = pattern;
    patterns.customers[pattern] += customersOf?.[c] ?? 1;
  }
  return patterns;
}

/** Creates an array for the numbers of these arrays: as wide as the widest of them. */
function createNumbers(arrays: readonly Numbers[], count: number): Counts {
  const widths = arrays.map((values) => (values instanceof Float64Array ? 4 : values.BYTES_PER_ELEMENT));
  return createCounts(2 ** (8 * Math.max(...widths)) - 1, count);
}

/** Stable. `numbers`: per customer, below `bound`. */
function sortByNumber(numbers: Counts, bound: number, order: Uint32Array): Uint32Array<ArrayBuffer> {
  const start = new Uint32Array(bound + 1);
  for (let c = 0; c < numbers.length; c++) start[numbers[c] + 1]++;
  for (let number = 0; number < bound; number++) start[number + 1] += start[number];
  const sorted = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at++) sorted[start[numbers[order[at]]]++] = order[at];
  return sorted;
}

/**
 * Rounds times to multiples of `grain`: fewer patterns, sufficient for a first estimate. Keeps t_x <= T; the result has
 * no index by customer.
 */
export function coarsenPatterns(patterns: PurchasePatterns, grain: number): PurchasePatterns {
  const times = patterns.times.map((time) => grain * Math.round(time / grain));
  const pickValues = (values: Float64Array, indexes: Uint32Array): Float64Array => {
    const found = new Float64Array(indexes.length);
    for (let i = 0; i < found.length; i++) found[i] = values[indexes[i]];
    return found;
  };
  return findPurchasePatterns(
    {
      frequency: pickValues(patterns.frequencies, patterns.frequency),
      recency: pickValues(times, patterns.recency),
      age: pickValues(times, patterns.age),
    },
    patterns.customers,
  );
}

// Numbers values in the order of their first appearance, without an object for each: there are millions of purchase
// histories.

/** Smallest number of slots; at most half are used. */
const LEAST_SLOTS = 2_048;

/** An open-addressing table with linear probing. NaN is no value. */
export class Numbering {
  count = 0;
  private found = new Float64Array(LEAST_SLOTS / 2);
  /** One more than the number of a value; 0 for a free slot. */
  private slots = new Uint32Array(LEAST_SLOTS);

  of(value: number): number {
    if (2 * this.count >= this.slots.length) this.grow();
    const slot = this.findSlot(value);
    const known = this.slots[slot];
    if (known > 0) return known - 1;
    this.found[this.count++] = value;
    this.slots[slot] = this.count;
    return this.count - 1;
  }

  /** Values by number. Shares its memory with this table. */
  get values(): Float64Array {
    return this.found.subarray(0, this.count);
  }

  /** The slot of the value, or the free one for it. */
  private findSlot(value: number): number {
    const { slots, found } = this;
    const mask = slots.length - 1;
    let slot = hashNumber(value) & mask;
    while (slots[slot] > 0 && found[slots[slot] - 1] !== value) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    const { values } = this;
    this.found = new Float64Array(2 * this.found.length);
    this.found.set(values);
    this.slots = new Uint32Array(2 * this.slots.length);
    for (let at = 0; at < this.count; at++) this.slots[this.findSlot(this.found[at])] = at + 1;
  }
}

const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);

function hashNumber(value: number): number {
  // Adding 0 makes 0 of −0, which is equal to it.
  double[0] = value + 0;
  let hash = Math.imul(halves[0], 0x85ebca6b) ^ Math.imul(halves[1], 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
