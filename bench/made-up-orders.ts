// Made-up orders of returning customers over two years, shard by shard: a few customers and products make most of them.
import { randomFrom } from '../harness/random.ts';
import type { OrderHeader, OrderLine } from '../src/core/orders/row.ts';

export interface MadeUp {
  readonly lines: number;
  readonly customers: number;
  readonly products: number;
}

export const SHARDS = 16;
export const DAYS = 730;
export const FIRST_DAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const MOST_LINES = 4;

/** The orders of one shard. `customerOf`: the id of customer n; default `c-n`. */
export function* madeUpOrders(
  { lines, customers, products }: MadeUp,
  shard: number,
  customerOf: (n: number) => string = (n) => `c-${n}`,
): Generator<{ readonly header: OrderHeader; readonly lines: OrderLine[] }> {
  const random = randomFrom(1 + shard);
  let left = Math.floor(lines / SHARDS);
  for (let order = 0; left > 0; order++) {
    const width = Math.min(left, 1 + Math.floor(random() * MOST_LINES));
    left -= width;
    const header: OrderHeader = {
      orderId: `${shard}-${order}`,
      customerId: customerOf(Math.floor(random() ** 2 * customers)),
      orderDate: FIRST_DAY + Math.floor(random() * DAYS * DAY_MS),
    };
    yield { header, lines: Array.from({ length: width }, () => lineOf(random, products)) };
  }
}

function lineOf(random: () => number, products: number): OrderLine {
  const product = Math.floor(random() ** 3 * products);
  return {
    name: `product ${product}`,
    sku: undefined,
    unitPrice: (99 + (product % 1_000) * 100) / 100,
    quantity: random() < 0.03 ? -1 : 1 + Math.floor(random() * 3),
    customFields: undefined,
  };
}
