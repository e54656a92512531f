// Customers of equal (x, t_x, T) merged: a likelihood is a sum over patterns, and shops have far fewer of those.

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
  const rows: { frequency: number[]; recency: number[]; age: number[]; customers: number[] } = {
    frequency: [],
    recency: [],
    age: [],
    customers: [],
  };
  for (let c = 0; c < age.length; c++) {
    const x = frequencies.of(frequency[c]);
    const last = times.of(recency[c]);
    const end = times.of(age[c]);
    const pattern = patterns.of(pairs.of(x * radix + last) * radix + end);
    patternOf[c] = pattern;
    rows.frequency[pattern] = x;
    rows.recency[pattern] = last;
    rows.age[pattern] = end;
    rows.customers[pattern] = (rows.customers[pattern] ?? 0) + 1;
  }
  return {
    count: patterns.values.length,
    frequencies: Float64Array.from(frequencies.values),
    times: Float64Array.from(times.values),
    frequency: Uint32Array.from(rows.frequency),
    recency: Uint32Array.from(rows.recency),
    age: Uint32Array.from(rows.age),
    customers: Float64Array.from(rows.customers),
    patternOf,
  };
}

/** Times rounded to multiples of `grain`: fewer patterns, good for a first guess. Keeps t_x <= T. */
export function coarsened({ frequency, recency, age }: PurchaseHistories, grain: number): PurchaseHistories {
  const round = (time: number): number => grain * Math.round(time / grain);
  return { frequency, recency: recency.map(round), age: age.map(round) };
}

/** Numbers values in the order in which they first appear. */
class Numbering {
  readonly values: number[] = [];
  private readonly indexes = new Map<number, number>();

  of(value: number): number {
    const known = this.indexes.get(value);
    if (known !== undefined) return known;
    this.indexes.set(value, this.values.length);
    return this.values.push(value) - 1;
  }
}
