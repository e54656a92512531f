// What the baskets say about products that go together, as counts: every figure of a recommendation follows from them.
import type { FieldValue } from '../baskets/item-values.ts';
import type { SizeModel } from '../mining/size-chance.ts';

export type { FieldValue };

/** Scores are whole millionths, so that the sum of a cart is the same in every sequence. */
export const SCORE_UNITS = 1e6;

/** Where orders do not tell how much popularity says. */
export const DEFAULT_POPULARITY_SHARE = 0.1;

/**
 * What is added to the scores of a cart for a product, in SCORE_UNITS: carts also hold what goes with nothing. `share`: of the
 * product's share of all baskets.
 */
export function computePopularity(baskets: number, basketCount: number, share: number): number {
  return (SCORE_UNITS * share * baskets) / basketCount;
}

/** A product that may be recommended. */
export interface Recommendable {
  readonly product: string;
  /** Baskets that hold it. */
  readonly baskets: number;
  /** Its values of the fields that are served. Undefined where none are. */
  readonly values?: readonly FieldValue[];
}

/** Buyers of one product and another one that they bought, too. */
export interface PairEvidence extends Recommendable {
  /** Baskets that hold both. */
  readonly together: number;
  /** What the one says for the other, in millionths: above 0. */
  readonly score: number;
}

/** A product that another one speaks against. */
interface OpposedProduct {
  readonly product: string;
  /** In millionths: below 0. */
  readonly score: number;
}

export interface ProductEvidence {
  readonly product: string;
  /** Baskets that hold it. */
  readonly baskets: number;
  /** Strongest first. */
  readonly pairs: readonly PairEvidence[];
  readonly against: readonly OpposedProduct[];
}

/** What the evidence of all products has in common. */
export interface EvidenceSummary {
  readonly baskets: number;
  /** A rule of the report holds in at least so many baskets, and at least this share of its antecedents' baskets. */
  readonly leastBaskets: number;
  readonly minConfidence: number;
  /** Pairs of products that could be in one basket: the tests that p-values are corrected for. */
  readonly pairs: number;
  /** What chance explains, given the sizes of baskets; otherwise, products are independent. */
  readonly chance?: SizeModel | undefined;
  /** Of a product's share of all baskets: what is added to a cart's scores; otherwise, nothing. */
  readonly popularityShare?: number | undefined;
  /** Best-selling products, first the one in the most baskets. */
  readonly popular: readonly Recommendable[];
}

/** The best-selling products that have a value, first the one in the most baskets. */
export interface PopularOfValue extends FieldValue {
  readonly popular: readonly Recommendable[];
}
