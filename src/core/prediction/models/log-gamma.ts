// The logarithm of the gamma function: likelihoods stay in log space, where a thousand purchases don't overflow.

const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);
/** From here on Stirling's series is exact to the last digits of a double. */
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
