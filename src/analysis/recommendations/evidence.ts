// Defines the evidence for products that go together, as counts: every figure of a recommendation follows from them.
import type { FieldValue } from '../baskets/item-values.ts';
import type { SizeModel } from '../mining/size-chance.ts';

export type { FieldValue };

/** Units of a score: scores are whole millionths, so that the sum of a cart is the same in every sequence. */
export const SCORE_UNITS = 1e6;

/** Used if orders do not determine the weight of popularity. */
export const DEFAULT_POPULARITY_SHARE = 0.1;

/**
 * The amount that is added to a cart's scores for a product, in SCORE_UNITS, because carts also hold unrelated
 * products. `share`: fraction of the product's share of all baskets.
 */
export function computePopularity(baskets: number, basketCount: number, share: number): number {
  return (SCORE_UNITS * share * baskets) / basketCount;
}

/** A product that may be recommended. */
export interface Recommendable {
  readonly product: string;
  /** Baskets that hold it. */
  readonly baskets: number;
  /** Its values of the served fields. Undefined if no field is served. */
  readonly values?: readonly FieldValue[];
}

/** Another product that buyers of a product also bought. */
export interface PairEvidence extends Recommendable {
  /** Baskets that hold both. */
  readonly together: number;
  /** The score of the one for the other, in millionths: above 0. */
  readonly score: number;
}

/** A product with a negative score for another one. */
interface OpposedProduct {
  readonly product: string;
  /** Score in millionths, below 0. */
  readonly score: number;
}

export interface ProductEvidence {
  readonly product: string;
  /** Baskets that hold it. */
  readonly baskets: number;
  /**
   * Share of the days with orders, after a customer's first one with the product, that have it again. Undefined if the
   * baskets have no customers or dates.
   */
  readonly reorderRate?: number | undefined;
  /** Strongest first. */
  readonly pairs: readonly PairEvidence[];
  readonly against: readonly OpposedProduct[];
}

/** Figures that the evidence of all products shares. */
export interface EvidenceSummary {
  readonly baskets: number;
  /** Thresholds of a rule in the report: fewest baskets, and the least share of its antecedents' baskets. */
  readonly leastBaskets: number;
  readonly minConfidence: number;
  /** Number of pairs of products that could be in one basket: the tests that p-values are corrected for. */
  readonly pairs: number;
  /** The model of chance given the sizes of baskets; if undefined, products are independent. */
  readonly chance?: SizeModel | undefined;
  /** Fraction of a product's share of all baskets that is added to a cart's scores; if undefined, nothing. */
  readonly popularityShare?: number | undefined;
  /** Best-selling products, the one in the most baskets first. */
  readonly popular: readonly Recommendable[];
}

/** The best-selling products with a value, the one in the most baskets first. */
export interface PopularOfValue extends FieldValue {
  readonly popular: readonly Recommendable[];
}
