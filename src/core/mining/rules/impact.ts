// What a rule is worth, and how many rules are rated High and Medium for it.

import { amountOf } from '../../money/decimal.ts';

const HIGH_SHARE = 0.2;
const MEDIUM_SHARE = 0.3;

/** What the consequents brought beyond what was expected: their value in the baskets with both sides × the share of these beyond it. */
export function incrementalValue(together: number, expected: number, consequentValue: number): number {
  return ((together - expected) / together) * consequentValue;
}

/** Enough to recompute a value, too few to show the rounding of its factors. */
const DIGITS = 12;

/** An incremental value as reports carry it: in the currency, of a value in units of 10^-scale. */
export function publishedValue(value: number, scale: number): number {
  return Number(amountOf(value, scale).toPrecision(DIGITS));
}

/** Ranks by value, from 1, of the last of `count` rules that is High and of the last that is Medium. */
export function lastRanks(count: number): { readonly high: number; readonly medium: number } {
  const high = Math.ceil(HIGH_SHARE * count);
  return { high, medium: Math.min(count, high + Math.ceil(MEDIUM_SHARE * count)) };
}
