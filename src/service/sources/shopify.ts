// Maps Shopify's order events to orders, by the rules of the order export: paid orders count, prices are
// after all discounts, and every refund is an order of returns on its own date.
import * as v from 'valibot';
import type { SubmittedOrder } from '../../contract/resources/orders/submitted-order.ts';
import { type Currency, getHalfUnit } from '../../contract/sentences/currency.ts';
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

// The fields read of Shopify's order and refund payloads, as documented for the REST Admin API:
// https://shopify.dev/docs/api/admin-rest/latest/resources/order
// https://shopify.dev/docs/api/admin-rest/latest/resources/refund

const quantity = v.pipe(v.number(), v.integer(), v.minValue(0));

const statedLine = v.object({
  id: shopId,
  /** Title and variant, as in the order export. */
  name: nameText,
  title: nameText,
  sku: nameText,
  /** Ordered quantity. */
  quantity,
  /** Quantity without refunded or removed pieces. */
  current_quantity: v.nullish(quantity),
  /** Price of one piece, before discounts. */
  price: amount,
  /** The line's shares of all discounts, its own and the order's. */
  discount_allocations: listOrEmpty(v.object({ amount })),
  /** The line's own discounts; for payloads without allocations. */
  total_discount: v.nullish(amount),
});

/** Adds the discounts once: any number of refunds may refer to the line. */
const lineItem = v.pipe(
  statedLine,
  v.transform(({ name, title, discount_allocations, total_discount, ...line }) => ({
    ...line,
    name: name ?? title,
    discount:
      discount_allocations.length > 0
        ? discount_allocations.reduce((sum, { amount }) => sum + amount, 0)
        : (total_discount ?? 0),
  })),
);
export type ShopifyLine = v.InferOutput<typeof lineItem>;

const refundEntries = {
  id: shopId,
  created_at: v.string(),
  refund_line_items: listOrEmpty(
    v.object({ line_item_id: shopId, quantity, line_item: v.nullish(lineItem) }),
  ),
  /** Negative: refunded beyond the lines, as `shipping_refund` or `refund_discrepancy`; positive: refunded less. */
  order_adjustments: listOrEmpty(v.object({ kind: optionalText, amount })),
  refund_shipping_lines: listOrEmpty(v.unknown()),
  transactions: listOrEmpty(
    v.object({ kind: optionalText, status: optionalText, currency: optionalText, amount }),
  ),
};
const shopifyRefund = v.object(refundEntries);
export type ShopifyRefund = v.InferOutput<typeof shopifyRefund>;

const shopifyOrder = v.object({
  id: shopId,
  /** `#1001`: the order's name in the order export. */
  name: v.pipe(v.string(), v.nonEmpty()),
  created_at: v.string(),
  updated_at: v.nullish(v.string()),
  cancelled_at: optionalText,
  financial_status: optionalText,
  test: v.nullish(v.boolean()),
  currency: optionalText,
  email: nameText,
  contact_email: nameText,
  customer: v.nullish(v.object({ id: v.nullish(shopId), email: nameText })),
  line_items: v.array(lineItem),
  refunds: listOrEmpty(shopifyRefund),
});
export type ShopifyOrder = v.InferOutput<typeof shopifyOrder>;

/** Topics whose payload is the order. */
const ORDER_TOPICS: ReadonlySet<string> = new Set([
  'orders/create',
  'orders/updated',
  'orders/paid',
  'orders/cancelled',
  'orders/fulfilled',
  'orders/partially_fulfilled',
]);

/** Financial statuses of orders that do not count; any other does. */
export const SHOPIFY_UNPAID: ReadonlySet<string> = new Set(['pending', 'authorized', 'expired', 'voided']);

/** Throws a ValiError for a payload that is not as documented. */
export function mapShopify(topic: string, payload: unknown, identifier: CustomerIdentifier): MappedEvent {
  if (topic === 'refunds/create') return mapRefund(v.parse(shopifyRefund, payload));
  if (!ORDER_TOPICS.has(topic)) return { ignored: 'topic' };
  const order = v.parse(shopifyOrder, payload);
  if (order.test === true) return { ignored: 'test' };
  return {
    changedAt: Date.parse(order.updated_at ?? order.created_at),
    placedAt: Date.parse(order.created_at),
    currency: order.currency,
    orders: isCounted(order) ? mapCountedOrders(order, identifier) : withdrawOrders(order),
  };
}

function isCounted({ cancelled_at, financial_status }: ShopifyOrder): boolean {
  return cancelled_at === undefined && !SHOPIFY_UNPAID.has(financial_status ?? 'paid');
}

function mapCountedOrders(order: ShopifyOrder, identifier: CustomerIdentifier): SubmittedOrder[] {
  const customer_id = getCustomer(order, identifier);
  const sold = listSoldLines(order);
  const ordered = new Map(order.line_items.map((line) => [line.id, line]));
  const refunds = order.refunds.map((refund) => toReturn(refund, ordered));
  return [
    {
      order_id: order.name,
      customer_id,
      order_date: order.created_at,
      line_items: toOrderRows(sold),
      complete: true,
    },
    ...(refunds.length > 0 ? [withdrawOrder(toExportedRefundId(order))] : []),
    ...[
      ...refunds.filter(({ lines }) => lines.length > 0),
      ...spreadAmountRefunds(refunds, sold, order.currency),
    ].map(
      (returned): SubmittedOrder =>
        returned.lines.length === 0
          ? withdrawOrder(toRefundId(returned.refund))
          : { ...refundOrder(returned, order.currency), customer_id, complete: true },
    ),
  ];
}

