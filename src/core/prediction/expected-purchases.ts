// Purchases to come in the next t units of time, as a sum of probabilities: nothing cancels and nothing overflows.
import {
  chancesPassed,
  type PurchaseHistory,
  type PurchaseModel,
  type PurchaseParameters,
  probabilityAlive,
} from './beta-geometric.ts';
import { logRisingFactorial } from './log-gamma.ts';

/** Of the sum: what may be left out at its end. */
const PRECISION = 1e-10;
/** Standard deviations below the mean from which a count is certain to be passed. */
const CERTAIN = 12;

/**
 * Expected purchases of a customer with this history in the next `time` units: equation (10) of Fader, Hardie & Lee
 * (2005) for BG/NBD, the corrected expectation of Wagner & Hoppe (2008), "Erratum on the MBG/NBD Model", IJRM 25 (3),
 * 225–226, for MBG/NBD.
 *
 * The papers write it as (1 − (1 − z)^A ₂F₁(A, B; C; z)) / (a − 1), z = time / (α + T + time): 0 / 0 at a = 1, and a
 * difference of near equals around it. Expanding ₂F₁ and telescoping gives the sum computed here; see
 * `expectedWhileAlive`.
 */
export function expectedPurchases(
  model: PurchaseModel,
  parameters: PurchaseParameters,
  history: PurchaseHistory,
  time: number,
): number {
  const { r, alpha, a, b } = parameters;
  const { frequency, age } = history;
  const share = time / (alpha + age + time);
  const survived = b + chancesPassed(model, frequency);
  return probabilityAlive(model, parameters, history) * expectedWhileAlive(r + frequency, share, survived, a);
}

/**
 * Σ over k >= 0 of P(N > k) · (B)ₖ / (B + a)ₖ: the (k + 1)-th purchase to come takes place when a customer who never
 * leaves would buy more than k times, and this one lets k chances to leave pass. N, purchases of who never leaves, is
 * negative binomial of the given shape and share z, 0 <= z < 1; p is beta (a, B).
 *
 * With shape 1 it is z ₂F₁(1, B; B + a; z), so −ln(1 − z) for B = a = 1; as a → 0 it is the mean shape · z / (1 − z).
 */
export function expectedWhileAlive(shape: number, share: number, survived: number, dropped: number): number {
  if (!(shape > 0 && share >= 0 && share < 1 && survived > 0 && dropped > 0)) {
    const got = [shape, share, survived, dropped].join(', ');
    throw new RangeError(`Expected positive parameters and a share in [0, 1), got ${got}.`);
  }
  if (share === 0) return 0;
  const odds = share / (1 - share);
  const mean = shape * odds;
  const deviation = Math.sqrt(mean * (1 + odds));
  const first = Math.max(0, Math.floor(mean - CERTAIN * deviation));
  const logProbability =
    logRisingFactorial(shape, first) -
    logRisingFactorial(1, first) +
    first * Math.log(share) +
    shape * Math.log1p(-share);
  let probability = Math.exp(logProbability);
  let survival = 1;
  let sum = 0;
  for (let k = 0; k < first; k++) {
    sum += survival;
    survival *= (survived + k) / (survived + dropped + k);
  }
  let more = -Math.expm1(logProbability);
  for (let k = first; ; k++) {
    sum += survival * Math.max(0, more);
    survival *= (survived + k) / (survived + dropped + k);
    probability *= (share * (shape + k)) / (k + 1);
    more -= probability;
    // From here the probabilities fall at least as fast as powers of this ratio.
    const ratio = Math.max(share, (share * (shape + k + 1)) / (k + 2));
    if (ratio < 1 && (survival * probability * ratio) / (1 - ratio) ** 2 <= PRECISION * sum) return sum;
  }
}
