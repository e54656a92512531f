// The beta-geometric purchase models: their likelihood, and what it says of a customer who is still there.
import { logRisingFactorial } from './log-gamma.ts';
import { LogOfProduct } from './log-of-product.ts';
import type { PurchasePatterns } from './purchase-patterns.ts';

/**
 * While alive a customer buys as a Poisson process of rate λ; λ varies over customers as a gamma distribution of
 * shape r and rate α. At each chance to leave the customer drops out with probability p, and p varies as a beta
 * distribution (a, b).
 *
 * - `BG/NBD`: a chance after every repeat purchase. Fader, Hardie & Lee (2005), "Counting Your Customers the Easy
 *   Way: An Alternative to the Pareto/NBD Model", Marketing Science 24 (2), 275–284. A customer who never came back had no
 *   chance to leave, and is alive for certain: nothing that the data could tell.
 * - `MBG/NBD`: a chance after the first purchase too. Batislam, Denizel & Filiztekin (2007), "Empirical validation
 *   and comparison of models for customer base analysis", IJRM 24 (3), 201–209, and Hoppe & Wagner (2007), "Customer
 *   base analysis: The case for a central variant of the Betageometric/NBD Model", Marketing JRM 3 (2), 75–90.
 */
export type PurchaseModel = 'BG/NBD' | 'MBG/NBD';

export interface PurchaseParameters {
  /** Shape of the purchase rate over customers. */
  readonly r: number;
  /** Rate of that gamma distribution, in units of time: r / alpha purchases per unit for a customer at the mean. */
  readonly alpha: number;
  /** Beta distribution of the dropout probability, mean a / (a + b). */
  readonly a: number;
  readonly b: number;
}

/** x repeat purchases, the last at age t_x, seen until age T; 0 <= t_x <= T. */
export interface PurchaseHistory {
  readonly frequency: number;
  readonly recency: number;
  readonly age: number;
}

/** Chances to leave that a customer who is alive has let pass. */
export function chancesPassed(model: PurchaseModel, frequency: number): number {
  return model === 'MBG/NBD' ? frequency + 1 : frequency;
}

/**
 * Log-likelihood summed over customers, in log space throughout: with s chances passed,
 *
 *   (r)ₓ αʳ (b)ₛ / (a + b)ₛ · [ (α + T)^−(r + x) + a / (b + s − 1) · (α + t_x)^−(r + x) ]
 *
 * where the second term, of customers gone at t_x, is absent when s is 0. BG/NBD: equation (6) of Fader et al.
 */
export function logLikelihood(
  model: PurchaseModel,
  { r, alpha, a, b }: PurchaseParameters,
  patterns: PurchasePatterns,
): number {
  const { count, frequencies, frequency, recency, age, customers } = patterns;
  const logTimes = patterns.times.map((time) => Math.log(alpha + time));
  const logAlpha = Math.log(alpha);
  const constant = frequencies.map((x) => {
    const s = chancesPassed(model, x);
    return logRisingFactorial(r, x) + r * logAlpha + logRisingFactorial(b, s) - logRisingFactorial(a + b, s);
  });
  const goneOverAlive = frequencies.map((x) => logGoneOverAlive(model, x, a, b));
  const rests = new LogOfProduct();
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const x = frequency[i];
    const shape = r + frequencies[x];
    const logAge = logTimes[age[i]];
    const gone = goneOverAlive[x] + shape * (logAge - logTimes[recency[i]]);
    const weight = customers[i];
    // ln(1 + e^gone), its logarithm put off where the pattern is of one customer: most are.
    const rest = 1 + Math.exp(-Math.abs(gone));
    sum += weight * (constant[x] - shape * logAge + Math.max(0, gone));
    if (weight === 1) rests.multiply(rest);
    else sum += weight * Math.log(rest);
  }
  return sum + rests.value();
}

/**
 * Probability that the customer will buy again at some time. BG/NBD: Fader, Hardie & Lee (2008), "Computing P(alive)
 * Using the BG/NBD Model"; MBG/NBD: equation (5) of Batislam et al.
 */
export function probabilityAlive(
  model: PurchaseModel,
  { r, alpha, a, b }: PurchaseParameters,
  { frequency, recency, age }: PurchaseHistory,
): number {
  const silence = Math.log(alpha + age) - Math.log(alpha + recency);
  return 1 / (1 + Math.exp(logGoneOverAlive(model, frequency, a, b) + (r + frequency) * silence));
}

/** ln of a / (b + s − 1), the odds of leaving at the last chance against letting it pass; −∞ without a chance. */
function logGoneOverAlive(model: PurchaseModel, frequency: number, a: number, b: number): number {
  const s = chancesPassed(model, frequency);
  return s === 0 ? Number.NEGATIVE_INFINITY : Math.log(a) - Math.log(b + s - 1);
}
