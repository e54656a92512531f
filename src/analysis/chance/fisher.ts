// Fisher's exact test (Fisher 1922). One-sided for rules: the probability of at least as many joint baskets if the two
// sides were independent (Hahsler & Hornik, New probabilistic interest measures for association rules, 2007). Two-sided
// for two groups.

/**
 * P(X >= together) for X hypergeometric: `antecedents` draws without replacement from `baskets`, of which
 * `consequents` hold the other side. In log space, so that it stays exact down to 1e-308.
 */
export function computeFisherPValue(
  together: number,
  antecedents: number,
  consequents: number,
  baskets: number,
): number {
  // The value is equal to the last bit for a rule and its converse, which are one test.
  if (antecedents > consequents) return computeFisherPValue(together, consequents, antecedents, baskets);
  const least = Math.max(0, antecedents + consequents - baskets);
  const most = antecedents;
  if (together <= least) return 1;
  if (together > most) return 0;
  const expected = ((antecedents + 1) * (consequents + 1)) / (baskets + 2);
  // Summing away from the mode, terms only shrink. Below the mode, subtract the lower tail from 1.
  if (together >= expected) return Math.min(1, sumTail(together, most, 1, antecedents, consequents, baskets));
  return Math.max(0, 1 - sumTail(together - 1, least, -1, antecedents, consequents, baskets));
}

/** Relative tolerance within which two probabilities count as equal after rounding, as in R's fisher.test. */
const ROUNDING = 1 + 1e-7;

/** The probability of a table at most as likely as this one. `hits` of `cases`, for two groups. */
export function computeTwoSidedFisher(
  hits: number,
  cases: number,
  otherHits: number,
  otherCases: number,
): number {
  const all = hits + otherHits;
  const least = Math.max(0, all - otherCases);
  const most = Math.min(cases, all);
  const limit = Math.exp(logProbability(hits, cases, all, cases + otherCases)) * ROUNDING;
  let sum = 0;
  for (let x = least; x <= most; x++) {
    const probability = Math.exp(logProbability(x, cases, all, cases + otherCases));
    if (probability <= limit) sum += probability;
  }
  return Math.min(1, sum);
}

function sumTail(from: number, to: number, step: 1 | -1, a: number, c: number, n: number): number {
  let term = 1;
  let sum = 1;
  for (let x = from; x !== to && term > sum * 1e-17; x += step) {
    term *= step === 1 ? computeNextRatio(x, a, c, n) : 1 / computeNextRatio(x - 1, a, c, n);
    sum += term;
  }
  return Math.exp(logProbability(from, a, c, n) + Math.log(sum));
}

/** P(X = x + 1) / P(X = x). */
function computeNextRatio(x: number, a: number, c: number, n: number): number {
  return ((a - x) * (c - x)) / ((x + 1) * (n - a - c + x + 1));
}

/** ln of C(c, x) C(n − c, a − x) / C(n, a). */
function logProbability(x: number, a: number, c: number, n: number): number {
  return logChoose(c, x) + logChoose(n - c, a - x) - logChoose(n, a);
}

function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

/** Size of the table: 512 kB, which covers most counts of baskets. */
const SMALL = logFactorials(2 ** 16);

function logFactorials(size: number): Float64Array {
  const logs = new Float64Array(size);
  for (let n = 2; n < size; n++) logs[n] = logs[n - 1] + Math.log(n);
  return logs;
}

/** Stirling's series above the table: its first omitted term, 1/(1680 n⁷), is negligible there. */
function logFactorial(n: number): number {
  if (n < SMALL.length) return SMALL[n];
  const square = n * n;
  return (
    (n + 0.5) * Math.log(n) -
    n +
    0.5 * Math.log(2 * Math.PI) +
    (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / n
  );
}

// Controls the share of false findings for any dependence between the tests: Benjamini & Yekutieli (2001), "The control
// of the false discovery rate in multiple testing under dependency", Ann. Statist. 29, 1165–1188.

export interface RankedTests {
  /** Ascending. */
  readonly pValues: Float64Array;
  readonly qValues: Float64Array;
}

/** Equal to R's `p.adjust(p, "BY", n)`. `tests`: at least the number of p-values. */
export function rankTests(pValues: Float64Array, tests: number): RankedTests {
  const sorted = pValues.slice().sort();
  const qValues = new Float64Array(sorted.length);
  const factor = tests * computeHarmonic(tests);
  let least = 1;
  for (let at = sorted.length - 1; at >= 0; at--) {
    least = Math.min(least, (sorted[at] * factor) / (at + 1));
    qValues[at] = least;
  }
  return { pValues: sorted, qValues };
}

/** 1 + 1/2 + … + 1/n. */
export function computeHarmonic(n: number): number {
  if (n > 1_000) return Math.log(n) + 0.577_215_664_901_532_9 + 1 / (2 * n) - 1 / (12 * n * n);
  let sum = 0;
  for (let i = n; i >= 1; i--) sum += 1 / i;
  return sum;
}
