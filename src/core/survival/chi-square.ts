// The upper tail of the chi-square distribution with whole degrees of freedom: sums of positive terms, to nearly all digits.

// erfc, from which the p-value of a chi-square with one degree of freedom follows: p = erfc(√(χ²/2)).
const SERIES_BELOW = 2;
/** From x = 2 on this many terms give all digits of a double. */
const FRACTION_TERMS = 80;

/** erfc(x) = 1 − erf(x) for x >= 0: a series of positive terms (NIST DLMF 7.6.2), or a continued fraction (7.9.1). */
export function complementaryError(x: number): number {
  const scale = Math.exp(-x * x) / Math.sqrt(Math.PI);
  if (x < SERIES_BELOW) {
    let term = 2 * x;
    let sum = term;
    for (let n = 1; term > sum * Number.EPSILON; n++) {
      term *= (2 * x * x) / (2 * n + 1);
      sum += term;
    }
    return 1 - scale * sum;
  }
  let fraction = x;
  for (let n = FRACTION_TERMS; n > 0; n--) fraction = x + n / 2 / fraction;
  return scale / fraction;
}

/** P(X >= value) of X with so many degrees of freedom, at least one (Abramowitz & Stegun 26.4.4 and 26.4.5). */
export function chiSquareTail(value: number, degrees: number): number {
  const half = value / 2;
  const isOdd = degrees % 2 === 1;
  let sum = isOdd ? complementaryError(Math.sqrt(half)) : 0;
  // Of e^(−x/2) (x/2)^j / Γ(j + 1), where j rises by one from 0, or from one half.
  let term = Math.exp(-half) * (isOdd ? 2 * Math.sqrt(half / Math.PI) : 1);
  for (let j = isOdd ? 0.5 : 0; j < degrees / 2 - 0.5; j++) {
    sum += term;
    term *= half / (j + 1);
  }
  return Math.min(1, sum);
}
