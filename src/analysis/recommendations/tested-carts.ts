// Tests recommendations on orders that they were not computed from: some products of such an order are a cart, and
// others, which are hidden, should be among its recommendations. An order counts once, however many products it has.
// The names in the order determine the cart and the hidden products, so that neither the numbering of products nor the
// sequence of orders matters.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import { hash32 } from '../ingest/hash.ts';
import { CartRanking, type PartnerLists, type Popular } from './partner-lists.ts';

/** Number of products in a cart: a page sends one, a cart a few. */
export const CART_SIZES = [1, 2, 3, 5] as const;

/** How often recommendations for carts of one size find hidden products, beside best sellers for the same carts. */
export interface CartQuality {
  /** Products in the cart. */
  readonly size: number;
  /** Number of orders with more products than the cart. */
  readonly orders: number;
  /** Share of hidden products among the first five. */
  readonly hitRate: number;
  readonly popular: number;
  /** Half of the 95 % interval of the difference, from the differences within each order. */
  readonly differenceMargin: number;
  /** The hit rate if the other products of each order were known, but not which of them are hidden. */
  readonly ceiling: number;
}

/** Orders of two or more products, each in a drawn sequence. */
export interface TestedOrders extends Pick<BasketColumns, 'start' | 'product'> {
  readonly count: number;
}

const MOST_HIDDEN = 5;
/** Half of an interval of 95 %, in standard errors. */
export const NORMAL_95 = 1.959964;

/** `most`: number of orders; of more, those whose products' names come first by a hash. */
export function drawTestedOrders(
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
    drawn.sort((a, b) => mixKey(a.key) - mixKey(b.key) || a.basket - b.basket);
    drawn.length = most;
  }
  const orders = drawn.map(({ basket, key }) => {
    const toDrawKey = (item: number): number => mixKey((hashes[item] + key) >>> 0);
    return product.slice(start[basket], start[basket + 1]).sort((a, b) => toDrawKey(a) - toDrawKey(b));
  });
  const starts = new Uint32Array(orders.length + 1);
  for (const [at, { length }] of orders.entries()) starts[at + 1] = starts[at] + length;
  const drawnProducts = new Uint32Array(starts[orders.length]);
  for (const [at, order] of orders.entries()) drawnProducts.set(order, starts[at]);
  return { count: orders.length, start: starts, product: drawnProducts };
}

/**
 * The cart of an order, the last `size` products of its drawn sequence, and up to five hidden products from its
 * beginning.
 */
export function splitCart(
  { start, product }: TestedOrders,
  order: number,
  size: number,
): { readonly cart: Uint32Array; readonly hidden: Uint32Array } {
  const [from, to] = [start[order], Math.max(start[order], start[order + 1] - size)];
  return {
    cart: product.subarray(to, start[order + 1]),
    hidden: product.subarray(from, Math.min(to, from + MOST_HIDDEN)),
  };
}

/**
 * Compares the hits of recommendations and of best sellers order by order: the differences vary less than two separate
 * rates.
 */
export function measureCarts(
  orders: TestedOrders,
  size: number,
  lists: PartnerLists,
  popular: Popular,
): CartQuality {
  const ranking = new CartRanking(lists, popular);
  const isInCart = new Uint8Array(popular.popularity.length);
  const found = { own: 0, popular: 0, difference: 0, squares: 0, ceiling: 0, orders: 0 };
  for (let order = 0; order < orders.count; order++) {
    const { cart, hidden } = splitCart(orders, order, size);
    if (hidden.length === 0) continue;
    for (const each of cart) isInCart[each] = 1;
    const computeFoundShare = (of: Uint32Array): number => {
      const first = ranking.rank(of, isInCart);
      return hidden.filter((each) => first.includes(each)).length / hidden.length;
    };
    const [own, ofBestSellers] = [computeFoundShare(cart), computeFoundShare(cart.subarray(0, 0))];
    for (const each of cart) isInCart[each] = 0;
    found.own += own;
    found.popular += ofBestSellers;
    found.difference += own - ofBestSellers;
    found.squares += (own - ofBestSellers) ** 2;
    found.ceiling += Math.min(1, MOST_HIDDEN / (orders.start[order + 1] - orders.start[order] - size));
    found.orders++;
  }
  const count = Math.max(1, found.orders);
  const variance = Math.max(0, found.squares / count - (found.difference / count) ** 2);
  return {
    size,
    orders: found.orders,
    hitRate: found.own / count,
    popular: found.popular / count,
    differenceMargin: NORMAL_95 * Math.sqrt(variance / count),
    ceiling: found.ceiling / count,
  };
}

/** The finalizer of murmur3: neighbouring keys are far apart. */
export function mixKey(key: number): number {
  const first = Math.imul(key ^ (key >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return (second ^ (second >>> 16)) >>> 0;
}
