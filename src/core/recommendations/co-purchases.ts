// The products that go with a given one, product by product: counted in its baskets, and kept by their scores.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import type { BasketsByProduct } from './basket-work.ts';
import { type CoPurchase, type PartnerLimits, PartnerTally } from './partner-tally.ts';

/** A product, by index, that another one speaks against: with a score below 0. */
export interface Opponent {
  readonly product: number;
  readonly score: number;
}

export interface CoPurchases {
  /** Baskets per product. */
  readonly frequency: Uint32Array;
  /** Strongest first. */
  partnersOf(product: number): CoPurchase[];
  opponentsOf(product: number): readonly Opponent[];
  /** Baskets of more products than this were not looked at for pairs; infinite where all were. */
  readonly largestBasket: number;
}

export function partnerCounter(
  baskets: Pick<BasketColumns, 'start' | 'product' | 'products'>,
  byProduct: BasketsByProduct,
  largestBasket: number,
  limits: PartnerLimits,
): Pick<CoPurchases, 'partnersOf'> {
  const tally = new PartnerTally(baskets.products.length);
  return {
    partnersOf(of) {
      countPartners(tally, of, baskets, byProduct, largestBasket);
      const strongest = tally.strongest(of, limits);
      tally.clear();
      return strongest;
    },
  };
}

/** Counts the products of all baskets that hold `of`, itself included. */
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
