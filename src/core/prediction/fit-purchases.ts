// Maximum-likelihood parameters of a purchase model, from the merged histories of all customers.
import { logLikelihood, type PurchaseModel, type PurchaseParameters } from './beta-geometric.ts';
import { type NbdParameters, nbdLogLikelihood } from './nbd.ts';
import { type Minimum, nelderMead } from './nelder-mead.ts';
import {
  coarsened,
  type PurchaseHistories,
  type PurchasePatterns,
  purchasePatterns,
} from './purchase-patterns.ts';

export interface Fit<P> {
  readonly parameters: P;
  readonly logLikelihood: number;
  /** Evaluations of the likelihood, both searches together. */
  readonly evaluations: number;
  /** False when the search gave up, or when r or alpha ran to the edge of LIMITS. */
  readonly converged: boolean;
}

export interface PurchaseFit extends Fit<PurchaseParameters> {
  readonly model: PurchaseModel;
  /**
   * False when a or b ran to the edge of LIMITS: the data then show no dropout (a / b → 0), or one that is the same
   * for all customers (both large), and do not determine a and b.
   */
  readonly dropoutDetermined: boolean;
}

/** A thousandfold either way of 1, for r, a and b, and for alpha in mean ages; within twofold of that is at the edge. */
const LIMITS = { log: Math.log(1e3), edge: Math.LN2 };
/** r and alpha in mean ages; then a and b. */
const START = [0.5, 0.5, 1, 2].map(Math.log);
/** Above this many patterns the first search runs on times rounded to 1/64 of the greatest age. */
const MANY_PATTERNS = 8_000;
const GRAINS = 64;

/**
 * Searches ln r, ln alpha, ln a and ln b twice: from a fixed start, then from where that ended, with a fresh simplex,
 * so that a search that collapsed early continues. With many patterns the first search is over rounded times and the
 * second, short one over the patterns themselves: the result is the maximum over unrounded data either way.
 */
export function fitPurchases(
  model: PurchaseModel,
  histories: PurchaseHistories,
  patterns: PurchasePatterns = purchasePatterns(histories),
): PurchaseFit {
  const unit = meanOf(histories.age) || 1;
  const toParameters = ([r = 0, alpha = 0, a = 0, b = 0]: readonly number[]): PurchaseParameters => ({
    r: Math.exp(r),
    alpha: Math.exp(alpha) * unit,
    a: Math.exp(a),
    b: Math.exp(b),
  });
  const { point, ...fit } = searchTwice(histories, patterns, START, toParameters, (parameters, over) =>
    logLikelihood(model, parameters, over),
  );
  return { ...fit, model, dropoutDetermined: point.slice(2).every(isInside) };
}

/** The same search over ln r and ln alpha alone. */
export function fitNbd(
  histories: PurchaseHistories,
  patterns: PurchasePatterns = purchasePatterns(histories),
): Fit<NbdParameters> {
  const unit = meanOf(histories.age) || 1;
  const toParameters = ([r = 0, alpha = 0]: readonly number[]): NbdParameters => ({
    r: Math.exp(r),
    alpha: Math.exp(alpha) * unit,
  });
  const start = START.slice(0, 2);
  const { point: _, ...fit } = searchTwice(histories, patterns, start, toParameters, nbdLogLikelihood);
  return fit;
}

function searchTwice<P>(
  histories: PurchaseHistories,
  patterns: PurchasePatterns,
  start: readonly number[],
  toParameters: (point: readonly number[]) => P,
  logLikelihoodOf: (parameters: P, over: PurchasePatterns) => number,
): Fit<P> & { readonly point: readonly number[] } {
  const customers = histories.age.length;
  const search = (over: PurchasePatterns, from: readonly number[], step: number): Minimum =>
    nelderMead(
      (point) =>
        point.every((x) => Math.abs(x) <= LIMITS.log)
          ? -logLikelihoodOf(toParameters(point), over) / customers
          : Number.POSITIVE_INFINITY,
      from,
      { step, tolerance: 1e-10, maxEvaluations: 800 },
    );
  const guess = search(firstPatterns(histories, patterns), start, 0.5);
  const found = search(patterns, guess.point, 0.05);
  return {
    point: found.point,
    parameters: toParameters(found.point),
    logLikelihood: -found.value * customers,
    evaluations: guess.evaluations + found.evaluations,
    converged: found.converged && found.point.slice(0, 2).every(isInside),
  };
}

function isInside(x: number): boolean {
  return Math.abs(x) < LIMITS.log - LIMITS.edge;
}

function firstPatterns(histories: PurchaseHistories, patterns: PurchasePatterns): PurchasePatterns {
  if (patterns.count <= MANY_PATTERNS) return patterns;
  const oldest = histories.age.reduce((most, age) => Math.max(most, age), 0);
  return purchasePatterns(coarsened(histories, oldest / GRAINS));
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
