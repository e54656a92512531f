// The upper tail of the chi-square distribution with whole degrees of freedom: sums of positive terms, to nearly all digits.
import { complementaryError } from './complementary-error.ts';

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
