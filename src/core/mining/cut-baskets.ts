// Baskets cut into partitions, which keep the products of the whole.
import type { BasketColumns } from '../baskets/basket-columns.ts';

/** `partOf`: the partition of a basket, by its index; from 0 to `parts` - 1. */
export function cutBaskets(
  baskets: BasketColumns,
  parts: number,
  partOf: (basket: number) => number,
): BasketColumns[] {
  const owner = Uint32Array.from({ length: baskets.basketCount }, (_, basket) => partOf(basket));
  return Array.from({ length: parts }, (_, part) => takeBaskets(baskets, (basket) => owner[basket] === part));
}

function takeBaskets(baskets: BasketColumns, takes: (basket: number) => boolean): BasketColumns {
  const start: number[] = [0];
  const entries: number[] = [];
  for (let basket = 0; basket < baskets.basketCount; basket++) {
    if (!takes(basket)) continue;
    for (let entry = baskets.start[basket]; entry < baskets.start[basket + 1]; entry++) entries.push(entry);
    start.push(entries.length);
  }
  return {
    ...baskets,
    basketCount: start.length - 1,
    start: Uint32Array.from(start),
    product: Uint32Array.from(entries, (entry) => baskets.product[entry]),
    values: baskets.values.map((limb) => Float64Array.from(entries, (entry) => limb[entry])),
  };
}

/** Spreads baskets evenly, whatever their order: Knuth's multiplicative hash of the index. */
export function hashedPart(parts: number): (basket: number) => number {
  return (basket) => Math.floor(((Math.imul(basket + 1, 2_654_435_769) >>> 0) / 2 ** 32) * parts);
}
