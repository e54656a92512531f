// Baskets cut at a moment: what recommendations are computed from, and what they are tested on. The cut depends on the
// moments alone, and not on the sequence of the baskets.
import type { BasketColumns } from '../baskets/basket-columns.ts';

export type HeldBaskets = Pick<BasketColumns, 'basketCount' | 'start' | 'product' | 'products'>;

/**
 * The moment that `share` of the baskets are before, those of the same moment not among them; of baskets without one (NaN),
 * none counts. Undefined where one side would be empty.
 */
export function momentAfter(moments: ArrayLike<number>, share: number): number | undefined {
  const sorted = Float64Array.from(moments)
    .filter((moment) => !Number.isNaN(moment))
    .sort();
  const cut = sorted[Math.floor(sorted.length * share)];
  return cut === undefined || sorted[0] === cut ? undefined : cut;
}

/** The baskets of which `isIn` says yes. */
export function selectBaskets(
  { start, product, products, basketCount }: HeldBaskets,
  isIn: (basket: number) => boolean,
): HeldBaskets {
  const baskets = Uint32Array.from({ length: basketCount }, (_, basket) => basket).filter(isIn);
  const starts = new Uint32Array(baskets.length + 1);
  for (const [at, basket] of baskets.entries())
    starts[at + 1] = starts[at] + start[basket + 1] - start[basket];
  const held = new Uint32Array(starts[baskets.length]);
  for (const [at, basket] of baskets.entries())
    held.set(product.subarray(start[basket], start[basket + 1]), starts[at]);
  return { basketCount: baskets.length, start: starts, product: held, products };
}
