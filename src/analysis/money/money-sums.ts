// Sums money exactly: integers in doubles as long as those hold them, then in big integers.
import { computeMeanAmount, findCommonScale, type MoneyUnits, toAmount, toUnits } from './decimal.ts';

/**
 * A sum below the limit and a term below twice as much are exact, and so is their sum; an inexact term would lead
 * beyond it. One comparison per term thus proves the sum.
 */
const LIMIT = 2 ** 52;

/** `count` sums, all 0 at first, in units of 10^-scale. */
export class MoneySums {
  readonly scale: number;
  /** The sum at index `at` is small[at] + (large[at] or 0). */
  private small: Float64Array;
  private readonly large = new Map<number, bigint>();
  /** Read in loops: faster than the map's size. */
  private hasLarge = false;

  constructor(length: number, scale: number) {
    this.small = new Float64Array(length);
    this.scale = scale;
  }

  /** `units`: exact integers. They must not change any more. */
  static ofUnits(units: Float64Array, scale: number): MoneySums {
    const sums = new MoneySums(0, scale);
    sums.small = units;
    for (let at = 0; at < units.length; at++) {
      const term = units[at];
      if (term > -LIMIT && term < LIMIT) continue;
      if (sums.small === units) sums.small = units.slice();
      sums.small[at] = 0;
      sums.add(at, term);
    }
    return sums;
  }

  get length(): number {
    return this.small.length;
  }

  /** `units`: a product of integers, rounded or not. Returns false, and adds nothing, if the sum might not be exact. */
  tryAdd(at: number, units: number): boolean {
    const sum = this.small[at] + units;
    if (!(sum > -LIMIT && sum < LIMIT)) return false;
    this.small[at] = sum;
    return true;
  }

  /** `units`: an exact integer. */
  add(at: number, units: MoneyUnits): void {
    if (typeof units === 'number' && this.tryAdd(at, units)) return;
    if (units === 0n) return;
    this.hasLarge = true;
    this.large.set(at, (this.large.get(at) ?? 0n) + BigInt(this.small[at]) + BigInt(units));
    this.small[at] = 0;
  }

  /** Adds a sum of `others`, which have the same scale. */
  addFrom(at: number, others: MoneySums, from: number): void {
    const small = others.small[from];
    if (!this.tryAdd(at, small)) this.add(at, small);
    if (others.hasLarge) this.add(at, others.large.get(from) ?? 0n);
  }

  /** Sets a sum that is still 0. */
  copyFrom(at: number, others: MoneySums, from: number): void {
    this.small[at] = others.small[from];
    if (others.hasLarge) this.add(at, others.large.get(from) ?? 0n);
  }

  /** Resets a sum to 0. */
  clear(at: number): void {
    this.small[at] = 0;
    if (this.hasLarge) this.large.delete(at);
  }

  unitsAt(at: number): MoneyUnits {
    const small = this.small[at];
    const large = this.hasLarge ? this.large.get(at) : undefined;
    if (large === undefined) return small;
    const sum = large + BigInt(small);
    const rounded = Number(sum);
    return Number.isSafeInteger(rounded) ? rounded : sum;
  }

  /** The first `count` sums, if they and all their possible totals are safe integers. */
  safeUnits(count: number): Float64Array<ArrayBuffer> | undefined {
    if (this.hasLarge) return undefined;
    const units = this.small.slice(0, count);
    let most = 0;
    for (let at = 0; at < count; at++) most += Math.abs(units[at]);
    return most <= Number.MAX_SAFE_INTEGER ? units : undefined;
  }

  /** The sums at these indexes, in their order. */
  chosen(indexes: Uint32Array): MoneySums {
    const sums = new MoneySums(indexes.length, this.scale);
    for (let at = 0; at < indexes.length; at++) sums.copyFrom(at, this, indexes[at]);
    return sums;
  }

  /** The first `count` sums. */
  first(count: number): MoneySums {
    const sums = new MoneySums(count, this.scale);
    sums.small.set(this.small.subarray(0, count));
    for (const [at, sum] of this.large) if (at < count) sums.add(at, sum);
    return sums;
  }

  /** The double nearest to the sum, in the currency. */
  amountAt(at: number): number {
    return toAmount(this.unitsAt(at), this.scale);
  }

  amounts(): Float64Array<ArrayBuffer> {
    const amounts = new Float64Array(this.small.length);
    for (let at = 0; at < amounts.length; at++) amounts[at] = this.amountAt(at);
    return amounts;
  }

  /** The double nearest to the sum divided by `count`, in the currency. */
  meanAt(at: number, count: number): number {
    return computeMeanAmount(this.unitsAt(at), count, this.scale);
  }
}

/** Sums amounts as reports print them. */
export function sumAmounts(amounts: Iterable<number>): number {
  const sums = new MoneySums(1, findCommonScale(amounts));
  for (const amount of amounts) sums.add(0, toUnits(amount, sums.scale));
  return sums.amountAt(0);
}
