// Computes intervals and tails of distributions: of a share, of Student's t, of a Poisson count.

// The exact interval of a share (Clopper & Pearson 1934), by the tails of the binomial distribution: it keeps its level
// even with few cases.

interface ShareInterval {
  readonly lower: number;
  readonly upper: number;
}

/** `hits` of `cases`, at least one case. `alpha`: probability that the share lies outside, half of it on each side. */
export function computeShareInterval(hits: number, cases: number, alpha: number): ShareInterval {
  return {
    lower: hits === 0 ? 0 : findShareWhere((share) => computeBinomialTail(hits, cases, share) < alpha / 2),
    upper:
      hits === cases
        ? 1
        : findShareWhere((share) => computeBinomialTail(cases - hits, cases, 1 - share) > alpha / 2),
  };
}

/** The share from 0 to 1 at which `isBelow` ceases to hold. */
function findShareWhere(isBelow: (share: number) => boolean): number {
  let [lower, upper] = [0, 1];
  for (;;) {
    const middle = (lower + upper) / 2;
    if (middle <= lower || middle >= upper) return middle;
    if (isBelow(middle)) lower = middle;
    else upper = middle;
  }
}

/** P(X >= hits) of `cases`, each with probability `share`. Terms are added from the largest of the tail on. */
export function computeBinomialTail(hits: number, cases: number, share: number): number {
  if (share <= 0) return hits <= 0 ? 1 : 0;
  if (share >= 1) return 1;
  const odds = share / (1 - share);
  // Below the mode, the terms of the upper tail would grow first: subtract the lower tail from 1.
  if (hits > cases * share) return sumTail(hits, cases, odds, share);
  return 1 - sumTail(cases - hits + 1, cases, 1 / odds, 1 - share);
}

function sumTail(hits: number, cases: number, odds: number, share: number): number {
  let term = 1;
  let sum = 1;
  for (let x = hits; x < cases && term > sum * 1e-17; x++) {
    term *= ((cases - x) / (x + 1)) * odds;
    sum += term;
  }
  const logChoice = logFactorial(cases) - logFactorial(hits) - logFactorial(cases - hits);
  return Math.exp(logChoice + hits * Math.log(share) + (cases - hits) * Math.log1p(-share)) * sum;
}

/** Stirling's series from 16 on, where the first omitted term is below 1e-12. */
function logFactorial(n: number): number {
  if (n < 16) {
    let product = 1;
    for (let factor = 2; factor <= n; factor++) product *= factor;
    return Math.log(product);
  }
  const square = n * n;
  const series = (1 / 12 - (1 / 360 - (1 / 1260 - 1 / 1680 / square) / square) / square) / n;
  return (n + 0.5) * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI) + series;
}

// Student's t distribution with a whole number of degrees of freedom, by finite sums (Abramowitz & Stegun 1964, 26.7.3
// and 26.7.4), so that few degrees need no expansion.

/** P(|T| <= t) for t >= 0. */
export function computeCentralProbability(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees));
  const square = Math.cos(angle) ** 2;
  const isOdd = degrees % 2 === 1;
  let term = isOdd ? Math.cos(angle) : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let next = isOdd ? 3 : 2; next <= degrees - 2; next += 2) {
    term *= ((next - 1) / next) * square;
    sum += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
}

/**
 * The t within which the distribution lies, on both sides of 0, with this probability (below 1). `degrees`: 1 or more.
 */
export function computeTwoSidedQuantile(probability: number, degrees: number): number {
  let above = 1;
  while (computeCentralProbability(above, degrees) < probability) above *= 2;
  let below = 0;
  for (;;) {
    const middle = (below + above) / 2;
    if (middle <= below || middle >= above) return above;
    if (computeCentralProbability(middle, degrees) < probability) below = middle;
    else above = middle;
  }
}

// Computes the probability of many events where few are expected by chance.

/**
 * P(X >= events) for a Poisson count with this mean; 1 below mean + 1. From there on it bounds the tail of any sum of
 * independent indicators with at most that mean: Hoeffding (1956), Anderson & Samuels (1967).
 */
export function computePoissonTail(events: number, mean: number): number {
  if (events < mean + 1) return 1;
  if (mean <= 0) return 0;
  let term = 1;
  let sum = 1;
  for (let x = events; term > sum * 1e-17; x++) {
    term *= mean / (x + 1);
    sum += term;
  }
  let logTerm = events * Math.log(mean) - mean;
  for (let factor = 2; factor <= events; factor++) logTerm -= Math.log(factor);
  return Math.min(1, Math.exp(logTerm) * sum);
}
