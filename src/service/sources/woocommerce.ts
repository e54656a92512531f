// Maps WooCommerce's order events to orders, by the rules of its exports: paid orders count, and prices are
// those of the lines after discounts, without tax. The payload is the order of the REST API:
// https://woocommerce.github.io/woocommerce-rest-api-docs/#order-properties
import * as v from 'valibot';
import { roundTo } from '../../analysis/money/decimal.ts';
import type { SubmittedOrder } from '../../contract/resources/orders/submitted-order.ts';
import { getCurrencyDecimals, getHalfUnit } from '../../contract/sentences/currency.ts';
import type { CustomerIdentifier } from '../../contract/source.ts';
import {
  amount,
  listOrEmpty,
  type MappedEvent,
  nameText,
  optionalText,
  pickEmailId,
  shopId,
  sortOldestFirst,
  spreadReturns,
  sumLineAmounts,
  toOrderRows,
  type ValuedLine,
  withdrawOrder,
} from './mapped-event.ts';

const wooOrder = v.object({
  id: shopId,
  status: v.string(),
  currency: optionalText,
  /** UTC, without an offset. */
  date_created_gmt: v.string(),
  date_modified_gmt: v.nullish(v.string()),
  /** 0: a guest. */
  customer_id: v.nullish(shopId),
  billing: v.nullish(v.object({ email: nameText })),
  /** Total with tax and shipping; refunds are not subtracted. */
  total: amount,
  total_tax: v.nullish(amount),
  line_items: v.array(
    v.object({
      name: nameText,
      sku: nameText,
      quantity: v.number(),
      /** Total of the whole line after discounts, without tax. */
      total: amount,
    }),
  ),
  /**
   * Refunds without lines; the total is negative. Events do not state the dates, which the connection adds to
   * the orders that it reads.
   */
  refunds: listOrEmpty(v.object({ id: shopId, total: amount, date_created_gmt: optionalText })),
});
type WooOrder = v.InferOutput<typeof wooOrder>;

/** The id only. The topic is not signed: an order's own event must not count as its deletion. */
const deletedOrder = v.strictObject({ id: shopId });

const ORDER_TOPICS: ReadonlySet<string> = new Set(['order.created', 'order.updated', 'order.restored']);

/** Statuses of orders that do not count; any other, including a shop's own, does. */
export const WOOCOMMERCE_UNPAID: ReadonlySet<string> = new Set([
  'pending',
  'on-hold',
  'checkout-draft',
  'draft',
  'auto-draft',
  'cancelled',
  'failed',
  'trash',
]);

/** Throws a ValiError for a payload that is not as documented. */
export function mapWooCommerce(topic: string, payload: unknown, identifier: CustomerIdentifier): MappedEvent {
  if (topic === 'order.deleted') {
    const { id } = v.parse(deletedOrder, payload);
    const orders = [id, `${id}-refund`].map((order_id) => ({
      ...withdrawOrder(order_id),
      deleted: true as const,
    }));
    return { changedAt: undefined, placedAt: undefined, currency: undefined, orders };
  }
  if (!ORDER_TOPICS.has(topic)) return { ignored: 'topic' };
  const order = v.parse(wooOrder, payload);
  const placed = toUtc(order.date_created_gmt);
  const changed = toUtc(order.date_modified_gmt ?? order.date_created_gmt);
  return {
    changedAt: Date.parse(changed),
    placedAt: Date.parse(placed),
    currency: order.currency,
    orders: WOOCOMMERCE_UNPAID.has(order.status)
      ? [withdrawOrder(order.id), ...listRefundIds(order).map(withdrawOrder)]
      : mapCountedOrders(order, { placed, changed }, identifier),
  };
}

function mapCountedOrders(
  order: WooOrder,
  { placed, changed }: { readonly placed: string; readonly changed: string },
  identifier: CustomerIdentifier,
): SubmittedOrder[] {
  const customer_id = getCustomer(order, identifier);
  const sold = listSoldLines(order);
  const returned = computeRefundedProducts(order, sumLineAmounts(sold));
  const [first, ...others] = listRefundIds(order);
  const refundedAt = sortOldestFirst(order.refunds)[0]?.date_created_gmt;
  const refund = (order_id: string): SubmittedOrder => ({
    order_id,
    customer_id,
    order_date: refundedAt === undefined ? changed : toUtc(refundedAt),
    line_items: toOrderRows(spreadReturns(sold, returned, order.currency)),
    complete: true,
    // Without a date, the first event that contains the refund is the best estimate.
    ...(refundedAt === undefined && { first_seen: true }),
  });
  return [
    { order_id: order.id, customer_id, order_date: placed, line_items: toOrderRows(sold), complete: true },
    ...(first === undefined
      ? []
      : [returned < getHalfUnit(order.currency) || sold.length === 0 ? withdrawOrder(first) : refund(first)]),
    ...others.map(withdrawOrder),
  ];
}

/**
 * The first is named as in a file of the exports, whose refunds it replaces, and has the sum of all. The
 * others have no rows of their own.
 */
function listRefundIds({ id, refunds }: WooOrder): string[] {
  return sortOldestFirst(refunds).map((refund, at) =>
    at === 0 ? `${id}-refund` : `${id}-refund-${refund.id}`,
  );
}

/**
 * The products' part of all refunds: a partial refund is reduced by its proportion of tax; a full refund
 * returns all products, however shipping was refunded.
 */
function computeRefundedProducts(
  { total, total_tax, refunds, currency }: WooOrder,
  products: number,
): number {
  const withTax = products + (total_tax ?? 0);
  const refunded = refunds.reduce((sum, refund) => sum + Math.abs(refund.total), 0);
  const returned =
    refunded >= total - getHalfUnit(currency)
      ? products
      : withTax <= 0
        ? 0
        : Math.min(products, (refunded * products) / withTax);
  return roundTo(returned, getCurrencyDecimals(currency));
}

/** A weighed quantity is one piece at the price of the line. */
function listSoldLines({ line_items }: WooOrder): ValuedLine[] {
  return line_items
    .filter(({ quantity, total }) => quantity !== 0 || total !== 0)
    .map(({ name, sku, quantity, total }) => ({
      name,
      sku,
      quantity: Number.isInteger(quantity) && quantity !== 0 ? quantity : 1,
      amount: total,
    }));
}

function getCustomer({ customer_id, billing }: WooOrder, identifier: CustomerIdentifier): string | undefined {
  if (identifier === 'email') return pickEmailId(billing?.email);
  return customer_id === undefined || customer_id === null || customer_id === '0' ? undefined : customer_id;
}

function toUtc(time: string): string {
  return /(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}Z`;
}
