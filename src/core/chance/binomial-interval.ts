// The exact interval of a share (Clopper & Pearson 1934): by the tails of the binomial distribution, so that it keeps its
// level also where there are few cases.

export interface ShareInterval {
  readonly lower: number;
  readonly upper: number;
}

/** `hits` of `cases`, at least one case. `alpha`: probability that the share lies outside, half of it on each side. */
export function shareInterval(hits: number, cases: number, alpha: number): ShareInterval {
  return {
    lower: hits === 0 ? 0 : shareWhere((share) => binomialTail(hits, cases, share) < alpha / 2),
    upper:
      hits === cases ? 1 : shareWhere((share) => binomialTail(cases - hits, cases, 1 - share) > alpha / 2),
  };
}

/** The share from 0 to 1 at which `isBelow` ceases to hold. */
function shareWhere(isBelow: (share: number) => boolean): number {
  let [lower, upper] = [0, 1];
  for (;;) {
    const middle = (lower + upper) / 2;
    if (middle <= lower || middle >= upper) return middle;
    if (isBelow(middle)) lower = middle;
    else upper = middle;
  }
}

/** P(X >= hits) of `cases` with this share each. Terms are added from the largest of the tail on. */
export function binomialTail(hits: number, cases: number, share: number): number {
  if (share <= 0) return hits <= 0 ? 1 : 0;
  if (share >= 1) return 1;
  const odds = share / (1 - share);
  // Below the mode the terms of the upper tail would grow first: the lower one is taken from 1.
  if (hits > cases * share) return tail(hits, cases, odds, share);
  return 1 - tail(cases - hits + 1, cases, 1 / odds, 1 - share);
}

function tail(hits: number, cases: number, odds: number, share: number): number {
  let term = 1;
  let sum = 1;
  for (let x = hits; x < cases && term > sum * 1e-17; x++) {
    term *= ((cases - x) / (x + 1)) * odds;
    sum += term;
  }
  const logChoice = logFactorial(cases) - logFactorial(hits) - logFactorial(cases - hits);
  return Math.exp(logChoice + hits * Math.log(share) + (cases - hits) * Math.log1p(-share)) * sum;
}

/** Stirling's series from 16 on, where the first term that is left out is below 1e-12. */
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
