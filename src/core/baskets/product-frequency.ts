// How often each product is bought.
import type { BasketColumns } from './basket-columns.ts';

/** Baskets that hold each product. */
export function productFrequency({ product, products }: BasketColumns): Uint32Array {
  const counts = new Uint32Array(products.length);
  for (let entry = 0; entry < product.length; entry++) {
    const item = product[entry];
    counts[item]++;
  }
  return counts;
}
