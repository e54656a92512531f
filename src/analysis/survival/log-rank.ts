// Tests whether groups have events at the same pace: the log-rank test of Mantel (1966) for two groups or more, as
// computed by R's `survdiff`, and for each group against all others.
import { type FollowUp, listEventDays } from './kaplan-meier.ts';

export interface ComparedGroup {
  /** Number of events of the group. */
  readonly observed: number;
  /** Number of events of the group if all had the same pace. */
  readonly expected: number;
  /**
   * Against all others together: (observed − expected)² / variance, one degree of freedom. 0 if no event distinguishes
   * them.
   */
  readonly chiSquare: number;
  /** Probability of a difference at least as large between groups of the same pace. */
  readonly pValue: number;
}

export interface LogRank {
  /** Groups in the given sequence. */
  readonly groups: readonly ComparedGroup[];
  /** Test of all groups at once. */
  readonly chiSquare: number;
  /** Number of groups that an event can distinguish, less one. */
  readonly degrees: number;
  readonly pValue: number;
}

/** Pivots below this share of their variance are rounding: the group follows from those before it. */
const TOLERANCE = 1e-9;

/** Undefined if no event can distinguish any groups: none occurred, or none while two groups were observed. */
export function logRank(followed: readonly FollowUp[]): LogRank | undefined {
  const size = followed.length;
  const groups = followed.map((group) => ({
    lasts: group.days.slice().sort(),
    events: listEventDays(group),
    ended: 0,
    counted: 0,
  }));
  const expected = new Float64Array(size);
  const covariance = new Float64Array(size * size);
  const share = new Float64Array(size);
  for (;;) {
    let day = Infinity;
    for (const { events, counted } of groups) if (events[counted] < day) day = events[counted];
    if (day === Infinity) break;
    let all = 0;
    let events = 0;
    for (const group of groups) {
      while (group.lasts[group.ended] < day) group.ended++;
      const before = group.counted;
      while (group.events[group.counted] === day) group.counted++;
      events += group.counted - before;
      all += group.lasts.length - group.ended;
    }
    for (const [at, { lasts, ended }] of groups.entries()) share[at] = (lasts.length - ended) / all;
    for (let row = 0; row < size; row++) {
      expected[row] += events * share[row];
      if (all === 1 || share[row] === 0) continue;
      // Covariance of the hypergeometric distribution: the day's events are drawn from all subjects at risk.
      for (let column = 0; column <= row; column++) {
        const kept = column === row ? 1 - share[row] : -share[column];
        covariance[row * size + column] += (events * share[row] * kept * (all - events)) / (all - 1);
      }
    }
  }
  const compared = groups.map(({ events: { length: observed } }, at): ComparedGroup => {
    const variance = covariance[at * size + at];
    const chiSquare = variance > 0 ? (observed - expected[at]) ** 2 / variance : 0;
    return { observed, expected: expected[at], chiSquare, pValue: computeChiSquareTail(chiSquare, 1) };
  });
  const beyond = Float64Array.from(compared, ({ observed, expected: chance }) => observed - chance);
  const { chiSquare, degrees } = computeQuadraticForm(covariance, beyond, size);
  return degrees === 0
    ? undefined
    : { groups: compared, chiSquare, degrees, pValue: computeChiSquareTail(chiSquare, degrees) };
}

/**
 * uᵀ V⁻¹ u of the lower triangle of V, row by row (Cholesky without roots), and its rank: rows add up to zero, so that
 * the last one follows from the others. Overwrites `u` and `V`.
 */
function computeQuadraticForm(covariance: Float64Array, u: Float64Array, size: number) {
  let chiSquare = 0;
  let degrees = 0;
  const own = Float64Array.from({ length: size }, (_, at) => covariance[at * size + at]);
  for (let at = 0; at < size - 1; at++) {
    const pivot = covariance[at * size + at];
    if (!(pivot > TOLERANCE * own[at])) continue;
    degrees++;
    chiSquare += u[at] ** 2 / pivot;
    for (let row = at + 1; row < size; row++) {
      const factor = covariance[row * size + at] / pivot;
      if (factor === 0) continue;
      u[row] -= factor * u[at];
      for (let column = at + 1; column <= row; column++)
        covariance[row * size + column] -= factor * covariance[column * size + at];
    }
  }
  return { chiSquare, degrees };
}

// Largest x for the series of erfc, from which the p-value of a chi-square with one degree of freedom follows: p =
// erfc(√(χ²/2)).
const SERIES_BELOW = 2;
/** Terms of the continued fraction that give all digits of a double from x = 2 on. */
const FRACTION_TERMS = 80;

/** erfc(x) = 1 − erf(x) for x >= 0: a series of positive terms (NIST DLMF 7.6.2), or a continued fraction (7.9.1). */
export function computeComplementaryError(x: number): number {
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

/** P(X >= value) of X with `degrees` degrees of freedom, at least one (Abramowitz & Stegun 26.4.4 and 26.4.5). */
export function computeChiSquareTail(value: number, degrees: number): number {
  const half = value / 2;
  const isOdd = degrees % 2 === 1;
  let sum = isOdd ? computeComplementaryError(Math.sqrt(half)) : 0;
  // Terms of e^(−x/2) (x/2)^j / Γ(j + 1), where j rises by one from 0, or from one half.
  let term = Math.exp(-half) * (isOdd ? 2 * Math.sqrt(half / Math.PI) : 1);
  for (let j = isOdd ? 0.5 : 0; j < degrees / 2 - 0.5; j++) {
    sum += term;
    term *= half / (j + 1);
  }
  return Math.min(1, sum);
}
