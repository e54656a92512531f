// How good recommendations are on orders that they were not computed from: a product of such an order is hidden, and
// looked for among the recommendations for the others (leave-one-out). At most five products of an order are hidden, one
// after the other; an order counts once, however many products it has.
import type { BasketColumns } from '../baskets/basket-columns.ts';

export interface Quality {
  /** Share of hidden products that are among the first five. */
  readonly hitRate: number;
  /** Mean of 1 ÷ the hidden product's place among the first twenty, 0 where it is not among them. */
  readonly reciprocalRank: number;
  /** Share of the products known that are among the first five at least once. */
  readonly coverage: number;
}

export interface TestedOrders {
  /** Products by name, two or more each. */
  readonly orders: readonly (readonly string[])[];
  /** Products of the orders that recommendations are computed from. */
  readonly known: number;
}

export const FIRST = 5;
export const LOOKED_AT = 20;
const MOST_HIDDEN = 5;

/** `recommended`: products for a cart, best first, at most LOOKED_AT. */
export function leaveOneOut(
  { orders, known }: TestedOrders,
  recommended: (cart: ReadonlySet<string>) => readonly string[],
): Quality {
  let hits = 0;
  let ranks = 0;
  const shown = new Set<string>();
  for (const order of orders) {
    const cart = new Set(order);
    let orderHits = 0;
    let orderRanks = 0;
    const hiddenOnes = evenlySpaced(order, MOST_HIDDEN);
    for (const hidden of hiddenOnes) {
      cart.delete(hidden);
      const products = recommended(cart);
      for (const product of products.slice(0, FIRST)) shown.add(product);
      const place = products.indexOf(hidden) + 1;
      if (place > 0) orderRanks += 1 / place;
      if (place > 0 && place <= FIRST) orderHits++;
      cart.add(hidden);
    }
    hits += orderHits / hiddenOnes.length;
    ranks += orderRanks / hiddenOnes.length;
  }
  const count = Math.max(1, orders.length);
  return {
    hitRate: hits / count,
    reciprocalRank: ranks / count,
    coverage: known === 0 ? 0 : shown.size / known,
  };
}

function evenlySpaced<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, i) => all[Math.floor((i * all.length) / most)]);
}

/** The baskets in two parts: the first `count`, and the products of the others that have two or more. */
export function splitBaskets(
  baskets: BasketColumns,
  count: number,
): { readonly earlier: BasketColumns; readonly later: string[][] } {
  const { basketCount, start, product, products } = baskets;
  const later: string[][] = [];
  for (let basket = count; basket < basketCount; basket++) {
    const held = product.subarray(start[basket], start[basket + 1]);
    if (held.length >= 2) later.push([...held].map((item) => products[item]));
  }
  const entries = start[count];
  return {
    earlier: {
      ...baskets,
      basketCount: count,
      start: start.slice(0, count + 1),
      product: product.slice(0, entries),
      values: baskets.values.map((limb) => limb.slice(0, entries)),
    },
    later,
  };
}
