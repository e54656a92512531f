// The NBD model: purchase rates differ over customers, and nobody leaves.
import { logRisingFactorial } from './log-gamma.ts';
import type { PurchasePatterns } from './purchase-patterns.ts';

/**
 * A customer buys as a Poisson process of rate λ for ever; λ varies over customers as a gamma distribution of shape r
 * and rate alpha. Ehrenberg (1959), "The Pattern of Consumer Purchases", Applied Statistics 8 (1), 26–41. It is what
 * the beta-geometric models become as a / b → 0.
 */
export interface NbdParameters {
  readonly r: number;
  /** In units of time. */
  readonly alpha: number;
}

/** Σ over customers of ln (r)ₓ αʳ / (α + T)^(r + x), comparable with the likelihoods of the beta-geometric models. */
export function nbdLogLikelihood(
  { r, alpha }: NbdParameters,
  { count, frequencies, times, frequency, age, customers }: PurchasePatterns,
): number {
  const logTimes = times.map((time) => Math.log(alpha + time));
  const constants = frequencies.map((x) => logRisingFactorial(r, x) + r * Math.log(alpha));
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const x = frequency[i];
    const shape = r + frequencies[x];
    sum += customers[i] * (constants[x] - shape * logTimes[age[i]]);
  }
  return sum;
}
