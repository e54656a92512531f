// Tests recommendations for customers on their next orders: what they buy again, by their own earlier orders, and what
// they buy for the first time, by the scores of these. A customer counts once; orders of one day are one.
import { MOST_PAST_ORDERS } from '../../contract/schema/limits.ts';
import type { BasketColumns } from '../baskets/basket-columns.ts';
import { hash32 } from '../ingest/hash.ts';
import { rankAgain, rankNew } from './next-products.ts';
import { CartRanking, type PartnerLists, type Popular } from './partner-lists.ts';
import { pickPastProducts, toVisits, type Visit, weighBought } from './past-orders.ts';
import { mixKey, NORMAL_95 } from './tested-carts.ts';

/** Number of products in each list. */
const LISTED_NEXT = 10;
/** Fewest earlier days with orders: the next order is at least the third. */
const LEAST_VISITS = 2;

/** The earlier visits of a customer, latest first, and the products of the next one. */
export interface NextOrder {
  readonly visits: readonly Visit<number>[];
  readonly next: ReadonlySet<number>;
}

/** How much of the next orders one of the two lists finds, beside best sellers. */
export interface NextQuality {
  readonly customers: number;
  /** Share of the searched products that are among the first LISTED_NEXT, averaged over customers. */
  readonly recall: number;
  readonly popular: number;
  /** Half of the 95 % interval of the difference, from the differences within each customer. */
  readonly differenceMargin: number;
}

export interface NextOrderTest {
  /** All products of the next order, searched among the products bought before. */
  readonly again: NextQuality;
  /** Those that the customer had not bought, searched among all others; of customers who bought one. */
  readonly fresh: NextQuality;
}

type CustomerBaskets = Pick<
  BasketColumns,
  'start' | 'product' | 'products' | 'moments' | 'customers' | 'basketCount'
>;

/**
 * The next order of a customer is the first day from `cut` on. Baskets without a customer or a date are left out. `most`:
 * number of customers; of more, those whose orders come first by a hash of days and names. Neither the choice nor the
 * sequence depends on that of the baskets, so that partitions give the same.
 */
export function listNextOrders(
  baskets: CustomerBaskets,
  cut: number,
  most = Number.POSITIVE_INFINITY,
): NextOrder[] {
  const { start, product, products, moments, customers } = baskets;
  if (customers === undefined || moments === undefined) return [];
  const hashes = Uint32Array.from(products, hash32);
  const hashBasket = (basket: number): number =>
    mixKey(product.subarray(start[basket], start[basket + 1]).reduce(addKeys(hashes), moments[basket] >>> 0));
  const read = (basket: number) => ({
    day: moments[basket],
    products: product.subarray(start[basket], start[basket + 1]),
  });
  const found = listByCustomer(baskets, customers, moments).flatMap((own) => {
    const next = own.reduce(
      (day, basket) => (moments[basket] >= cut ? Math.min(day, moments[basket]) : day),
      Number.POSITIVE_INFINITY,
    );
    const earlier = own.filter((basket) => moments[basket] < next);
    const days = new Set(earlier.map((basket) => moments[basket])).size;
    if (days < LEAST_VISITS || !Number.isFinite(next)) return [];
    const later = own.filter((basket) => moments[basket] === next);
    const key = [...earlier, ...later].reduce((sum, basket) => (sum + hashBasket(basket)) >>> 0, 0);
    return [{ key: mixKey(key), earlier, later }];
  });
  const build = ({ earlier, later }: (typeof found)[number]): NextOrder => ({
    visits: toVisits(earlier.map(read)).slice(0, MOST_PAST_ORDERS),
    next: new Set(later.flatMap((basket) => [...read(basket).products])),
  });
  const spell = (customer: (typeof found)[number]): string => spellOrders(build(customer), products);
  return found
    .sort((a, b) => a.key - b.key || (spell(a) < spell(b) ? -1 : 1))
    .slice(0, most)
    .map(build);
}

/** The dated baskets of each customer that have a product. */
function listByCustomer(
  { start, basketCount }: CustomerBaskets,
  customers: Int32Array,
  moments: Float64Array,
): number[][] {
  const basketsOf = new Map<number, number[]>();
  for (let basket = 0; basket < basketCount; basket++) {
    const customer = customers[basket];
    const isEmpty = start[basket] === start[basket + 1];
    if (customer < 0 || Number.isNaN(moments[basket]) || isEmpty) continue;
    const own = basketsOf.get(customer);
    if (own === undefined) basketsOf.set(customer, [basket]);
    else own.push(basket);
  }
  return [...basketsOf.values()];
}

const addKeys =
  (hashes: Uint32Array) =>
  (sum: number, item: number): number =>
    (sum + hashes[item]) >>> 0;

/** Tells customers with equal hashes apart. */
function spellOrders({ visits, next }: NextOrder, products: readonly string[]): string {
  const listNames = (of: ReadonlySet<number>): string[] => Array.from(of, (item) => products[item]).sort();
  return JSON.stringify([listNames(next), ...visits.map((visit) => [visit.day, listNames(visit.products)])]);
}

/** `products`: their names. `reorderRates`: per product, from orders before the next ones. */
export function measureNextOrders(
  orders: readonly NextOrder[],
  lists: PartnerLists,
  popular: Popular,
  products: readonly string[],
  reorderRates: Float64Array | undefined,
): NextOrderTest {
  const ranking = new CartRanking(lists, popular, LISTED_NEXT);
  const isBought = new Uint8Array(products.length);
  const compareNames = (a: number, b: number): number => (products[a] < products[b] ? -1 : 1);
  const again = new Comparison();
  const fresh = new Comparison();
  for (const { visits, next } of orders) {
    const bought = pickPastProducts(weighBought(visits, compareNames));
    const own = rankAgain(bought, ranking, reorderRates, LISTED_NEXT);
    again.add([...next], own, ranking.rank([], isBought));
    const isNew = [...next].filter((product) => !visits.some((visit) => visit.products.has(product)));
    if (isNew.length === 0) continue;
    for (const visit of visits) for (const product of visit.products) isBought[product] = 1;
    const listed = rankNew(bought, ranking, isBought);
    fresh.add(isNew, listed, ranking.rank([], isBought));
    for (const visit of visits) for (const product of visit.products) isBought[product] = 0;
  }
  return { again: again.summarize(), fresh: fresh.summarize() };
}

/** Compares two lists customer by customer: the differences vary less than two separate shares. */
class Comparison {
  private customers = 0;
  private own = 0;
  private popular = 0;
  private difference = 0;
  private squares = 0;

  add(searched: readonly number[], listed: readonly number[], bestSellers: readonly number[]): void {
    const findShare = (list: readonly number[]): number =>
      searched.filter((product) => list.includes(product)).length / searched.length;
    const [own, popular] = [findShare(listed), findShare(bestSellers)];
    this.customers++;
    this.own += own;
    this.popular += popular;
    this.difference += own - popular;
    this.squares += (own - popular) ** 2;
  }

  summarize(): NextQuality {
    const count = Math.max(1, this.customers);
    const variance = Math.max(0, this.squares / count - (this.difference / count) ** 2);
    return {
      customers: this.customers,
      recall: this.own / count,
      popular: this.popular / count,
      differenceMargin: NORMAL_95 * Math.sqrt(variance / count),
    };
  }
}
