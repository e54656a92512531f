// How regularly customers buy: 1 is chance alone, the shape of the gaps between purchases otherwise.

import type { Numbers } from '../../extract/packed-columns.ts';

/** Erlang gaps of a higher shape are told apart from clockwork by hundreds of customers only. */
const MOST_REGULAR = 12;

/**
 * The estimator of Wheat & Morrison (1990), "Estimating Purchase Regularity with Two Interpurchase Times", Journal of
 * Marketing Research 27 (1), 87–93, whatever the rates of the customers: of two gaps g and h that are gamma distributed with
 * shape k, M = g / (g + h) is beta (k, k), so k = (1 − 4 V) / (8 V) with V = Var M. Taken over the last two gaps of each
 * customer, each with either of them in the numerator, so that no draw decides which. NaN without a customer of two gaps;
 * Infinity where all gaps are equal.
 *
 * `gaps`: per customer the last gap and the one before, in pairs; 0 where there is none.
 */
export function regularity(gaps: Numbers): number {
  let pairs = 0;
  let squares = 0;
  for (let at = 0; at < gaps.length; at += 2) {
    if (gaps[at + 1] === 0) continue;
    pairs++;
    squares += (gaps[at] / (gaps[at] + gaps[at + 1]) - 0.5) ** 2;
  }
  const variance = squares / pairs;
  return (1 - 4 * variance) / (8 * variance);
}

/** The nearest whole number of events per purchase, from 1 to MOST_REGULAR; 1 where nothing is known. */
export function eventsPerPurchase(estimate: number): number {
  return Number.isNaN(estimate) ? 1 : Math.min(MOST_REGULAR, Math.max(1, Math.round(estimate)));
}
