// How many baskets there are of each size.
import type { BasketColumns } from './basket-columns.ts';

/** By the number of products: baskets. */
export function basketSizes({ start }: Pick<BasketColumns, 'start'>): Uint32Array {
  let largest = 0;
  for (let basket = 0; basket + 1 < start.length; basket++)
    largest = Math.max(largest, start[basket + 1] - start[basket]);
  const counts = new Uint32Array(largest + 1);
  for (let basket = 0; basket + 1 < start.length; basket++) counts[start[basket + 1] - start[basket]]++;
  return counts;
}
