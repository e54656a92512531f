// GET /orders and GET /orders/{order_id}: orders as they are stored. Additions to the contract.
import * as v from 'valibot';
import { InvalidRequestError } from '../../errors/errors.ts';
import { listCursor, momentText, pageEnd, pageStart } from '../../list-fields.ts';
import { idEncoding } from '../../query-values.ts';
import { DEFAULT_DATASET, datasetSlug } from '../../schema/dataset-fields.ts';
import { described, optionally } from '../../schema/described.ts';
import { count, identifier, orUnset, text, timestamp } from '../../schema/fields.ts';
import {
  MAX_CUSTOMER_ORDERS_PER_SHARD,
  MAX_PRODUCT_LENGTH,
  ORDER_LIST_LINES,
  REPORT_LIST_DEFAULT,
  SHARD_COUNT,
} from '../../schema/limits.ts';
import type { ProductOfLine } from './submitted-order.ts';

export const orderPath = v.object({
  order_id: described(identifier, 'Your id of the order, percent-encoded.', { examples: ['536365'] }),
});

const dataset_id = v.optional(described(datasetSlug, 'The dataset of the orders.'), DEFAULT_DATASET);

export const getOrderQuery = v.object({
  dataset_id,
  cursor: v.optional(listCursor),
  id_encoding: idEncoding,
});

const product = text(MAX_PRODUCT_LENGTH, 1);

export const deleteOrderQuery = v.object({
  dataset_id,
  id_encoding: idEncoding,
  product_name: optionally(product, 'Only the line item of this name, not the whole order.', {
    examples: ['Earl Grey, 100 g'],
  }),
  product_sku: optionally(product, 'Only the line item of this SKU, of those without a name.', {
    examples: ['TEA-EG-100'],
  }),
});

/** Undefined for the whole order. Throws InvalidRequestError for a line item that is named twice. */
export function pickLineToDelete({
  product_name,
  product_sku,
}: v.InferOutput<typeof deleteOrderQuery>): ProductOfLine | undefined {
  if (product_name === undefined && product_sku === undefined) return undefined;
  if (product_name !== undefined && product_sku !== undefined) {
    throw new InvalidRequestError('product_sku', 'expected product_name or product_sku, not both');
  }
  return product_name === undefined ? { product_sku } : { product_name };
}

export const listOrdersQuery = v.object({
  dataset_id,
  customer_id: optionally(
    identifier,
    `Only orders of this customer, newest first. An order that was applied within the last second may be missing. A customer of more than ${SHARD_COUNT * MAX_CUSTOMER_ORDERS_PER_SHARD} orders is a 400.`,
    { examples: ['17850'] },
  ),
  from: v.optional(momentText('Only orders dated then or later', '2026-03-01')),
  to: v.optional(momentText('Only orders dated before that', '2026-04-01')),
  ...pageStart('orders', REPORT_LIST_DEFAULT),
});
export type ListOrdersQuery = v.InferOutput<typeof listOrdersQuery>;

const line = {
  product_name: optionally(v.string(), 'Name of the product.', { examples: ['Earl Grey, 100 g'] }),
  product_sku: optionally(v.string(), 'SKU of the product.', { examples: ['TEA-EG-100'] }),
  unit_price: described(v.number(), 'Price of one unit.', { examples: [4.5] }),
  quantity: described(v.pipe(v.number(), v.integer()), 'Units; negative for a return.', { examples: [2] }),
};

const head = {
  order_id: described(v.string(), 'The order.', { examples: ['536365'] }),
  customer_id: orUnset(v.string(), 'Its customer; null if none is known.', { examples: ['17850'] }),
  order_date: orUnset(timestamp('Its date; null if none is known.')),
  contact: orUnset(v.string(), 'How the customer is reached; null if that is not known.'),
};

const writer = (what: string) =>
  orUnset(
    v.string(),
    `The import that wrote ${what}, by \`import_id\`; for an order from a shop's event, the version that the event stated, in the same form. Null if there is none.`,
    { examples: ['01M7YN9QHZYR8GXB77DH0YCNR5'] },
  );

export const storedLine = v.object({
  ...line,
  custom_fields: optionally(
    v.record(v.string(), v.string()),
    'Its custom fields; omitted if there are none.',
  ),
  written_by: writer('the line item'),
});
export type StoredLineView = v.InferOutput<typeof storedLine>;

export const storedOrder = v.object({
  dataset_id: described(v.string(), 'The dataset.', { examples: ['default'] }),
  ...head,
  version: described(count, 'How often the order has been written.', { examples: [1] }),
  written_by: described(
    v.object({
      customer_id: writer('the customer'),
      order_date: writer('the date'),
      contact: writer('the contact'),
      all_line_items: writer('the complete list of line items, if one did'),
    }),
    'Which import wrote each value.',
  ),
  line_items: described(v.array(storedLine), 'Its line items. A very large order has them on several pages.'),
  ...pageEnd,
});
export type StoredOrderView = v.InferOutput<typeof storedOrder>;

const orderSummary = v.object({
  ...head,
  line_count: orUnset(count, 'Line items; null for an order of so many that its own page counts them.', {
    examples: [2],
  }),
  revenue: orUnset(
    v.number(),
    "Sum of unit_price × quantity, in the dataset's currency; null where `line_count` is.",
    {
      examples: [10.2],
    },
  ),
  line_items: described(
    v.pipe(v.array(v.object(line)), v.maxLength(ORDER_LIST_LINES)),
    `The first ${ORDER_LIST_LINES} line items; \`GET /orders/{order_id}\` has all.`,
  ),
});
export type OrderSummary = v.InferOutput<typeof orderSummary>;

export const listOrdersResponse = v.object({
  orders: described(
    v.array(orderSummary),
    'One customer’s orders are sorted newest first, those without a date last; all others in an order that stays the same. A page may hold fewer than `limit`, even none: only the last has no `next_cursor`.',
  ),
  ...pageEnd,
});
