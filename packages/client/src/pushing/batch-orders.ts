// Orders as batches of one request each. No order is split, neither an object nor a run of objects with the same id;
// at most one order beyond the current batch is read.
import type { Order } from '../contract.ts';
import { OrderAnalyticsError } from '../errors.ts';

/** The limit of one request. A test holds it against the service's own limit. */
const MAX_LINE_ITEMS_PER_REQUEST = 10_000;
/** Bytes of JSON. Even incompressible text, base64-encoded, fits into the 6 MB of a Lambda event. */
const MAX_BATCH_BYTES = 4_500_000;

export interface OrderBatch<O extends Order = Order> {
  /** Index of the batch in the push, from 0. */
  readonly index: number;
  readonly orders: readonly O[];
  /** Line items, and one for each order without any: the rows that its import will count. */
  readonly lineItems: number;
  /** Orders before this batch, including skipped ones. */
  readonly ordersBefore: number;
}

/** An order that is larger than a request may be. */
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

/** `skip`: leading orders to leave out. Rejects with OrderTooLargeError. */
export async function* batchOrders<O extends Order>(
  orders: Iterable<O> | AsyncIterable<O>,
  { skip = 0 }: { readonly skip?: number | undefined } = {},
): AsyncGenerator<OrderBatch<O>> {
  let index = 0;
  let seen = 0;
  let ordersBefore = skip;
  let batch = new Gathered<O>();
  // Objects with the last id, of which more may follow. They always fit into the batch, or the batch is empty.
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
    // The service refuses anything that is not an order, with the path of the field.
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
