// Stores columns of money for loops that only add: plain doubles if no sum over a column can leave the safe integers,
// otherwise a few columns of smaller numbers that add up to them.
import type { MoneyUnits } from './decimal.ts';
import type { MoneySums } from './money-sums.ts';

const BITS = 26;
/** Sums of up to 2^27 limbs are safe integers. */
const RADIX = 2 ** BITS;
/** Number of limbs of values whose sum may leave the safe integers. */
export const LIMBS = 3;

/** Value i is the sum of limbs[j][i] × 2^(26 j); any sum of values is the sum of the limbs' sums likewise. */
export type Limbs = readonly Float64Array[];

/** Converts the first `count` sums. */
export function toLimbs(sums: MoneySums, count: number): Limbs {
  const safe = sums.safeUnits(count);
  if (safe !== undefined) return [safe];
  const limbs = Array.from({ length: LIMBS }, () => new Float64Array(count));
  for (let i = 0; i < count; i++) {
    let rest = BigInt(sums.unitsAt(i));
    for (const [j, limb] of limbs.entries()) {
      // The last limb takes the rest: 2^31 with the highest price and quantity.
      const part = j === limbs.length - 1 ? rest : rest % BigInt(RADIX);
      limb[i] = Number(part);
      rest = (rest - part) / BigInt(RADIX);
    }
  }
  return limbs;
}

/** Whether `toLimbs` of all these values together would make one limb. `parts`: its result for each part. */
export function areSafeTogether(parts: readonly (readonly ArrayLike<number>[])[]): boolean {
  let most = 0;
  for (const limbs of parts) {
    if (limbs.length > 1) return false;
    for (const limb of limbs) for (let at = 0; at < limb.length; at++) most += Math.abs(limb[at]);
  }
  return most <= Number.MAX_SAFE_INTEGER;
}

/** The sum that these sums of limbs represent. */
export function joinUnits(sums: readonly number[]): MoneyUnits {
  const [only = 0] = sums;
  if (sums.length === 1) return only;
  return sums.reduceRight<bigint>((units, sum) => units * BigInt(RADIX) + BigInt(sum), 0n);
}

/** The double nearest to the sum that these sums of limbs represent. */
export function toNearest(sums: readonly number[]): number {
  const above = sums.slice(1).reduceRight((units, sum) => units * RADIX + sum, 0);
  // Every step up to here is exact, so that only the last one rounds.
  return Math.abs(above) <= Number.MAX_SAFE_INTEGER
    ? above * RADIX + (sums[0] ?? 0)
    : Number(joinUnits(sums));
}

/** Joins sums of limbs one by one: the doubles nearest to them, in units. */
export function joinLimbs(limbs: Limbs): Float64Array {
  const [only = new Float64Array(0)] = limbs;
  if (limbs.length === 1) return only;
  return Float64Array.from(only.keys(), (i) => toNearest(limbs.map((limb) => limb[i])));
}

/** Splits one limb into the limbs of larger numbers. */
export function splitLimb(units: ArrayLike<number>): Limbs {
  const limbs = Array.from({ length: LIMBS }, () => new Float64Array(units.length));
  for (let at = 0; at < units.length; at++) {
    const above = Math.trunc(units[at] / RADIX);
    limbs[0][at] = units[at] - above * RADIX;
    limbs[1][at] = above % RADIX;
    limbs[2][at] = Math.trunc(above / RADIX);
  }
  return limbs;
}
