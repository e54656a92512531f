// Estimates how often customers order a product again: it tells milk from a lamp, which the few orders of one customer
// cannot. Counts are whole numbers per product, so that those of partitions, which hold whole customers, add up.
import type { BasketColumns } from '../baskets/basket-columns.ts';

/** Per product. Days count: orders of one customer on one day are one. */
export interface ReorderCounts {
  /** Days with orders after the first one with the product, summed over customers. */
  readonly chances: Uint32Array;
  /** Those of them with the product. */
  readonly again: Uint32Array;
}

type CustomerBaskets = Pick<BasketColumns, 'start' | 'product' | 'products' | 'moments' | 'customers'>;

/** Baskets without a customer or a date do not count. Undefined if baskets have neither. */
export function countReorders({
  start,
  product,
  products,
  moments,
  customers,
}: CustomerBaskets): ReorderCounts | undefined {
  if (customers === undefined || moments === undefined) return undefined;
  const chances = new Uint32Array(products.length);
  const again = new Uint32Array(products.length);
  const seenBy = new Int32Array(products.length).fill(-1);
  const lastVisit = new Uint32Array(products.length);
  for (const { customer, baskets } of listByCustomer(customers, moments)) {
    const days = new Set(Array.from(baskets, (basket) => moments[basket])).size;
    let visit = -1;
    let day = Number.NaN;
    for (const basket of baskets) {
      if (moments[basket] !== day) visit++;
      day = moments[basket];
      for (let entry = start[basket]; entry < start[basket + 1]; entry++) {
        const item = product[entry];
        if (seenBy[item] !== customer) {
          seenBy[item] = customer;
          chances[item] += days - 1 - visit;
        } else if (lastVisit[item] !== visit) again[item]++;
        lastVisit[item] = visit;
      }
    }
  }
  return { chances, again };
}

/** The dated baskets of each customer, by their days. */
function* listByCustomer(customers: Int32Array, moments: Float64Array) {
  const from = new Uint32Array(customers.reduce((most, customer) => Math.max(most, customer), -1) + 2);
  const isCounted = (basket: number): boolean => customers[basket] >= 0 && !Number.isNaN(moments[basket]);
  for (let basket = 0; basket < customers.length; basket++)
    if (isCounted(basket)) from[customers[basket] + 1]++;
  for (let customer = 0; customer + 1 < from.length; customer++) from[customer + 1] += from[customer];
  const next = from.slice();
  const baskets = new Uint32Array(from[from.length - 1]);
  for (let basket = 0; basket < customers.length; basket++)
    if (isCounted(basket)) baskets[next[customers[basket]]++] = basket;
  for (let customer = 0; customer + 1 < from.length; customer++) {
    const own = baskets.subarray(from[customer], from[customer + 1]);
    yield { customer, baskets: own.sort((a, b) => moments[a] - moments[b] || a - b) };
  }
}

/** Chances at the rate of all products that are added to those of each product: few say little. */
const ADDED_CHANCES = 20;

/** Per product, the share of a customer's later days on which it is ordered again. Undefined without any such day. */
export function computeReorderRates({ chances, again }: ReorderCounts): Float64Array | undefined {
  const sum = (counts: Uint32Array): number => counts.reduce((total, count) => total + count, 0);
  const ofAll = sum(again) / sum(chances);
  return Number.isNaN(ofAll)
    ? undefined
    : Float64Array.from(
        chances,
        (days, item) => (again[item] + ADDED_CHANCES * ofAll) / (days + ADDED_CHANCES),
      );
}
