// Computes expected purchases in the next t units of time as a sum of probabilities: nothing cancels and nothing
// overflows.
import {
  computeEventsWaited,
  computeProbabilityAlive,
  countChancesPassed,
  type PurchaseFamily,
  type PurchaseHistory,
  type PurchaseParameters,
} from './beta-geometric.ts';
import { logRisingFactorial } from './log-gamma.ts';

/** Share of the sum that may be left out at its end. */
const PRECISION = 1e-10;
/** Standard deviations below the mean at which a count is certain to be exceeded. */
const CERTAIN = 12;

/**
 * Expected purchases of a customer with this history in the next `time` units: equation (10) of Fader, Hardie & Lee
 * (2005) for BG/NBD, the corrected expectation of Wagner & Hoppe (2008), "Erratum on the MBG/NBD Model", IJRM 25 (3),
 * 225–226, for MBG/NBD.
 *
 * The papers write it as (1 − (1 − z)^A ₂F₁(A, B; C; z)) / (a − 1), z = time / (α + T + time): 0 / 0 at a = 1, and a
 * difference of near equals around it. Expanding ₂F₁ and telescoping gives the sum computed here; see
 * `computeExpectedWhileAlive`. For k above 1 the papers have an approximation only. Here it is exact: a customer who is
 * alive has had j < k events since the last purchase, with the probabilities of `computeEventsWaited`, and given j
 * everything is as for k = 1 with every k-th event counted.
 */
export function computeExpectedPurchases(
  family: PurchaseFamily,
  parameters: PurchaseParameters,
  history: PurchaseHistory,
  time: number,
): number {
  const { r, alpha, a, b, k } = parameters;
  const { frequency, age } = history;
  const share = time / (alpha + age + time);
  const survived = family === 'NBD' ? 1 : b + countChancesPassed(family, frequency);
  const dropped = family === 'NBD' ? 0 : a;
  const shape = r + k * frequency;
  const expected =
    k === 1
      ? computeExpectedWhileAlive(shape, share, survived, dropped)
      : computeEventsWaited(parameters, history).reduce(
          (sum, weight, j) =>
            sum +
            weight *
              computeExpectedWhileAlive(shape + j, share, survived, dropped, { first: k - j, every: k }),
          0,
        );
  return computeProbabilityAlive(family, parameters, history) * expected;
}

/**
 * Probability of at least one purchase within `time` for a customer who is alive, who has no chance to leave before it.
 * It is the distribution of the time until the next purchase, given how long the customer has waited.
 */
export function computeNextPurchaseWithin(
  parameters: PurchaseParameters,
  history: PurchaseHistory,
  time: number,
): number {
  const { r, alpha, k } = parameters;
  const shape = r + k * history.frequency;
  const rate = alpha + history.age;
  if (k === 1) return -Math.expm1(-shape * Math.log1p(time / rate));
  const share = time / (rate + time);
  return computeEventsWaited(parameters, history).reduce((sum, weight, j) => {
    let probability = Math.exp(-(shape + j) * Math.log1p(time / rate));
    let fewer = 0;
    for (let events = 0; events < k - j; events++) {
      fewer += probability;
      probability *= (share * (shape + j + events)) / (events + 1);
    }
    return sum + weight * Math.max(0, 1 - fewer);
  }, 0);
}

/** The events that count as purchases. */
interface Counted {
  /** The first future event that is a purchase, at least 1. */
  readonly first: number;
  readonly every: number;
}

/**
 * Σ over m >= 0 of P(N >= first + every · m) · (B)ₘ / (B + a)ₘ: the (m + 1)-th future purchase takes place if a
 * customer who never leaves would have that many events, and this one lets m chances to leave pass. N, the number of
 * events of a customer who never leaves, is negative binomial of the given shape and share z, 0 <= z < 1; p is beta (a,
 * B).
 *
 * With shape 1 and every event a purchase it is z ₂F₁(1, B; B + a; z), so −ln(1 − z) for B = a = 1; as a → 0 it is the
 * mean shape · z / (1 − z).
 */
export function computeExpectedWhileAlive(
  shape: number,
  share: number,
  survived: number,
  dropped: number,
  { first, every }: Counted = { first: 1, every: 1 },
): number {
  if (!(shape > 0 && share >= 0 && share < 1 && survived > 0 && dropped >= 0)) {
    const got = [shape, share, survived, dropped].join(', ');
    throw new RangeError(`Expected positive parameters and a share in [0, 1), got ${got}.`);
  }
  if (share === 0) return 0;
  const odds = share / (1 - share);
  const mean = shape * odds;
  const deviation = Math.sqrt(mean * (1 + odds));
  const certain = Math.max(0, Math.floor(mean - CERTAIN * deviation));
  const logProbability =
    logRisingFactorial(shape, certain) -
    logRisingFactorial(1, certain) +
    certain * Math.log(share) +
    shape * Math.log1p(-share);
  let probability = Math.exp(logProbability);
  let survival = 1;
  let purchases = 0;
  let sum = 0;
  let next = first;
  for (; next <= certain; next += every) {
    sum += survival;
    survival *= (survived + purchases) / (survived + dropped + purchases);
    purchases++;
  }
  // Probability of more events than `events`.
  let more = -Math.expm1(logProbability);
  for (let events = certain; ; events++) {
    if (events + 1 === next) {
      sum += survival * Math.max(0, more);
      survival *= (survived + purchases) / (survived + dropped + purchases);
      purchases++;
      next += every;
    }
    probability *= (share * (shape + events)) / (events + 1);
    more -= probability;
    // From here the probabilities fall at least as fast as powers of this ratio.
    const ratio = Math.max(share, (share * (shape + events + 1)) / (events + 2));
    if (ratio < 1 && (survival * probability * ratio) / (1 - ratio) ** 2 <= PRECISION * sum) return sum;
  }
}