function withdrawOrders(order: ShopifyOrder): SubmittedOrder[] {
  const { name, refunds } = order;
  return [
    withdrawOrder(name),
    ...(refunds.length > 0 ? [withdrawOrder(toExportedRefundId(order))] : []),
    ...refunds.map((refund) => withdrawOrder(toRefundId(refund))),
  ];
}

/**
 * The payload of a refund names neither the order nor the customer: an event of the order adds the customer.
 */
function mapRefund(refund: ShopifyRefund): MappedEvent {
  const returned = toReturn(refund, new Map());
  if (returned.lines.length === 0) return { ignored: 'no_products' };
  return {
    changedAt: Date.parse(refund.created_at),
    placedAt: undefined,
    currency: undefined,
    orders: [refundOrder(returned, refund.transactions[0]?.currency)],
  };
}

function refundOrder({ refund, lines, total }: Returned, currency: Currency): SubmittedOrder {
  return {
    order_id: toRefundId(refund),
    order_date: refund.created_at,
    line_items: toOrderRows(spreadReturns(lines, Math.max(0, total), currency)),
  };
}

const toRefundId = ({ id }: ShopifyRefund): string => `refund-${id}`;
/**
 * Id of all refunds of an order in a file of the order export: events of the order replace it with details.
 */
const toExportedRefundId = ({ name }: ShopifyOrder): string => `${name}-refund`;

/** Removing an item from an order leaves the line, with a lower current quantity and mostly a refund. */
function listSoldLines({ line_items, refunds }: ShopifyOrder): ValuedLine[] {
  const refunded = new Map<string, number>();
  for (const { line_item_id, quantity } of refunds.flatMap((refund) => refund.refund_line_items)) {
    refunded.set(line_item_id, (refunded.get(line_item_id) ?? 0) + quantity);
  }
  return line_items
    .filter((line) => !isTip(line))
    .map((line) => {
      const kept = line.current_quantity ?? line.quantity;
      return priceLine(line, Math.min(line.quantity, kept + (refunded.get(line.id) ?? 0)));
    })
    .filter(({ quantity }) => quantity > 0);
}

/** Returned lines that are worth `total` together. */
interface Returned {
  readonly refund: ShopifyRefund;
  readonly lines: readonly ValuedLine[];
  readonly total: number;
}

/**
 * `ordered`: the order's lines, for refunds that do not repeat them. A refund of an amount alone has no
 * lines.
 */
function toReturn(refund: ShopifyRefund, ordered: ReadonlyMap<string, ShopifyLine>): Returned {
  const lines = refund.refund_line_items.flatMap(({ line_item_id, quantity, line_item }) => {
    const line = line_item ?? ordered.get(line_item_id);
    return line === undefined || quantity === 0 || isTip(line) ? [] : [priceLine(line, quantity)];
  });
  return { refund, lines, total: sumLineAmounts(lines) + computeBeyondLines(refund) };
}

/**
 * Spreads refunds of amounts alone over the lines once, as a sum: the oldest refund gets the sum, and the
 * others get no rows. A row for each line and each refund would multiply both numbers.
 */
function spreadAmountRefunds(
  refunds: readonly Returned[],
  sold: readonly ValuedLine[],
  currency: Currency,
): Returned[] {
  const least = getHalfUnit(currency);
  const amounts = refunds.filter(({ lines, total }) => lines.length === 0 && total >= least);
  const total = amounts.reduce((sum, refund) => sum + refund.total, 0);
  const oldest = sortOldestFirst(amounts.map(({ refund }) => refund));
  return oldest.map((refund, at) => ({ refund, lines: at === 0 ? sold : [], total }));
}

/** The refund for products beyond the value of the refund's lines; negative if it is lower. */
function computeBeyondLines({
  refund_line_items,
  refund_shipping_lines,
  order_adjustments,
  transactions,
}: ShopifyRefund): number {
  if (order_adjustments.length > 0) {
    return order_adjustments
      .filter(({ kind }) => kind === 'refund_discrepancy')
      .reduce((sum, { amount }) => sum - amount, 0);
  }
  if (refund_line_items.length > 0 || refund_shipping_lines.length > 0) return 0;
  return transactions
    .filter(({ kind, status }) => kind === 'refund' && status === 'success')
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** Values `quantity` of a line at its price after all discounts. */
function priceLine(
  { name, sku, price, discount, quantity: ordered }: ShopifyLine,
  quantity: number,
): ValuedLine {
  const whole = price * ordered - discount;
  return { name, sku, quantity, amount: ordered === 0 ? price * quantity : (whole * quantity) / ordered };
}

function isTip({ name }: ShopifyLine): boolean {
  return name?.toLowerCase() === 'tip';
}

function getCustomer(
  { email, contact_email, customer }: ShopifyOrder,
  identifier: CustomerIdentifier,
): string | undefined {
  return identifier === 'id'
    ? (customer?.id ?? undefined)
    : pickEmailId(email, contact_email, customer?.email);
}
