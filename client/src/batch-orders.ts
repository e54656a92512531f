// Orders as batches of one request each. No order is split, neither an object nor a run of objects with the same id;
// at most one order is read beyond the batch that is handed out.
import { MAX_LINE_ITEMS_PER_REQUEST, type Order } from './contract.ts';
import { OrderAnalyticsError } from './errors.ts';

/** Bytes of JSON. What gzip can't shorten, written in base64, still fits into the 6 MB of a function's event. */
const MAX_BATCH_BYTES = 4_500_000;

export interface OrderBatch<O extends Order = Order> {
  /** From 0. */
  readonly index: number;
  readonly orders: readonly O[];
  /** Line items, and one for each order without any: the rows that its import will count. */
  readonly lineItems: number;
  /** Orders before this batch, those that were skipped included. */
  readonly ordersBefore: number;
}

/** An order that no request can hold. */
export class OrderTooLargeError extends OrderAnalyticsError {
  override readonly name = 'OrderTooLargeError';
  readonly orderId: string;

  constructor(orderId: string, lineItems: number) {
    super(
      `order ${JSON.stringify(orderId)} has ${lineItems} line items: a request takes ${MAX_LINE_ITEMS_PER_REQUEST}, and orders are not split`,
      { code: 'order_too_large' },
    );
    this.orderId = orderId;
  }
}

/** `skip`: orders at the beginning that are left out. Rejects with OrderTooLargeError. */
export async function* batchOrders<O extends Order>(
  orders: Iterable<O> | AsyncIterable<O>,
  { skip = 0 }: { readonly skip?: number | undefined } = {},
): AsyncGenerator<OrderBatch<O>> {
  let index = 0;
  let seen = 0;
  let ordersBefore = skip;
  let batch = new Gathered<O>();
  // Objects with the id of the last one: more of them may come. They always have room in the batch, or it is empty.
  let same = new Gathered<O>();
  for await (const order of orders) {
    if (seen++ < skip) continue;
    if (same.orders.length > 0 && same.orders[0]?.order_id !== order.order_id) {
      batch.addAll(same);
      same = new Gathered<O>();
    }
    same.add(order);
    if (batch.orders.length > 0 && !batch.hasRoomFor(same)) {
      yield { index: index++, orders: batch.orders, lineItems: batch.lineItems, ordersBefore };
      ordersBefore += batch.orders.length;
      batch = new Gathered<O>();
    }
  }
  batch.addAll(same);
  if (batch.orders.length > 0) {
    yield { index, orders: batch.orders, lineItems: batch.lineItems, ordersBefore };
  }
}

class Gathered<O extends Order> {
  readonly orders: O[] = [];
  lineItems = 0;
  #bytes = 0;

  hasRoomFor(others: Gathered<O>): boolean {
    return (
      this.lineItems + others.lineItems <= MAX_LINE_ITEMS_PER_REQUEST &&
      this.#bytes + others.#bytes <= MAX_BATCH_BYTES
    );
  }

  add(order: O): void {
    this.orders.push(order);
    // What isn't an order is the service's to refuse, with the path of the field.
    this.lineItems += Array.isArray(order.line_items) ? Math.max(1, order.line_items.length) : 0;
    this.#bytes += utf8.encode(JSON.stringify(order)).length + 1;
    if (this.lineItems > MAX_LINE_ITEMS_PER_REQUEST) {
      throw new OrderTooLargeError(order.order_id, this.lineItems);
    }
  }

  addAll(others: Gathered<O>): void {
    for (const order of others.orders) this.orders.push(order);
    this.lineItems += others.lineItems;
    this.#bytes += others.#bytes;
  }
}

const utf8 = new TextEncoder();
