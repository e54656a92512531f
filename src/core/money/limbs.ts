// Columns of money for loops that only add: plain doubles where no sum over a column can leave the safe integers, else
// a few columns of smaller numbers that add up to them.
import type { Units } from './decimal.ts';
import type { MoneySums } from './money-sums.ts';

const BITS = 26;
/** Sums of up to 2^27 limbs are safe integers. */
const RADIX = 2 ** BITS;

/** Value i is the sum of limbs[j][i] × 2^(26 j); any sum of values is the sum of the limbs' sums likewise. */
export type Limbs = readonly Float64Array[];

/** The first `count` sums. */
export function limbsOf(sums: MoneySums, count: number): Limbs {
  const safe = sums.safeUnits(count);
  if (safe !== undefined) return [safe];
  const limbs = Array.from({ length: 3 }, () => new Float64Array(count));
  for (let i = 0; i < count; i++) {
    let rest = BigInt(sums.unitsAt(i));
    for (const [j, limb] of limbs.entries()) {
      // The last limb takes all that is left: 2^31 with the highest price and quantity there are.
      const part = j === limbs.length - 1 ? rest : rest % BigInt(RADIX);
      limb[i] = Number(part);
      rest = (rest - part) / BigInt(RADIX);
    }
  }
  return limbs;
}

/** The sum that these sums of limbs stand for. */
export function unitsOfLimbs(sums: readonly number[]): Units {
  const [only = 0] = sums;
  if (sums.length === 1) return only;
  return sums.reduceRight<bigint>((units, sum) => units * BigInt(RADIX) + BigInt(sum), 0n);
}

/** Sums of limbs, put together one by one: the doubles nearest to them, in units. */
export function joinLimbs(limbs: Limbs): Float64Array {
  const [only = new Float64Array(0)] = limbs;
  if (limbs.length === 1) return only;
  return Float64Array.from(only.keys(), (i) => Number(unitsOfLimbs(limbs.map((limb) => limb[i]))));
}
