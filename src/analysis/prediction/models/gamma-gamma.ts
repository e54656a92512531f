// Models spend (gamma-gamma): the expected value of a customer's next purchase, given the number and value of earlier
// ones.
import type { Numbers } from '../../extract/packed-columns.ts';
import { LogOfProduct, logGamma, logRisingFactorial } from './log-gamma.ts';
import { type Minimum, minimizeByNelderMead } from './nelder-mead.ts';
import { Numbering } from './purchase-patterns.ts';

/**
 * The value of one purchase is gamma distributed with shape p and a rate of the customer's own; over customers that
 * rate is gamma distributed with shape q and rate v. Spend does not depend on how often a customer buys. Fader &
 * Hardie (2013), "The Gamma-Gamma Model of Monetary Value", brucehardie.com/notes/025; first in Fader, Hardie & Lee
 * (2005), "RFM and CLV: Using Iso-Value Curves for Customer Base Analysis", JMR 42 (4), 415–430.
 */
export interface SpendParameters {
  readonly p: number;
  readonly q: number;
  /** Rate of the distribution over customers, in the dataset's currency. */
  readonly v: number;
}

export interface SpendFit {
  readonly parameters: SpendParameters;
  readonly logLikelihood: number;
  /** Customers fitted on: those with a repeat purchase and a positive mean value. */
  readonly customers: number;
  readonly evaluations: number;
  /** False if the search gave up or reached the edge, or if the model's mean value is far from the customers'. */
  readonly converged: boolean;
}

/** Indexed alike, one entry per customer: repeat purchases x and their mean value, of any customers. */
export interface Spends {
  readonly frequency: Numbers;
  readonly meanValue: Float64Array;
}

/** A factor of a million around 1, for p, q and v in mean values; within a factor of two of that is at the edge. */
const LIMITS = { log: Math.log(1e6), edge: Math.LN2 };
/** Logarithms of p, q and v at the start; v in units of the mean value. */
const START = [4, 4, 1].map(Math.log);

/**
 * Most customers in the first search; of more, it reads every n-th. The second search starts at its end and takes few
 * evaluations of all customers.
 */
const MANY = 50_000;
const MOST_EVALUATIONS = { ofFew: 800, ofMany: 200 };

/**
 * Equation (1a) of Fader & Hardie, maximised over ln p, ln q and ln v in two searches, the second from the first's end.
 * If the spends do not determine the parameters, a search takes long: with many customers it gives up earlier, or is
 * left out.
 */
export function fitSpend(spends: Spends): SpendFit {
  const sums = computeSpendSums(spends, 1);
  const { unit } = sums;
  const first = sums.customers > MANY ? computeSpendSums(spends, Math.ceil(sums.customers / MANY)) : sums;
  const search = (over: SpendSums, start: readonly number[], step: number) =>
    minimizeByNelderMead(
      (point) =>
        point.every((x) => Math.abs(x) <= LIMITS.log)
          ? -logLikelihood(toParameters(point, unit), over) / over.customers
          : Number.POSITIVE_INFINITY,
      start,
      {
        step,
        tolerance: 1e-10,
        maxEvaluations: over.customers > MANY ? MOST_EVALUATIONS.ofMany : MOST_EVALUATIONS.ofFew,
      },
    );
  const guess = search(first, START, 0.5);
  const found = first === sums || isInside(guess) ? search(sums, guess.point, 0.05) : guess;
  const parameters = toParameters(found.point, unit);
  return {
    parameters,
    logLikelihood: -found.value * sums.customers,
    customers: sums.customers,
    evaluations: guess.evaluations + (found === guess ? 0 : found.evaluations),
    converged: found.converged && isInside(found) && hasMean(parameters, unit),
  };
}

/**
 * Expected value of a future purchase: equation (5), a mean of the population's value and the customer's own, which
 * weighs more the more purchases there are. Without a repeat purchase it is the population's. Requires q > 1.
 */
export function computeExpectedSpend(
  { p, q, v }: SpendParameters,
  frequency: number,
  meanValue: number,
): number {
  return (p * (v + frequency * Math.max(0, meanValue))) / (p * frequency + q - 1);
}

/**
 * With q <= 1 the mean over customers is infinite, and just above 1 it depends on customers outside the data: one-time
 * buyers are not expected to spend more than twice the observed mean.
 */
function hasMean(parameters: SpendParameters, seen: number): boolean {
  return parameters.q > 1 && computeExpectedSpend(parameters, 0, 0) <= 2 * seen;
}

/** The sums of the likelihood that do not depend on its parameters, computed once. */
interface SpendSums {
  readonly customers: number;
  /** Mean over customers of the mean value: the unit of v in the search. */
  readonly unit: number;
  /** Distinct x, and the number of customers of each. */
  readonly frequencies: Float64Array;
  readonly sizes: Float64Array;
  /** Per customer: total value x·z, and the index of x. */
  readonly totals: Float64Array;
  readonly frequencyAt: Uint32Array;
  /** Σ ln(x·z) and Σ ln z. */
  readonly logTotals: number;
  readonly logMeans: number;
}

/** Sums over every n-th customer. */
function computeSpendSums({ frequency, meanValue }: Spends, nth: number): SpendSums {
  const frequencies = new Numbering();
  const sizes: number[] = [];
  // Allocate once: with millions of customers, growing arrays would be slow.
  const totals = new Float64Array(frequency.length);
  const frequencyAt = new Uint32Array(frequency.length);
  let customers = 0;
  let sum = 0;
  let logTotals = 0;
  let logMeans = 0;
  for (let c = 0; c < frequency.length; c += nth) {
    const x = frequency[c];
    const z = meanValue[c];
    if (x <= 0 || z <= 0) continue;
    const at = frequencies.of(x);
    sizes[at] = (sizes[at] ?? 0) + 1;
    frequencyAt[customers] = at;
    totals[customers++] = x * z;
    sum += z;
    logTotals += Math.log(x * z);
    logMeans += Math.log(z);
  }
  return {
    customers,
    unit: sum / customers,
    frequencies: frequencies.values.slice(),
    sizes: Float64Array.from(sizes),
    totals: totals.subarray(0, customers),
    frequencyAt: frequencyAt.subarray(0, customers),
    logTotals,
    logMeans,
  };
}

/**
 * Σ ln f(z | p, q, v, x), with f's powers of z, x·z and v + x·z gathered into (v / x·z) so that none of them overflows:
 *
 *   ln (px)_q − ln Γ(q) + q ln v − (px + q) ln(1 + v / xz) − q ln xz − ln z
 */
function logLikelihood({ p, q, v }: SpendParameters, sums: SpendSums): number {
  const { customers, frequencies, sizes, totals, frequencyAt, logTotals, logMeans } = sums;
  const products = Array.from(frequencies, () => new LogOfProduct());
  for (let i = 0; i < customers; i++) products[frequencyAt[i]].multiply(1 + v / totals[i]);
  let sum = customers * (q * Math.log(v) - logGamma(q)) - q * logTotals - logMeans;
  for (const [at, product] of products.entries()) {
    const shape = p * frequencies[at];
    sum += sizes[at] * logRisingFactorial(shape, q) - (shape + q) * product.value();
  }
  return sum;
}

function isInside({ point }: Minimum): boolean {
  return point.every((x) => Math.abs(x) < LIMITS.log - LIMITS.edge);
}

function toParameters(point: readonly number[], unit: number): SpendParameters {
  const [p, q, v] = point.map(Math.exp);
  return { p, q, v: v * unit };
}
