// How good recommendations are on orders that they were not computed from: a product of such an order is hidden, and
// looked for among the recommendations for the others (leave-one-out). Five products of an order are hidden, one after the
// other, or all where it has fewer; an order counts once, however many products it has. Which ones are hidden is drawn from
// the names in the order: the numbering of products, or the sequence of orders, has no say in it.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import { hash32 } from '../ingest/hash.ts';
import { CartRanking, FIRST, LOOKED_AT, type PartnerLists } from './partner-lists.ts';

export interface Quality {
  /** Share of hidden products that are among the first five. */
  readonly hitRate: number;
  /** Half of its interval, 95 %: orders are drawn, not products. */
  readonly margin: number;
  /** Mean of 1 ÷ the hidden product's place among the first twenty, 0 where it is not among them. */
  readonly reciprocalRank: number;
  /** Share of the products known that are among the first five at least once. */
  readonly coverage: number;
}

/** How often small carts find other products of their orders, beside best sellers for the same carts. */
export interface CartQuality {
  /** Orders of more products than the cart. */
  readonly orders: number;
  readonly hitRate: number;
  readonly popular: number;
  /** Half of the interval of the difference, 95 %: of the differences within each order. */
  readonly differenceMargin: number;
}

/** Orders of two or more products, in a drawn sequence, with those that are hidden, one order after the other. */
export interface TestedOrders extends Pick<BasketColumns, 'start' | 'product'> {
  readonly count: number;
  /** Of order o, hidden[hiddenStart[o]] .. hidden[hiddenStart[o + 1] - 1]. */
  readonly hiddenStart: Uint32Array;
  readonly hidden: Uint32Array;
}

const MOST_HIDDEN = 5;
/** Hits ÷ hidden products in whole numbers: 60 can be divided by 1 to 5. */
const SHARES = 60;
/** Half of an interval of 95 %, in standard errors. */
const NORMAL_95 = 1.959964;

/** `most`: orders; of more, those are tested whose products' names come first by a hash. */
export function testedOrders(
  {
    start,
    product,
    products,
    basketCount,
  }: Pick<BasketColumns, 'start' | 'product' | 'products' | 'basketCount'>,
  most = Number.POSITIVE_INFINITY,
): TestedOrders {
  const hashes = Uint32Array.from(products, hash32);
  const drawn: { readonly basket: number; readonly key: number }[] = [];
  for (let basket = 0; basket < basketCount; basket++) {
    if (start[basket + 1] - start[basket] < 2) continue;
    let key = 0;
    for (let entry = start[basket]; entry < start[basket + 1]; entry++)
      key = (key + hashes[product[entry]]) >>> 0;
    drawn.push({ basket, key });
  }
  if (drawn.length > most) {
    drawn.sort((a, b) => mixed(a.key) - mixed(b.key) || a.basket - b.basket);
    drawn.length = most;
  }
  const orders = drawn.map(({ basket, key }) => {
    const keyOf = (item: number): number => mixed((hashes[item] + key) >>> 0);
    return product.slice(start[basket], start[basket + 1]).sort((a, b) => keyOf(a) - keyOf(b));
  });
  const hidden = orders.map((order) => order.subarray(0, MOST_HIDDEN));
  return {
    count: orders.length,
    ...columns(orders, (starts, values) => ({ start: starts, product: values })),
    ...columns(hidden, (starts, values) => ({ hiddenStart: starts, hidden: values })),
  };
}

/** `sellers`: of the orders that recommendations are computed from, the best first. */
export function leaveOneOut(
  { count, start, product, hiddenStart, hidden }: TestedOrders,
  lists: PartnerLists,
  sellers: readonly number[],
): Quality {
  const ranking = new CartRanking(lists, sellers);
  const isInCart = new Uint8Array(lists.start.length - 1);
  const wasShown = new Uint8Array(isInCart.length);
  let sum = 0;
  let squares = 0;
  let ranks = 0;
  for (let order = 0; order < count; order++) {
    const all = product.subarray(start[order], start[order + 1]);
    const hiddenOnes = hidden.subarray(hiddenStart[order], hiddenStart[order + 1]);
    for (const each of all) isInCart[each] = 1;
    let hits = 0;
    for (const wanted of hiddenOnes) {
      isInCart[wanted] = 0;
      const cart = all.filter((each) => each !== wanted);
      const { first, place } = ranking.rank(cart, isInCart, wanted);
      for (const each of first) wasShown[each] = 1;
      if (place <= FIRST) hits++;
      if (place <= LOOKED_AT) ranks += 1 / place / hiddenOnes.length;
      isInCart[wanted] = 1;
    }
    for (const each of all) isInCart[each] = 0;
    const share = (SHARES / hiddenOnes.length) * hits;
    sum += share;
    squares += share ** 2;
  }
  const orders = Math.max(1, count);
  const hitRate = sum / SHARES / orders;
  const variance = Math.max(0, squares / SHARES ** 2 / orders - hitRate ** 2);
  return {
    hitRate,
    margin: NORMAL_95 * Math.sqrt(variance / orders),
    reciprocalRank: ranks / orders,
    coverage: sellers.length === 0 ? 0 : wasShown.reduce((shown, each) => shown + each, 0) / sellers.length,
  };
}

/**
 * Of each order, the last `size` products of its drawn sequence are the cart, and up to five from its beginning are hidden.
 * What an order finds is compared with what best sellers find in it: orders are drawn, and their differences vary less than
 * two rates apart.
 */
export function smallCarts(
  { count, start, product }: TestedOrders,
  size: number,
  lists: PartnerLists,
  sellers: readonly number[],
): CartQuality {
  const ranking = new CartRanking(lists, sellers);
  const isInCart = new Uint8Array(lists.start.length - 1);
  const found = { own: 0, popular: 0, difference: 0, squares: 0, orders: 0 };
  for (let order = 0; order < count; order++) {
    const all = product.subarray(start[order], start[order + 1]);
    if (all.length <= size) continue;
    const cart = all.subarray(all.length - size);
    const hidden = all.subarray(0, Math.min(MOST_HIDDEN, all.length - size));
    for (const each of cart) isInCart[each] = 1;
    const shareOf = (of: Uint32Array): number => {
      const { first } = ranking.rank(of, isInCart, hidden[0]);
      return hidden.filter((each) => first.includes(each)).length / hidden.length;
    };
    const [own, popular] = [shareOf(cart), shareOf(cart.subarray(0, 0))];
    for (const each of cart) isInCart[each] = 0;
    found.own += own;
    found.popular += popular;
    found.difference += own - popular;
    found.squares += (own - popular) ** 2;
    found.orders++;
  }
  const orders = Math.max(1, found.orders);
  const variance = Math.max(0, found.squares / orders - (found.difference / orders) ** 2);
  return {
    orders: found.orders,
    hitRate: found.own / orders,
    popular: found.popular / orders,
    differenceMargin: NORMAL_95 * Math.sqrt(variance / orders),
  };
}

function columns<T>(lists: readonly Uint32Array[], named: (start: Uint32Array, values: Uint32Array) => T): T {
  const start = new Uint32Array(lists.length + 1);
  for (const [at, { length }] of lists.entries()) start[at + 1] = start[at] + length;
  const values = new Uint32Array(start[lists.length]);
  for (const [at, list] of lists.entries()) values.set(list, start[at]);
  return named(start, values);
}

/** The finish of murmur3: neighbouring keys are far apart. */
function mixed(key: number): number {
  const first = Math.imul(key ^ (key >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return (second ^ (second >>> 16)) >>> 0;
}
