// How many baskets hold two products by chance, given the sizes of baskets: no pass over the baskets.
import type { SizeModel } from './size-model.ts';

/** Probabilities held at once: 32 MB. */
const MAX_HELD = 2 ** 22;
const MAX_STEPS = 200;
/** Where hardly anything is expected, a rule is not infinitely beyond it. */
const LEAST_EXPECTED = Math.fround(1e-6);

export class SizeChance {
  private readonly baskets: Float64Array;
  private readonly ofSize: Float64Array;
  /** Per size: √baskets and √(baskets × crowding). */
  private readonly weight: Float64Array;
  private readonly crowdedWeight: Float64Array;
  /** By count. */
  private readonly rows = new Map<number, Float64Array>();

  constructor({ baskets, ofSize, crowding }: SizeModel) {
    this.baskets = Float64Array.from(baskets);
    this.ofSize = Float64Array.from(ofSize);
    this.weight = this.baskets.map(Math.sqrt);
    this.crowdedWeight = this.baskets.map((count, size) => Math.sqrt(count * crowding[size]));
  }

  /**
   * The factors of a product in every expectation, from its probabilities per size: baskets × p × q × (1 − crowding × (1 − p) ×
   * (1 − q)) is a difference of two products of such factors.
   */
  writeFactors(row: Float64Array, to: Float64Array, from: number): void {
    const { weight, crowdedWeight } = this;
    for (let size = 0; size < row.length; size++) {
      const p = row[size];
      to[from + size] = weight[size] * p;
      to[from + row.length + size] = crowdedWeight[size] * p * (1 - p);
    }
  }

  /** Of a product. */
  get factorCount(): number {
    return 2 * this.baskets.length;
  }

  /**
   * Baskets that hold two products, by the places of their factors. In single precision: what differs by the rounding of its
   * factors alone is equal to ratings.
   */
  joint(factors: Float64Array, one: number, other: number): number {
    const sizes = this.baskets.length;
    let sum = 0;
    for (let size = 0; size < sizes; size++) {
      const expected =
        factors[one + size] * factors[other + size] -
        factors[one + sizes + size] * factors[other + sizes + size];
      if (expected > 0) sum += expected;
    }
    return Math.fround(Math.max(sum, LEAST_EXPECTED));
  }

  /** Baskets that hold two products, by how many hold each. */
  expected(one: number, other: number): number {
    const factors = new Float64Array(2 * this.factorCount);
    this.writeFactors(this.rowOf(one), factors, 0);
    this.writeFactors(this.rowOf(other), factors, this.factorCount);
    return this.joint(factors, 0, this.factorCount);
  }

  /** Baskets that hold two itemsets, as if independent among the baskets of a size that hold `given`, a part of both. */
  jointAmong(given: Float64Array, one: Float64Array, other: Float64Array): number {
    const { baskets } = this;
    let sum = 0;
    for (let size = 0; size < baskets.length; size++) {
      if (given[size] > 0) sum += baskets[size] * one[size] * Math.min(1, other[size] / given[size]);
    }
    return Math.fround(Math.max(sum, LEAST_EXPECTED));
  }

  /**
   * Per size, the probability that a basket of it holds an itemset of `count` baskets. `independent`: if its products were
   * independent within a size; as many of the baskets as these explain are spread over the sizes in this way.
   */
  writeSide(independent: Float64Array, count: number, to: Float64Array): void {
    const asOne = this.rowOf(count);
    const byChance = this.total(independent);
    const explained = Math.min(1, count / byChance);
    const rest = 1 - (explained * byChance) / count;
    for (let size = 0; size < to.length; size++) {
      const share = explained * independent[size] + rest * asOne[size];
      to[size] = share < 1 ? share : 1;
    }
  }

  /** Baskets that hold something, by its probabilities per size. */
  private total(row: Float64Array): number {
    let sum = 0;
    for (let size = 0; size < row.length; size++) sum += this.baskets[size] * row[size];
    return sum;
  }

  /** Per size, the probability that a basket of it holds a product that is in `count` baskets, at least 1. */
  rowOf(count: number): Float64Array {
    const known = this.rows.get(count);
    if (known !== undefined) return known;
    if (this.rows.size * this.baskets.length > MAX_HELD) this.rows.clear();
    const x = this.factorOf(count);
    const row = this.ofSize.map((y) => 1 / (1 + 1 / (x * y)));
    this.rows.set(count, row);
    return row;
  }

  /** The x whose probabilities add up to the count: Newton's method from below, where it never passes the solution. */
  private factorOf(count: number): number {
    const { baskets, ofSize } = this;
    let all = 0;
    let slope = 0;
    for (let size = 0; size < baskets.length; size++) {
      all += baskets[size];
      slope += baskets[size] * ofSize[size];
    }
    if (count >= all) return Number.MAX_VALUE;
    let x = count / slope;
    for (let step = 0; step < MAX_STEPS; step++) {
      let sum = 0;
      slope = 0;
      for (let size = 0; size < baskets.length; size++) {
        const y = ofSize[size];
        const p = 1 / (1 + 1 / (x * y));
        sum += baskets[size] * p;
        slope += (baskets[size] * p * (1 - p)) / x;
      }
      if (slope === 0 || count - sum <= 1e-15 * count) break;
      x += (count - sum) / slope;
    }
    return x;
  }
}
