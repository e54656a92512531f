// Packs what each customer of a list buys next, from their latest orders and the served recommendations, as
// `GET /recommendations?customer=` ranks it. A product is its number in the recommendations, so that partitions give the
// same bytes as one function.
import { HISTORY_BASES, MOST_NEXT, NEXT_BYTES, NEXT_PREFIX } from '../../contract/customer-lists/columns.ts';
import { MOST_PAST_ORDERS } from '../../contract/schema/limits.ts';
import { toDay } from '../../contract/settings/calendar.ts';
import type { OrderColumns } from '../orders/columns.ts';
import { rankAgain, rankNew } from '../recommendations/next-products.ts';
import { CartRanking } from '../recommendations/partner-lists.ts';
import { pickPastProducts, toVisits, weighBought } from '../recommendations/past-orders.ts';
import type { ServedModel } from '../recommendations/served-model.ts';
import type { PackedTexts } from './customer-ids.ts';

/** Orders of customer i: orders[orderStart[i] .. orderStart[i + 1]). */
interface OrdersOfCustomers {
  readonly orderStart: Uint32Array;
  readonly orders: Uint32Array;
}

/** `customers`: indexes of the customers with orders. */
export function packNextProducts(
  columns: OrderColumns,
  { orderStart, orders }: OrdersOfCustomers,
  customers: ArrayLike<number>,
  { products, lists, popular, reorderRates }: ServedModel,
): PackedTexts {
  const { lines, lineStart, orderDate } = columns;
  const ranking = new CartRanking(lists, popular, MOST_NEXT);
  // A product that the recommendations do not have counts in the customer's history, with a number above theirs.
  const numberOf = numberProducts(columns.products, products);
  const nameOf = (number: number): string =>
    number < products.length ? products[number] : columns.products[number - products.length];
  const compareNames = (a: number, b: number): number => (nameOf(a) < nameOf(b) ? -1 : 1);
  const isBought = new Uint8Array(products.length);
  const end = new Uint32Array(customers.length);
  const bytes = new Uint8Array(customers.length * (NEXT_PREFIX + 2 * MOST_NEXT * NEXT_BYTES));
  const view = new DataView(bytes.buffer);
  let written = 0;

  const listBought = (order: number): Set<number> => {
    const found = new Set<number>();
    for (let line = lineStart[order]; line < lineStart[order + 1]; line++)
      if (lines.isKept(line) && lines.getQuantity(line) > 0) found.add(numberOf[lines.getProduct(line)]);
    return found;
  };
  for (let at = 0; at < customers.length; at++) {
    const own = orders.subarray(orderStart[customers[at]], orderStart[customers[at] + 1]);
    const latest = pickLatestOrders(columns, own);
    const visits = toVisits(
      latest.map((order) => ({ day: toDay(orderDate[order]), products: listBought(order) })),
    );
    const bought = pickPastProducts(weighBought(visits, compareNames)).filter(
      ({ product }) => product < products.length,
    );
    // A product before the kept orders of a long history is not new either.
    const all =
      own.length > latest.length ? Array.from(own, listBought) : visits.map((each) => each.products);
    const mark = (value: number): void => {
      for (const visit of all)
        for (const product of visit) if (product < isBought.length) isBought[product] = value;
    };
    mark(1);
    const again = rankAgain(bought, ranking, reorderRates, MOST_NEXT);
    const fresh = rankNew(bought, ranking, isBought);
    mark(0);
    const basis =
      bought.length === 0 ? 'best_sellers' : own.length > latest.length ? 'latest_orders' : 'all_orders';
    bytes[written] = HISTORY_BASES.indexOf(basis);
    bytes[written + 1] = again.length;
    written += NEXT_PREFIX;
    for (const product of [...again, ...fresh]) {
      view.setUint32(written, product, true);
      written += NEXT_BYTES;
    }
    end[at] = written;
  }
  return { end, bytes: bytes.slice(0, written) };
}

/** Per product of the orders, its number. */
function numberProducts(sold: readonly string[], known: readonly string[]): Uint32Array {
  const numbers = new Map(known.map((product, number) => [product, number]));
  return Uint32Array.from(sold, (product, at) => numbers.get(product) ?? known.length + at);
}

/** Orders of one instant by id, as `compareNewestFirst` sorts them. */
function pickLatestOrders({ orderDate, orderIds }: OrderColumns, own: Uint32Array): number[] {
  if (own.length <= MOST_PAST_ORDERS) return [...own];
  return [...own]
    .sort((a, b) => orderDate[b] - orderDate[a] || (orderIds[a] < orderIds[b] ? -1 : 1))
    .slice(0, MOST_PAST_ORDERS);
}
