// Counts how often other products are bought with a given one, one product after the other: one counter per product, so
// that memory does not grow with the number of pairs.

import type { BasketColumns } from '../baskets/basket-columns.ts';
import { findNthSmallest } from '../mining/nth-smallest.ts';
import type { BasketsByProduct } from './basket-work.ts';

/** The index of a product that goes with another one. */
export interface CoPurchase {
  readonly product: number;
  readonly together: number;
  /** The other product's score for it, in SCORE_UNITS: above 0. */
  readonly score: number;
}

/**
 * The score of product `of` for `other`, in SCORE_UNITS; 0 or less counts as none. `together`: number of baskets that
 * hold both, `joint`: their weight.
 */
export type PairScore = (of: number, other: number, together: number, joint: number) => number;

interface PartnerLimits {
  readonly computeScore: PairScore;
  /** Most partners used of a product: weaker ones may be left out. Infinite if all are used. */
  readonly most: number;
}

export class PartnerTally {
  /** Per product: number of baskets with it, and their weight. All zero between two products. */
  readonly counts: Uint32Array;
  readonly weights: Float64Array;
  /** The first `size` entries: counted products. */
  readonly met: Uint32Array;
  size = 0;
  // Scratch of `strongest`: partners and their strength.
  private readonly partners: Uint32Array;
  private readonly scores: Float64Array;

  constructor(products: number) {
    this.counts = new Uint32Array(products);
    this.weights = new Float64Array(products);
    this.met = new Uint32Array(products);
    this.partners = new Uint32Array(products);
    this.scores = new Float64Array(products);
  }

  add(product: number, together: number, weight: number): void {
    if (this.counts[product] === 0) this.met[this.size++] = product;
    this.counts[product] += together;
    this.weights[product] += weight;
  }

  clear(): void {
    for (let at = 0; at < this.size; at++) {
      const product = this.met[at];
      this.counts[product] = 0;
      this.weights[product] = 0;
    }
    this.size = 0;
  }

  /** Partners for which product `of` has a positive score, strongest first. */
  strongest(of: number, { computeScore, most }: PartnerLimits): CoPurchase[] {
    const { counts, weights, partners, scores } = this;
    let found = 0;
    for (let at = 0; at < this.size; at++) {
      const product = this.met[at];
      if (product === of) continue;
      const score = computeScore(of, product, counts[product], weights[product]);
      if (score <= 0) continue;
      partners[found] = product;
      scores[found++] = score;
    }
    // Create objects only for those used: of a thousand partners, some fifty.
    const least = found <= most ? 0 : findNthSmallest(scores.slice(0, found), found, found - most);
    const kept: CoPurchase[] = [];
    for (let at = 0; at < found; at++) {
      const score = scores[at];
      if (score < least) continue;
      kept.push({ product: partners[at], together: counts[partners[at]], score });
    }
    return kept.sort((a, b) => b.score - a.score || a.product - b.product);
  }
}

// Finds the products that go with a given one, product by product: counted in its baskets, and kept by their scores.

/** The index of a product for which another one has a score below 0. */
export interface Opponent {
  readonly product: number;
  readonly score: number;
}

export interface CoPurchases {
  /** Baskets per product. */
  readonly frequency: Uint32Array;
  /** Strongest first. */
  listPartners(product: number): CoPurchase[];
  listOpponents(product: number): readonly Opponent[];
  /** Pairs of baskets with more products than this were skipped; infinite if none were. */
  readonly largestBasket: number;
}

export function createPartnerCounter(
  baskets: Pick<BasketColumns, 'start' | 'product' | 'products'>,
  byProduct: BasketsByProduct,
  largestBasket: number,
  limits: PartnerLimits,
): Pick<CoPurchases, 'listPartners'> {
  const tally = new PartnerTally(baskets.products.length);
  return {
    listPartners(of) {
      countPartners(tally, of, baskets, byProduct, largestBasket);
      const strongest = tally.strongest(of, limits);
      tally.clear();
      return strongest;
    },
  };
}

/** Counts the products of all baskets that hold `of`, including itself. */
export function countPartners(
  tally: PartnerTally,
  of: number,
  { start, product }: Pick<BasketColumns, 'start' | 'product'>,
  { basketStart, basketsOf, weightOfSize }: BasketsByProduct,
  largestBasket: number,
): void {
  for (let at = basketStart[of]; at < basketStart[of + 1]; at++) {
    const basket = basketsOf[at];
    const begin = start[basket];
    const end = start[basket + 1];
    if (end - begin > largestBasket) continue;
    const weight = weightOfSize[end - begin];
    for (let entry = begin; entry < end; entry++) tally.add(product[entry], 1, weight);
  }
}
