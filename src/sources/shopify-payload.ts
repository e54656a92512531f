// What is read of Shopify's order and refund payloads, as the REST Admin API documents both resources:
// https://shopify.dev/docs/api/admin-rest/latest/resources/order
// https://shopify.dev/docs/api/admin-rest/latest/resources/refund
import * as v from 'valibot';
import { amount, listOf, nameText, optionalText, shopId } from './shop-payload.ts';

const quantity = v.pipe(v.number(), v.integer(), v.minValue(0));

const statedLine = v.object({
  id: shopId,
  /** Title and variant, as in the order export. */
  name: nameText,
  title: nameText,
  sku: nameText,
  /** As ordered. */
  quantity,
  /** Without what was refunded or removed. */
  current_quantity: v.nullish(quantity),
  /** Of one, before discounts. */
  price: amount,
  /** The line's shares of all discounts, its own and the order's. */
  discount_allocations: listOf(v.object({ amount })),
  /** The line's own discounts; for payloads without allocations. */
  total_discount: v.nullish(amount),
});

/** The discounts are added once: any number of refunds may refer to the line. */
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
  refund_line_items: listOf(v.object({ line_item_id: shopId, quantity, line_item: v.nullish(lineItem) })),
  /** Negative: refunded beyond the lines, as `shipping_refund` or `refund_discrepancy`; positive: refunded less. */
  order_adjustments: listOf(v.object({ kind: optionalText, amount })),
  refund_shipping_lines: listOf(v.unknown()),
  transactions: listOf(
    v.object({ kind: optionalText, status: optionalText, currency: optionalText, amount }),
  ),
};
export const shopifyRefund = v.object(refundEntries);
export type ShopifyRefund = v.InferOutput<typeof shopifyRefund>;

export const shopifyOrder = v.object({
  id: shopId,
  /** `#1001`: what the order export calls the order. */
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
  refunds: listOf(shopifyRefund),
});
export type ShopifyOrder = v.InferOutput<typeof shopifyOrder>;
