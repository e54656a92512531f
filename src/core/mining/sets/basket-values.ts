// The values in baskets by rank of the product, turned both ways: the entries of a basket and the baskets of a rank.
import type { BasketColumns } from '../../baskets/basket-columns.ts';

export interface BasketValues {
  /** Basket b holds rank[start[b]] .. rank[start[b + 1] - 1], ascending, with these values. */
  readonly start: Uint32Array;
  readonly rank: Uint32Array;
  readonly rankValue: Float64Array;
  /** Rank r is in the baskets basket[basketStart[r]] .. basket[basketStart[r + 1] - 1], ascending, with these values. */
  readonly basketStart: Uint32Array;
  readonly basket: Uint32Array;
  readonly basketValue: Float64Array;
}

/** `value`: per entry of the baskets. `productOf`: per rank, the index of the product. Products without a rank are left out. */
export function basketValues(
  { basketCount, start, product, products }: BasketColumns,
  value: Float64Array,
  productOf: Uint32Array,
): BasketValues {
  const rankOf = new Int32Array(products.length).fill(-1);
  for (let rank = 0; rank < productOf.length; rank++) rankOf[productOf[rank]] = rank;
  const basketStart = new Uint32Array(productOf.length + 1);
  for (let entry = 0; entry < product.length; entry++) {
    const rank = rankOf[product[entry]];
    if (rank >= 0) basketStart[rank + 1]++;
  }
  for (let rank = 0; rank < productOf.length; rank++) basketStart[rank + 1] += basketStart[rank];
  const total = basketStart[productOf.length];
  const basket = new Uint32Array(total);
  const basketValue = new Float64Array(total);
  const nextOf = basketStart.slice();
  const newStart = new Uint32Array(basketCount + 1);
  for (let b = 0; b < basketCount; b++) {
    newStart[b + 1] = newStart[b];
    for (let entry = start[b]; entry < start[b + 1]; entry++) {
      const rank = rankOf[product[entry]];
      if (rank < 0) continue;
      const at = nextOf[rank]++;
      basket[at] = b;
      basketValue[at] = value[entry];
      newStart[b + 1]++;
    }
  }
  const rank = new Uint32Array(total);
  const rankValue = new Float64Array(total);
  const next = newStart.slice();
  for (let r = 0; r < productOf.length; r++) {
    for (let at = basketStart[r]; at < basketStart[r + 1]; at++) {
      const to = next[basket[at]]++;
      rank[to] = r;
      rankValue[to] = basketValue[at];
    }
  }
  return { start: newStart, rank, rankValue, basketStart, basket, basketValue };
}
