// Maximum-likelihood parameters of a purchase model, from the merged histories of all customers.
import { logLikelihood, type PurchaseModel, type PurchaseParameters } from './beta-geometric.ts';
import { type Minimum, nelderMead } from './nelder-mead.ts';
import {
  coarsened,
  type PurchaseHistories,
  type PurchasePatterns,
  purchasePatterns,
} from './purchase-patterns.ts';

export interface PurchaseFit {
  readonly model: PurchaseModel;
  readonly parameters: PurchaseParameters;
  readonly logLikelihood: number;
  /** Evaluations of the likelihood, both searches together. */
  readonly evaluations: number;
  /**
   * False when the search gave up, or when r or alpha ran to the edge of LIMITS. At an edge of a or b the model has a
   * meaning, and often the right one: as a / b → 0 nobody leaves (the NBD model), and with both large all customers
   * leave alike.
   */
  readonly converged: boolean;
}

/** A thousandfold either way of 1, for r, a and b, and for alpha in mean ages; within twofold of that is at the edge. */
const LIMITS = { log: Math.log(1e3), edge: Math.LN2 };
/** r, alpha in mean ages, a and b. */
const START = [0.5, 0.5, 1, 2].map(Math.log);
/** Above this many patterns the first search runs on times rounded to 1/64 of the greatest age. */
const MANY_PATTERNS = 8_000;
const GRAINS = 64;

/**
 * Searches ln r, ln alpha, ln a and ln b twice: from a fixed start, then from where that ended, with a fresh simplex,
 * so that a search that collapsed early goes on. With many patterns the first search is over rounded times and the
 * second, short one over the patterns themselves: the result is the maximum over unrounded data either way.
 */
export function fitPurchases(
  model: PurchaseModel,
  histories: PurchaseHistories,
  patterns: PurchasePatterns = purchasePatterns(histories),
): PurchaseFit {
  const customers = histories.age.length;
  const unit = meanOf(histories.age) || 1;
  const search = (over: PurchasePatterns, start: readonly number[], step: number): Minimum =>
    nelderMead(
      (point) =>
        point.every((x) => Math.abs(x) <= LIMITS.log)
          ? -logLikelihood(model, parametersAt(point, unit), over) / customers
          : Number.POSITIVE_INFINITY,
      start,
      { step, tolerance: 1e-10, maxEvaluations: 800 },
    );
  const guess = search(firstPatterns(histories, patterns), START, 0.5);
  const found = search(patterns, guess.point, 0.05);
  return {
    model,
    parameters: parametersAt(found.point, unit),
    logLikelihood: -found.value * customers,
    evaluations: guess.evaluations + found.evaluations,
    converged:
      found.converged && found.point.slice(0, 2).every((x) => Math.abs(x) < LIMITS.log - LIMITS.edge),
  };
}

function firstPatterns(histories: PurchaseHistories, patterns: PurchasePatterns): PurchasePatterns {
  if (patterns.count <= MANY_PATTERNS) return patterns;
  const oldest = histories.age.reduce((most, age) => Math.max(most, age), 0);
  return purchasePatterns(coarsened(histories, oldest / GRAINS));
}

function parametersAt(point: readonly number[], unit: number): PurchaseParameters {
  const [r = 0, alpha = 0, a = 0, b = 0] = point.map(Math.exp);
  return { r, alpha: alpha * unit, a, b };
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
