// Computes the logarithm of the gamma function: likelihoods stay in log space, where a thousand purchases don't
// overflow.

const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);
/** From here on, Stirling's series is exact to the last digits of a double. */
const STIRLING_FROM = 15;

/** ln Γ(z) for z > 0: Stirling's series (NIST DLMF 5.11.1), after shifting small z up by Γ(z + 1) = z Γ(z). */
export function logGamma(z: number): number {
  let shifted = z;
  let product = 1;
  while (shifted < STIRLING_FROM) product *= shifted++;
  const inverse = 1 / shifted;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680)));
  return (shifted - 0.5) * Math.log(shifted) - shifted + HALF_LOG_TWO_PI + series - Math.log(product);
}

/** ln (z)ₙ = ln Γ(z + n) − ln Γ(z), the logarithm of the rising factorial (Pochhammer's symbol); z > 0, n >= 0. */
export function logRisingFactorial(z: number, n: number): number {
  return logGamma(z + n) - logGamma(z);
}

// Sums logarithms at the cost of a product: a logarithm costs ten multiplications, and likelihoods sum many.

/** Far from the greatest double, so that one more factor never overflows. */
const FULL = 1e200;

/** Σ ln of factors between 1 and 1e100, one logarithm for every few hundred of them. */
export class LogOfProduct {
  private product = 1;
  private log = 0;

  multiply(factor: number): void {
    this.product *= factor;
    if (this.product < FULL) return;
    this.log += Math.log(this.product);
    this.product = 1;
  }

  value(): number {
    return this.log + Math.log(this.product);
  }
}
