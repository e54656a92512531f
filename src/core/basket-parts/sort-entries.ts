// Entries of each basket brought into the sequence of their products, with their values.
import type { Limbs } from '../money/limbs.ts';

/** Longer baskets are sorted by their indexes: insertion takes the square of their length. */
const MOST_INSERTED = 32;

export function sortEntries(start: Uint32Array, product: Uint32Array, values: Limbs): void {
  const held = values.map(() => 0);
  for (let basket = 0; basket + 1 < start.length; basket++) {
    const from = start[basket];
    const to = start[basket + 1];
    if (to - from > MOST_INSERTED) sortLong(product.subarray(from, to), values, from, to);
    else insertEach(product, values, from, to, held);
  }
}

function insertEach(product: Uint32Array, values: Limbs, from: number, to: number, held: number[]): void {
  for (let entry = from + 1; entry < to; entry++) {
    const item = product[entry];
    if (product[entry - 1] < item) continue;
    for (let limb = 0; limb < values.length; limb++) held[limb] = values[limb][entry];
    let at = entry;
    for (; at > from && product[at - 1] > item; at--) {
      product[at] = product[at - 1];
      for (const limb of values) limb[at] = limb[at - 1];
    }
    product[at] = item;
    for (let limb = 0; limb < values.length; limb++) values[limb][at] = held[limb];
  }
}

function sortLong(product: Uint32Array, values: Limbs, from: number, to: number): void {
  const order = Uint32Array.from(product.keys()).sort((a, b) => product[a] - product[b]);
  product.set(order.map((entry) => product[entry]));
  for (const limb of values) {
    const own = limb.slice(from, to);
    for (const [at, entry] of order.entries()) limb[from + at] = own[entry];
  }
}
