// What a rule is worth, and how many rules are rated High and Medium for it.

import { amountOf } from '../../money/decimal.ts';

const HIGH_SHARE = 0.2;
const MEDIUM_SHARE = 0.3;

/**
 * What the consequents brought beyond chance: their value in the baskets with both sides × the share of these baskets that
 * chance does not explain, given the sizes of baskets.
 */
export function incrementalValue(together: number, expected: number, consequentValue: number): number {
  return ((together - expected) / together) * consequentValue;
}

/** Enough to recompute a value, too few to show the rounding of its factors. */
const DIGITS = 12;

/** An incremental value as reports carry it: in the currency, of a value in units of 10^-scale. */
export function publishedValue(value: number, scale: number): number {
  return Number(amountOf(value, scale).toPrecision(DIGITS));
}

/** The least value that is published as this one: what is equal to a reader is equal to the ratings. */
export function leastPublishedAs(value: number, scale: number): number {
  const published = publishedValue(value, scale);
  let below = value - Math.abs(value) * 10 ** (1 - DIGITS);
  let least = value;
  for (;;) {
    const middle = below + (least - below) / 2;
    if (middle <= below || middle >= least) return least;
    if (publishedValue(middle, scale) >= published) least = middle;
    else below = middle;
  }
}

/** Ranks by incremental value, from 1, of the last rule that is High and of the last that is Medium. */
export function lastRanks(positiveCount: number): { readonly high: number; readonly medium: number } {
  const high = Math.ceil(HIGH_SHARE * positiveCount);
  return { high, medium: Math.min(positiveCount, high + Math.ceil(MEDIUM_SHARE * positiveCount)) };
}
