// The interval of a ratio of two means (Fieller, Quarterly Journal of Pharmacy 17, 1944): it excludes 1 exactly where the interval of
// the difference excludes 0.
import type { DailyBounds } from './daily-bounds.ts';
import type { ArmMoments } from './paths.ts';

export interface Limits {
  /** Null: none is known. */
  readonly lower: number | null;
  readonly upper: number | null;
}

/** Of sent / held out − 1. */
export function liftLimits([sent, heldOut]: readonly [ArmMoments, ArmMoments], bounds: DailyBounds): Limits {
  const limit = (bound: number, sign: 1 | -1): number | null => {
    const a = (bound ** 2 * sent.variance) / sent.customers;
    const b = (bound ** 2 * heldOut.variance) / heldOut.customers;
    const square = heldOut.mean ** 2 - b;
    if (!(square > 0) || heldOut.mean <= 0) return null;
    const root = Math.sqrt(b * sent.mean ** 2 + a * square);
    return (sent.mean * heldOut.mean + sign * root) / square - 1;
  };
  return { lower: limit(bounds.upper, -1), upper: limit(bounds.lower, 1) };
}

export function differenceLimits(difference: number, error: number, { upper, lower }: DailyBounds): Limits {
  return { lower: difference - upper * error, upper: difference + lower * error };
}
