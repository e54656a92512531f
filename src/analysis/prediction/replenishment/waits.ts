// Computes how long a customer waits until the next purchase, by a purchase model: the purchases so far set the pace,
// and the current wait is the only later evidence.
import type { PurchaseParameters } from '../models/beta-geometric.ts';

/** x repeat purchases, the last at age t_x. */
export interface Paced {
  readonly frequency: number;
  readonly recency: number;
}

/**
 * ln of the probability that the next purchase takes longer than `days` from the last one, for a customer who stays:
 * fewer than k events of a process whose rate is gamma distributed with shape n = r + kx and rate α + t_x,
 *
 *   S(s) = (1 − u)ⁿ Σ over j < k of (n)ⱼ / j! uʲ,  u = s / (α + t_x + s).
 *
 * A logarithm, because a wait of a thousand gaps has a probability that no double holds.
 */
export function logStillWaiting(parameters: PurchaseParameters, paced: Paced, days: number): number {
  const rate = parameters.alpha + paced.recency;
  return logSurvival(parameters, paced, Math.log1p(days / rate));
}

/**
 * The days after `waited` within which the next purchase comes with this probability, above 0 and below 1, for a
 * customer who stays.
 */
export function computeWaitQuantile(
  parameters: PurchaseParameters,
  paced: Paced,
  waited: number,
  probability: number,
): number {
  const { r, alpha, k } = parameters;
  const shape = r + k * paced.frequency;
  const rate = alpha + paced.recency;
  const start = Math.log1p(waited / rate);
  const drop = Math.log1p(-probability);
  const target = logSurvival(parameters, paced, start) + drop;
  // In y = −ln(1 − u) the logarithm is concave, with a slope from 0 to −n: after the first, Newton's steps come from
  // above.
  let y = start - drop / shape;
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const u = -Math.expm1(-y);
    const next = y - (target - logSurvival(parameters, paced, y)) / computeHazard(shape, k, u);
    if (Math.abs(next - y) <= PRECISION * y) return computeDaysAfter(next, rate, waited);
    y = next;
  }
  return computeDaysAfter(y, rate, waited);
}

const PRECISION = 1e-13;
const MOST_STEPS = 100;

function computeDaysAfter(y: number, rate: number, waited: number): number {
  return Math.max(0, rate * Math.expm1(y) - waited);
}

/** ln S at y = −ln(1 − u). */
function logSurvival({ r, k }: PurchaseParameters, { frequency }: Paced, y: number): number {
  const shape = r + k * frequency;
  return k === 1 ? -shape * y : Math.log(computePartialSum(shape, k, -Math.expm1(-y))) - shape * y;
}

/** Σ over j < k of (n)ⱼ / j! uʲ. */
function computePartialSum(shape: number, k: number, u: number): number {
  let term = 1;
  let sum = 1;
  for (let j = 1; j < k; j++) {
    term *= ((shape + j - 1) / j) * u;
    sum += term;
  }
  return sum;
}

/** −d ln S / dy. */
function computeHazard(shape: number, k: number, u: number): number {
  let term = shape;
  for (let j = 1; j < k; j++) term *= ((shape + j) / j) * u;
  return term / computePartialSum(shape, k, u);
}
