// Orders of a made-up shop, one by one and always the same: products by Zipf's law, sizes by Poisson's, customers who come
// back.
import { randomFrom } from '../harness/random.ts';
import type { OrderHeader, OrderLine } from '../src/core/orders/row.ts';

const PRODUCTS = 20_000;
const LINES_PER_ORDER = 9;
/** Of so many orders, one is of a new customer. */
const ORDERS_PER_CUSTOMER = 4;
const DAY = 86_400_000;

export interface MadeUpOrder {
  readonly header: OrderHeader;
  readonly lines: readonly OrderLine[];
}

export function* madeUpOrders(lines: number): Generator<MadeUpOrder> {
  const random = randomFrom(7);
  const pick = zipf(PRODUCTS, random);
  const products = Array.from({ length: PRODUCTS }, (_, i) => ({
    name: `product ${i}`,
    sku: undefined,
    unitPrice: Math.round(100 * Math.exp(4 * random())) / 100,
    customFields: undefined,
  }));
  let left = lines;
  for (let order = 0; left > 0; order++) {
    const size = Math.min(left, 1 + poisson(LINES_PER_ORDER - 1, random));
    left -= size;
    const newest = Math.floor(order / ORDERS_PER_CUSTOMER);
    const customer = order % ORDERS_PER_CUSTOMER === 0 ? newest : Math.floor(random() * (newest + 1));
    yield {
      header: {
        orderId: `order-${order}`,
        customerId: `customer-${customer}`,
        orderDate: 1.6e12 + Math.floor(random() * 730 * DAY),
      },
      lines: Array.from({ length: size }, () => {
        const product = products[pick()];
        if (product === undefined) throw new Error('a product is missing');
        return { ...product, quantity: random() < 0.02 ? -1 : 1 + Math.floor(random() * 3) };
      }),
    };
  }
}

/** By the product of uniform numbers (Knuth, The Art of Computer Programming, 3.4.1). */
function poisson(mean: number, random: () => number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count++;
  return count;
}

/** Ranks drawn in proportion to 1 / (rank + 1), by binary search in the cumulative weights. */
function zipf(count: number, random: () => number): () => number {
  const cumulative = new Float64Array(count);
  let total = 0;
  for (let rank = 0; rank < count; rank++) {
    total += 1 / (rank + 1);
    cumulative[rank] = total;
  }
  return () => {
    const wanted = random() * total;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((cumulative[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
