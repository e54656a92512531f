// Which lift would be seen with 80 % power, given how much customers differ and how skewed they are.
import type { Groups } from './paths.ts';
import type { Series } from './series.ts';

/** Standard normal quantile of 80 %. */
const POWER_QUANTILE = 0.8416;
/** The bound of the last day in standard errors, for daily looks at 5 %: 2.15 on 30 days, 2.21 on 180 (one look: 1.96). */
const LAST_BOUND = 2.2;

export interface Sizes {
  readonly sent: number;
  readonly heldOut: number;
}

/** Of a measure over all customers, whatever their arm. */
export interface Spread {
  readonly mean: number;
  readonly variance: number;
  readonly skewness: number;
}

/** By the end of the first `looks` days. */
export function spreadOf(series: Series, { customers, active }: Groups, looks: number): Spread {
  const sums = new Float64Array(active);
  for (let a = 0; a < active; a++) {
    for (let at = series.start[a]; at < series.start[a + 1] && series.look[at] < looks; at++) {
      sums[a] += series.step[at];
    }
  }
  const mean = sums.reduce((all, one) => all + one, 0) / Math.max(1, customers);
  const idle = customers - active;
  const moment = (power: number): number =>
    (sums.reduce((all, one) => all + (one - mean) ** power, 0) + idle * (-mean) ** power) /
    Math.max(1, customers);
  const variance = moment(2);
  return { mean, variance, skewness: variance > 0 ? moment(3) / variance ** 1.5 : 0 };
}

/**
 * Lift relative to the mean; null where nothing was bought, or an arm is empty. Quantiles of the studentized difference by its
 * expansion to first order in skewness (Hall, The Bootstrap and Edgeworth Expansion, 1992, 2.6): a small arm of skewed customers
 * needs a higher bound.
 */
export function detectableLift(
  { mean, variance, skewness }: Spread,
  { sent, heldOut }: Sizes,
): number | null {
  if (!(mean > 0) || sent <= 0 || heldOut <= 0) return null;
  const ofOne = 1 / sent + 1 / heldOut;
  const skew = Math.max(0, (skewness * (1 / heldOut ** 2 - 1 / sent ** 2)) / ofOne ** 1.5);
  const shift = (quantile: number): number => ((2 * quantile ** 2 + 1) * skew) / 6;
  const bound = LAST_BOUND + shift(LAST_BOUND) + POWER_QUANTILE - shift(POWER_QUANTILE);
  return (bound * Math.sqrt(variance * ofOne)) / mean;
}

/** Nobody waits for longer. */
const MOST_DAYS = 3_650;

/** Days in all after which a lift would be seen: relative errors shrink with the square root of the time. Null beyond ten years. */
export function daysNeeded(detectable: number | null, days: number, lift: number | null): number | null {
  if (detectable === null || lift === null || lift === 0) return null;
  const needed = Math.ceil(days * (detectable / Math.abs(lift)) ** 2);
  return needed <= MOST_DAYS ? needed : null;
}
