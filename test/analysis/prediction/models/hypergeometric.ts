// The papers' way of writing the expectations, term by term and in plain doubles: good for moderate arguments.
import type {
  PurchaseFamily,
  PurchaseParameters,
} from '../../../../src/analysis/prediction/models/beta-geometric.ts';

/** ₂F₁(a, b; c; z) for |z| < 1, by its power series. */
export function hypergeometric(a: number, b: number, c: number, z: number): number {
  let term = 1;
  let sum = 1;
  for (let n = 0; Math.abs(term) > 1e-17 * Math.abs(sum); n++) {
    term *= (((a + n) * (b + n)) / ((c + n) * (n + 1))) * z;
    sum += term;
  }
  return sum;
}

/**
 * Of a customer who is alive after x purchases at age T: equation (10) of Fader, Hardie & Lee (2005), and its MBG/NBD
 * counterpart of Wagner & Hoppe (2008), each without its P(alive). Not for a = 1.
 */
export function publishedExpectation(
  model: PurchaseFamily,
  { r, alpha, a, b }: PurchaseParameters,
  x: number,
  age: number,
  time: number,
): number {
  const s = model === 'MBG/NBD' ? x + 1 : x;
  const c = a + b + s - 1;
  const f = hypergeometric(r + x, b + s, c, time / (alpha + age + time));
  return (c / (a - 1)) * (1 - ((alpha + age) / (alpha + age + time)) ** (r + x) * f);
}
