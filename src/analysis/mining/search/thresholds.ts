// Computes thresholds as integers: comparing shares as floats loses itemsets that lie exactly on the border.

/**
 * The fewest baskets of an itemset: ceil(minSupport × baskets), at least 1. A product within float error of an integer
 * counts as that integer: 0.07 × 100 is 7, not 7.000000000000001.
 */
export function computeLeastCount(minSupport: number, baskets: number): number {
  const exact = minSupport * baskets;
  const nearest = Math.round(exact);
  const least = Math.abs(exact - nearest) <= 1e-9 * Math.max(1, exact) ? nearest : Math.ceil(exact);
  return Math.max(1, least);
}

/**
 * The value of `together` from which together / antecedent >= minConfidence; tolerates float error in minConfidence.
 */
export function computeConfidenceFloor(antecedent: number, minConfidence: number): number {
  return (minConfidence - 1e-9) * antecedent;
}

/** The fewest baskets of an itemset in a partition, from the fewest overall: rounded up, at least 1. */
export function computeLeastInPart(least: number, partBaskets: number, baskets: number): number {
  if (baskets === 0) return 1;
  const wanted = least * partBaskets;
  const below = Math.floor(wanted / baskets);
  return Math.max(1, below * baskets < wanted ? below + 1 : below);
}
