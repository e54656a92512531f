// How many items orders hold, those with a product and all of them.
import type { BasketsByProduct } from '../recommendations/basket-work.ts';

/** Orders with 1, 2, … items are counted one by one; the last class has all larger ones. */
export const SIZE_CLASSES = 10;

export interface OrderSizes {
  readonly orders: number;
  /** Their items, added up. */
  readonly entries: number;
  /** Per class: orders. */
  readonly classes: readonly number[];
}

export function sizesOf(
  of: number,
  start: Uint32Array,
  { basketStart, basketsOf }: BasketsByProduct,
): OrderSizes {
  const classes = new Array<number>(SIZE_CLASSES).fill(0);
  let entries = 0;
  for (let at = basketStart[of]; at < basketStart[of + 1]; at++) {
    const order = basketsOf[at];
    const size = start[order + 1] - start[order];
    entries += size;
    classes[classOf(size)]++;
  }
  return { orders: basketStart[of + 1] - basketStart[of], entries, classes };
}

export function sizesOfAll(start: Uint32Array): OrderSizes {
  const classes = new Array<number>(SIZE_CLASSES).fill(0);
  for (let order = 0; order + 1 < start.length; order++) classes[classOf(start[order + 1] - start[order])]++;
  return { orders: start.length - 1, entries: start[start.length - 1], classes };
}

function classOf(size: number): number {
  return Math.min(size, SIZE_CLASSES) - 1;
}
