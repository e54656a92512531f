// The products that are most often in a basket with a given one, product by product.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import { basketSizes } from '../baskets/basket-sizes.ts';
import { type BasketsByProduct, basketsByProduct, largestAffordable } from './basket-work.ts';
import { type CoPurchase, PartnerTally } from './partner-tally.ts';

export interface CoPurchaseOptions {
  /** Baskets that must hold both. */
  readonly leastTogether: number;
  /** Partners that are used of a product. */
  readonly most: number;
  /** Basket entries that may be looked at, some hundred million a second. */
  readonly maxWork: number;
}

export interface CoPurchases {
  /** Baskets per product. */
  readonly frequency: Uint32Array;
  /** Strongest first; only partners that are in its baskets more often than chance would have it. */
  partnersOf(product: number): CoPurchase[];
  /** Pairs of products that `partnersOf` has met, each counted once: complete when it was called for every product. */
  pairsSeen(): number;
  /** Baskets of more products than this were not looked at for pairs; infinite where all were. */
  readonly largestBasket: number;
}

export function coPurchases(
  baskets: BasketColumns,
  { leastTogether, most, maxWork }: CoPurchaseOptions,
): CoPurchases {
  const { basketCount, products } = baskets;
  const largestBasket = largestAffordable(basketSizes(baskets), maxWork);
  const byProduct = basketsByProduct(baskets, products.length);
  const { frequency } = byProduct;
  const tally = new PartnerTally(products.length);
  let seen = 0;
  return {
    frequency,
    largestBasket,
    pairsSeen: () => seen,
    partnersOf(of) {
      countPartners(tally, of, baskets, byProduct, largestBasket);
      seen += tally.countAfter(of);
      const strongest = tally.strongest(of, { basketCount, frequency, leastTogether, most });
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
  { basketStart, basketsOf }: BasketsByProduct,
  largestBasket: number,
): void {
  for (let at = basketStart[of]; at < basketStart[of + 1]; at++) {
    const basket = basketsOf[at];
    const end = start[basket + 1];
    if (end - start[basket] > largestBasket) continue;
    for (let entry = start[basket]; entry < end; entry++) tally.add(product[entry], 1);
  }
}
