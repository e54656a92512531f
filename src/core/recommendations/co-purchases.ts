// The products that are most often in a basket with a given one, product by product. One counter per product, so that
// memory does not grow with the number of pairs.
import type { BasketColumns } from '../baskets/basket-columns.ts';

/** A product, by index, that goes with another one. */
export interface CoPurchase {
  readonly product: number;
  readonly together: number;
}

export interface CoPurchaseOptions {
  /** Baskets that must hold both. */
  readonly leastTogether: number;
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
  { basketCount, start, product, products }: BasketColumns,
  { leastTogether, maxWork }: CoPurchaseOptions,
): CoPurchases {
  const largestBasket = largestAffordable(start, maxWork);
  const { frequency, basketStart, basketsOf } = basketsByProduct(products.length, start, product);
  const counts = new Uint32Array(products.length);
  const met = new Uint32Array(products.length);
  let seen = 0;
  return {
    frequency,
    largestBasket,
    pairsSeen: () => seen,
    partnersOf(of) {
      let partners = 0;
      for (let at = basketStart[of]; at < basketStart[of + 1]; at++) {
        const basket = basketsOf[at];
        const begin = start[basket];
        const end = start[basket + 1];
        if (end - begin > largestBasket) continue;
        for (let entry = begin; entry < end; entry++) {
          const other = product[entry];
          if (counts[other] === 0) met[partners++] = other;
          counts[other]++;
        }
      }
      const kept: CoPurchase[] = [];
      for (let i = 0; i < partners; i++) {
        const other = met[i];
        const together = counts[other];
        counts[other] = 0;
        if (other > of) seen++;
        if (other === of || together < leastTogether) continue;
        if (together * basketCount > frequency[of] * frequency[other])
          kept.push({ product: other, together });
      }
      // √(confidence × lift) of partners of one product: together ÷ √frequency, compared as squares.
      const strength = ({ product: other, together }: CoPurchase) => together ** 2 / frequency[other];
      return kept.sort((a, b) => strength(b) - strength(a) || a.product - b.product);
    },
  };
}

function basketsByProduct(productCount: number, start: Uint32Array, product: Uint32Array) {
  const frequency = new Uint32Array(productCount);
  for (const item of product) frequency[item]++;
  const basketStart = new Uint32Array(productCount + 1);
  for (let item = 0; item < productCount; item++) basketStart[item + 1] = basketStart[item] + frequency[item];
  const next = basketStart.slice();
  const basketsOf = new Uint32Array(product.length);
  for (let basket = 0; basket + 1 < start.length; basket++) {
    for (let entry = start[basket]; entry < start[basket + 1]; entry++) {
      const item = product[entry];
      basketsOf[next[item]++] = basket;
    }
  }
  return { frequency, basketStart, basketsOf };
}

/** The work of a basket is the square of its size: the largest baskets are left out first. */
function largestAffordable(start: Uint32Array, maxWork: number): number {
  const sizes = new Uint32Array(start.length - 1)
    .map((_, basket) => start[basket + 1] - start[basket])
    .sort();
  let work = 0;
  for (const size of sizes) {
    work += size * size;
    if (work > maxWork) return size - 1;
  }
  return Number.POSITIVE_INFINITY;
}
