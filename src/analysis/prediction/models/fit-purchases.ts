// Fits the parameters of a purchase model by maximum likelihood, from the merged histories of all customers.
import type { Numbers } from '../../extract/packed-columns.ts';
import { logLikelihood, type PurchaseFamily, type PurchaseParameters } from './beta-geometric.ts';
import { type Minimum, minimizeByNelderMead } from './nelder-mead.ts';
import {
  coarsenPatterns,
  findPurchasePatterns,
  type PurchaseHistories,
  type PurchasePatterns,
} from './purchase-patterns.ts';

export interface PurchaseFit {
  readonly family: PurchaseFamily;
  readonly parameters: PurchaseParameters;
  /** Excludes the factors of the gaps themselves. */
  readonly logLikelihood: number;
  /** Log-likelihood of the first search, over rounded times if there are many patterns; NaN without such a search. */
  readonly firstLogLikelihood: number;
  /** True if no second search ran: the data do not determine the dropout. */
  readonly isFirst: boolean;
  /** Evaluations of the likelihood, in both searches together. */
  readonly evaluations: number;
  /** False if the search gave up, or if r or alpha reached the edge of LIMITS. */
  readonly converged: boolean;
  /**
   * False if a or b reached the edge of LIMITS: the data then show no dropout (a / b → 0), or one that is the same for
   * all customers (both large), and do not determine a and b. True for NBD, which has neither.
   */
  readonly dropoutDetermined: boolean;
}

/**
 * A factor of a thousand around 1, for r, a and b, and for alpha in mean ages; within a factor of two of that is at the
 * edge.
 */
const LIMITS = { log: Math.log(1e3), edge: Math.LN2 };
/** r and alpha in mean ages; then a and b. */
const START = [0.5, 0.5, 1, 2].map(Math.log);
/** Above this many patterns the first search runs on times rounded to 1/64 of the greatest age. */
const MANY_PATTERNS = 8_000;
const GRAINS = 64;
/** Evaluations after which a search gives up if it begins with a dropout that the data do not show. */
const LEAST_EVALUATIONS = 60;
const MOST_EVALUATIONS = 800;
const NO_SEARCH = { value: Number.NaN, evaluations: 0, converged: false };

export interface FitSettings {
  /** Events per purchase, default 1. */
  readonly k?: number;
  /** Patterns of the same histories, if they are computed already. */
  readonly patterns?: PurchasePatterns;
  /** The result of `createFirstPatterns`, if it is computed already. */
  readonly first?: PurchasePatterns;
  /** Whether rounded times suffice: for models that are compared and not published. */
  readonly rounded?: boolean;
  /** Parameters of a similar data set: a single search starts there. */
  readonly from?: PurchaseParameters;
}

/**
 * Searches ln r, ln alpha, ln a and ln b (NBD: the first two) twice: from a fixed start, then from the end of the first
 * search, with a fresh simplex, so that a search that collapsed early continues. With many patterns the first search is
 * over rounded times and the second, short one over the patterns themselves: the result is the maximum over unrounded
 * data, unless `rounded`. If the first ends with a dropout that the data do not show, there is no second: such a model
 * is compared with others, and not published.
 */
export function fitPurchases(
  family: PurchaseFamily,
  histories: PurchaseHistories,
  {
    k = 1,
    patterns = findPurchasePatterns(histories),
    first = createFirstPatterns(patterns),
    rounded = false,
    from,
  }: FitSettings = {},
): PurchaseFit {
  const customers = histories.age.length;
  const unit = k * (computeMean(histories.age) || 1);
  const toParameters = ([r = 0, alpha = 0, ...dropout]: readonly number[]): PurchaseParameters => {
    const [a = 0, b = 1] = dropout.map(Math.exp);
    return { r: Math.exp(r), alpha: Math.exp(alpha) * unit, a, b, k };
  };
  const search = (
    over: PurchasePatterns,
    from: readonly number[],
    { step, maxEvaluations = MOST_EVALUATIONS }: { readonly step: number; readonly maxEvaluations?: number },
  ): Minimum =>
    minimizeByNelderMead(
      (point) =>
        point.every((x) => Math.abs(x) <= LIMITS.log)
          ? -logLikelihood(family, toParameters(point), over) / customers
          : Number.POSITIVE_INFINITY,
      from,
      { step, tolerance: 1e-10, maxEvaluations },
    );
  const dimensions = family === 'NBD' ? 2 : 4;
  const guess =
    from === undefined
      ? search(first, START.slice(0, dimensions), { step: 0.5 })
      : { ...NO_SEARCH, point: startAt(from, unit).slice(0, dimensions) };
  const isShort = first !== patterns && !guess.point.slice(2).every(isInside);
  const isFirst = isShort && from === undefined && !rounded;
  const found = isFirst
    ? { ...guess, evaluations: 0 }
    : search(rounded ? first : patterns, guess.point, {
        step: from === undefined ? 0.05 : 0.1,
        maxEvaluations: isShort ? LEAST_EVALUATIONS : MOST_EVALUATIONS,
      });
  return {
    family,
    parameters: toParameters(found.point),
    logLikelihood: -found.value * customers,
    firstLogLikelihood: -guess.value * customers,
    isFirst,
    evaluations: guess.evaluations + found.evaluations,
    converged: found.converged && found.point.slice(0, 2).every(isInside),
    dropoutDetermined: found.point.slice(2).every(isInside),
  };
}

function startAt({ r, alpha, a, b }: PurchaseParameters, unit: number): number[] {
  return [r, alpha / unit, a, b].map((value) => Math.min(LIMITS.log, Math.max(-LIMITS.log, Math.log(value))));
}

function isInside(x: number): boolean {
  return Math.abs(x) < LIMITS.log - LIMITS.edge;
}

/** The patterns of the first search, with rounded times if they are many. */
export function createFirstPatterns(patterns: PurchasePatterns): PurchasePatterns {
  if (patterns.count <= MANY_PATTERNS) return patterns;
  const oldest = patterns.times.reduce((most, time) => Math.max(most, time), 0);
  return coarsenPatterns(patterns, oldest / GRAINS);
}

function computeMean(values: Numbers): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at];
  return sum / values.length;
}
