// Defines the beta-geometric purchase models: their likelihood, and the probabilities for a customer who is still
// active.
import { LogOfProduct, logRisingFactorial } from './log-gamma.ts';
import type { PurchasePatterns } from './purchase-patterns.ts';

/**
 * While alive, a customer buys at every k-th event of a Poisson process of rate λ, so with Erlang-k gaps of mean k / λ;
 * λ varies over customers as a gamma distribution of shape r and rate α. At each chance to leave the customer drops out
 * with probability p, and p varies as a beta distribution (a, b).
 *
 * - `NBD`: no chance to leave. Ehrenberg (1959), "The Pattern of Consumer Purchases", Applied Statistics 8 (1), 26–41.
 * - `BG/NBD`: a chance after every repeat purchase. Fader, Hardie & Lee (2005), "Counting Your Customers the Easy
 *   Way: An Alternative to the Pareto/NBD Model", Marketing Science 24 (2), 275–284. A customer who never came back had
 *   no chance to leave, and is alive for certain, whatever the data.
 * - `MBG/NBD`: a chance after the first purchase too. Batislam, Denizel & Filiztekin (2007), "Empirical validation
 *   and comparison of models for customer base analysis", IJRM 24 (3), 201–209, and Hoppe & Wagner (2007), "Customer
 *   base analysis: The case for a central variant of the Betageometric/NBD Model", Marketing JRM 3 (2), 75–90.
 *
 * With k above 1 they are CNBD-k and (M)BG/CNBD-k, for customers who buy regularly: Platzer & Reutterer (2016),
 * "Ticking Away the Moments: Timing Regularity Helps to Better Predict Customer Activity", Marketing Science 35 (5),
 * 779–799; Reutterer, Platzer & Schröder (2021), "Leveraging purchase regularity for predicting customer behavior the
 * easy way", IJRM 38 (1), 194–215.
 */
export type PurchaseFamily = 'NBD' | 'BG/NBD' | 'MBG/NBD';

export interface PurchaseParameters {
  /** Shape of the event rate over customers. */
  readonly r: number;
  /** Rate of that gamma distribution, in units of time: r / alpha events per unit for a customer at the mean. */
  readonly alpha: number;
  /** Beta distribution of the dropout probability, mean a / (a + b). NBD: 0 and 1. */
  readonly a: number;
  readonly b: number;
  /** Events per purchase, a whole number: 1 is chance alone, higher values are more regular. */
  readonly k: number;
}

/** x repeat purchases, the last at age t_x, observed until age T; 0 <= t_x <= T. */
export interface PurchaseHistory {
  readonly frequency: number;
  readonly recency: number;
  readonly age: number;
}

/** e to this power, added to 1 or more, is lost in rounding. NBD has no other term. */
const NOTHING_TO_ADD = -38;

/** Number of chances to leave that an active customer has let pass. */
export function countChancesPassed(family: PurchaseFamily, frequency: number): number {
  return family === 'MBG/NBD' ? frequency + 1 : frequency;
}

/**
 * Log-likelihood summed over customers, in log space throughout: with s chances passed and n = r + kx,
 *
 *   Γ(n) / Γ(r) αʳ (b)ₛ / (a + b)ₛ · [ Σ over j < k of (n)ⱼ / j! (T − t_x)ʲ (α + T)^−(n + j)
 *     + a / (b + s − 1) · (α + t_x)^−n ]
 *
 * where the last term, of customers gone at t_x, is absent when s is 0; the sum is over the events since the last
 * purchase. BG/NBD: equation (6) of Fader et al. Without the factors of the gaps themselves, which are the same for all
 * parameters but k.
 */
export function logLikelihood(
  family: PurchaseFamily,
  { r, alpha, a, b, k }: PurchaseParameters,
  patterns: PurchasePatterns,
): number {
  const { count, frequencies, times, frequency, recency, age, customers } = patterns;
  const logTimes = times.map((time) => Math.log(alpha + time));
  const logAlpha = Math.log(alpha);
  const constant = frequencies.map((x) => {
    const s = countChancesPassed(family, x);
    return (
      logRisingFactorial(r, k * x) + r * logAlpha + logRisingFactorial(b, s) - logRisingFactorial(a + b, s)
    );
  });
  const goneOverAlive = frequencies.map((x) => logGoneOverAlive(family, x, a, b));
  const rests = new LogOfProduct();
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const x = frequency[i];
    const shape = r + k * frequencies[x];
    const logAge = logTimes[age[i]];
    const gone = goneOverAlive[x] + shape * (logAge - logTimes[recency[i]]);
    const alive =
      k === 1 ? 1 : computeWaitingSum(shape, k, times[age[i]] - times[recency[i]], alpha + times[age[i]]);
    const weight = customers[i];
    // ln(alive + e^gone). The logarithm is postponed if the pattern has one customer, as most have.
    const rest =
      gone > 0 ? 1 + alive * Math.exp(-gone) : gone < NOTHING_TO_ADD ? alive : alive + Math.exp(gone);
    sum += weight * (constant[x] - shape * logAge + Math.max(0, gone));
    if (rest === 1) continue;
    if (weight === 1 && rest < 1e100) rests.multiply(rest);
    else sum += weight * Math.log(rest);
  }
  return sum + rests.value();
}

/**
 * Probability that the customer will buy again at any time. BG/NBD: Fader, Hardie & Lee (2008), "Computing P(alive)
 * Using the BG/NBD Model"; MBG/NBD: equation (5) of Batislam et al.
 */
export function computeProbabilityAlive(
  family: PurchaseFamily,
  { r, alpha, a, b, k }: PurchaseParameters,
  { frequency, recency, age }: PurchaseHistory,
): number {
  const shape = r + k * frequency;
  const silence = Math.log(alpha + age) - Math.log(alpha + recency);
  const gone = logGoneOverAlive(family, frequency, a, b) + shape * silence;
  const alive = k === 1 ? 0 : Math.log(computeWaitingSum(shape, k, age - recency, alpha + age));
  return 1 / (1 + Math.exp(gone - alive));
}

/** Σ over j < k of (n)ⱼ / j! (waited / rate)ʲ: the weight of a wait in which no k-th event came. 1 for k = 1. */
function computeWaitingSum(shape: number, k: number, waited: number, rate: number): number {
  const share = waited / rate;
  let term = 1;
  let sum = 1;
  for (let j = 1; j < k; j++) {
    term *= ((shape + j - 1) / j) * share;
    sum += term;
  }
  return sum;
}

/** Per number j < k of events since the last purchase: its probability for a customer who is alive. */
export function computeEventsWaited(
  { r, alpha, k }: PurchaseParameters,
  { frequency, recency, age }: PurchaseHistory,
): Float64Array {
  const shape = r + k * frequency;
  const share = (age - recency) / (alpha + age);
  const weights = new Float64Array(k).fill(1);
  for (let j = 1; j < k; j++) weights[j] = weights[j - 1] * ((shape + j - 1) / j) * share;
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** ln of a / (b + s − 1), the odds of leaving at the last chance; −∞ without a chance. */
function logGoneOverAlive(family: PurchaseFamily, frequency: number, a: number, b: number): number {
  const s = countChancesPassed(family, frequency);
  return s === 0 || family === 'NBD' ? Number.NEGATIVE_INFINITY : Math.log(a) - Math.log(b + s - 1);
}
