// GET /orders: lists the orders of a customer, newest first, by the index; all others in the order of their
// keys, shard by shard. Each page is read from the table, strongly consistently: the index only locates
// orders.

import { InvalidRequestError, NotFoundError } from '../../contract/errors/errors.ts';
import { type PageEnd, parseCursor, toCursor, toPageEnd } from '../../contract/paging.ts';
import { parseOrderDate } from '../../contract/resources/orders/order-date.ts';
import type {
  ListOrdersQuery,
  OrderSummary,
  StoredOrderView,
} from '../../contract/resources/orders/stored-orders.ts';
import { SHARD_COUNT } from '../../contract/schema/limits.ts';
import type { CustomerOrderRef, OrderPosition, OrderReader, TimeRange } from './order-reader.ts';
import { hasRows, toOrderSummary, toOrderView } from './order-view.ts';
import type { DatasetRef } from './orders.ts';

interface OrderPage extends PageEnd {
  readonly orders: readonly OrderSummary[];
}

const PLACE = /^(\d{1,2})#(.*)$/s;
const CUSTOMER_PLACE = /^(-?\d{0,16})@(.+)$/s;

export function createListOrders(reader: OrderReader) {
  return async function listOrders(accountId: string, query: ListOrdersQuery): Promise<OrderPage> {
    const { dataset_id: datasetId, customer_id: customerId, limit, cursor } = query;
    const dataset = { accountId, datasetId };
    const range = parseRange(query);
    if (customerId === undefined) {
      const { roots, next } = await reader.walk(dataset, parsePlace(cursor), range, limit);
      return {
        orders: roots.filter(hasRows).map(toOrderSummary),
        ...toPageEnd(next && toCursor(`${next.shard}#${next.after ?? ''}`)),
      };
    }
    const after = parseCustomerPlace(cursor);
    const found = await reader.ofCustomer(dataset, customerId);
    if (found === undefined) {
      throw new InvalidRequestError(
        'customer_id',
        'has too many orders for one list: list the orders by date, without customer_id',
      );
    }
    const left = found
      .filter(
        (order) => isWithin(order, range) && (after === undefined || compareNewestFirst(after, order) < 0),
      )
      .sort(compareNewestFirst);
    const asked = left.slice(0, limit);
    const roots = await reader.roots(
      dataset,
      asked.map(({ orderId }) => orderId),
    );
    const last = asked[roots.length - 1];
    return {
      orders: roots.flatMap((root) =>
        root?.customerId?.value === customerId && hasRows(root) ? [toOrderSummary(root)] : [],
      ),
      ...toPageEnd(
        last !== undefined && left.length > roots.length
          ? toCursor(`${last.orderDate ?? ''}@${last.orderId}`)
          : undefined,
      ),
    };
  };
}

/** Throws InvalidRequestError for a range of no time. */
export function parseRange({ from, to }: Pick<ListOrdersQuery, 'from' | 'to'>): TimeRange {
  const range = {
    from: from === undefined ? undefined : parseOrderDate(from),
    to: to === undefined ? undefined : parseOrderDate(to),
  };
  if (range.from !== undefined && range.to !== undefined && range.from >= range.to) {
    throw new InvalidRequestError('to', 'expected a time after from');
  }
  return range;
}

function isWithin({ orderDate }: CustomerOrderRef, { from, to }: TimeRange): boolean {
  if (from === undefined && to === undefined) return true;
  if (orderDate === undefined) return false;
  return (from === undefined || orderDate >= from) && (to === undefined || orderDate < to);
}

/** Orders without a date last, ties by id. */
export function compareNewestFirst(a: CustomerOrderRef, b: CustomerOrderRef): number {
  const byDate = (b.orderDate ?? Number.NEGATIVE_INFINITY) - (a.orderDate ?? Number.NEGATIVE_INFINITY);
  if (byDate !== 0 && !Number.isNaN(byDate)) return byDate;
  return a.orderId < b.orderId ? -1 : Number(a.orderId > b.orderId);
}

function parsePlace(cursor: string | undefined): OrderPosition {
  const place = parseCursor(cursor, (text) => Number(PLACE.exec(text)?.[1] ?? SHARD_COUNT) < SHARD_COUNT);
  const [, shard = '0', after = ''] = PLACE.exec(place ?? '') ?? [];
  return { shard: Number(shard), after: after === '' ? undefined : after };
}

function parseCustomerPlace(cursor: string | undefined): CustomerOrderRef | undefined {
  const place = parseCursor(cursor, (text) => CUSTOMER_PLACE.test(text));
  if (place === undefined) return undefined;
  const [, date = '', orderId = ''] = CUSTOMER_PLACE.exec(place) ?? [];
  return { orderId, orderDate: date === '' ? undefined : Number(date) };
}

// GET /orders/{order_id}: returns one order with its line items. Lines of an order that is stored in parts
// span several pages.

export function createReadOrder(reader: OrderReader) {
  return async function readOrder(
    dataset: DatasetRef,
    orderId: string,
    cursor: string | undefined,
  ): Promise<StoredOrderView> {
    const after = parseCursor(cursor, (key) => key.startsWith(`${orderId}#`));
    const root = await reader.root(dataset, orderId);
    if (root === undefined || !hasRows(root)) throw new NotFoundError('Order not found.');
    if (!root.split)
      return {
        ...toOrderView(dataset.datasetId, root, after === undefined ? [root] : []),
        ...toPageEnd(undefined),
      };
    const { parts, next } = await reader.parts(dataset, orderId, after);
    return {
      ...toOrderView(dataset.datasetId, root, parts),
      ...toPageEnd(next === undefined ? undefined : toCursor(next)),
    };
  };
}
