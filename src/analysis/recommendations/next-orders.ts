// Tests recommendations for customers on their next orders: what they buy again, by their own earlier orders, and what
// they buy for the first time, by the scores of these. A customer counts once; orders of one day are one.
import { MOST_PAST_ORDERS } from '../../contract/schema/limits.ts';
import type { BasketColumns } from '../baskets/basket-columns.ts';
import { rankAgain, rankNew } from './next-products.ts';
import { CartRanking, type PartnerLists, type Popular } from './partner-lists.ts';
import { pickPastProducts, toVisits, type Visit, weighBought } from './past-orders.ts';
import { NORMAL_95 } from './tested-carts.ts';

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

type CustomerBaskets = Pick<BasketColumns, 'start' | 'product' | 'moments' | 'customers' | 'basketCount'>;

/**
 * The next order of a customer is the first day from `cut` on. Baskets without a customer or a date are left out. `most`:
 * number of customers; of more, evenly spaced ones.
 */
export function listNextOrders(
  { start, product, moments, customers, basketCount }: CustomerBaskets,
  cut: number,
  most = Number.POSITIVE_INFINITY,
): NextOrder[] {
  if (customers === undefined || moments === undefined) return [];
  const basketsOf = new Map<number, number[]>();
  for (let basket = 0; basket < basketCount; basket++) {
    const customer = customers[basket];
    if (customer < 0 || Number.isNaN(moments[basket])) continue;
    const own = basketsOf.get(customer);
    if (own === undefined) basketsOf.set(customer, [basket]);
    else own.push(basket);
  }
  const found = [...basketsOf.values()].flatMap((own): NextOrder[] => {
    if (own.length <= LEAST_VISITS) return [];
    const days = own.map((basket) => moments[basket]);
    const next = Math.min(...days.filter((day) => day >= cut));
    const read = (basket: number) => ({
      day: moments[basket],
      products: product.subarray(start[basket], start[basket + 1]),
    });
    const visits = toVisits(own.filter((basket) => moments[basket] < next).map(read));
    if (visits.length < LEAST_VISITS || !Number.isFinite(next)) return [];
    const ordered = own
      .filter((basket) => moments[basket] === next)
      .flatMap((basket) => [...read(basket).products]);
    return [{ visits: visits.slice(0, MOST_PAST_ORDERS), next: new Set(ordered) }];
  });
  const step = Math.max(1, found.length / most);
  return Array.from({ length: Math.min(found.length, most) }, (_, at) => found[Math.floor(at * step)]);
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
