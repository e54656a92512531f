// POST and GET /data/orders: the contract's order, line item and import job.
import * as v from 'valibot';
import { InvalidRequestError } from '../core/errors.ts';
import { MAX_ROW_ERRORS } from '../core/ingest/row-errors.ts';
import { DEFAULT_DATASET, datasetSlug, identifier, text, timestamp } from './fields.ts';
import {
  IMPORT_LIST_LENGTH,
  LIST_MAX,
  MAX_CUSTOM_FIELDS,
  MAX_CUSTOM_KEY_LENGTH,
  MAX_CUSTOM_VALUE_LENGTH,
  MAX_LINE_ITEMS_PER_REQUEST,
  MAX_PRODUCT_LENGTH,
  MAX_QUANTITY,
  MAX_UNIT_PRICE,
} from './limits.ts';
import { parseOrderDate } from './order-date.ts';
import { listCursor, listLimit } from './paging.ts';
import { parseRequest } from './parse.ts';
import { IMPORT_PHASES, progress } from './progress.ts';

/** Exporters write null for a missing value: in an order it means the same as leaving the field out. */
function optionalField<S extends v.GenericSchema>(schema: S) {
  return v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  );
}

const customFields = v.pipe(
  v.record(text(MAX_CUSTOM_KEY_LENGTH, 1), text(MAX_CUSTOM_VALUE_LENGTH), 'expected an object of strings'),
  v.check(
    (fields) => Object.keys(fields).length <= MAX_CUSTOM_FIELDS,
    `expected at most ${MAX_CUSTOM_FIELDS} custom fields`,
  ),
);

export const lineItemSchema = v.pipe(
  v.object(
    {
      product_name: optionalField(text(MAX_PRODUCT_LENGTH, 1)),
      product_sku: optionalField(text(MAX_PRODUCT_LENGTH, 1)),
      unit_price: optionalField(
        v.pipe(
          v.number('expected a number'),
          v.check(
            (price) => Math.abs(price) <= MAX_UNIT_PRICE,
            `expected a number between -${MAX_UNIT_PRICE} and ${MAX_UNIT_PRICE}`,
          ),
        ),
      ),
      quantity: optionalField(
        v.pipe(
          v.number('expected an integer'),
          v.integer('expected an integer'),
          v.check(
            (quantity) => Math.abs(quantity) <= MAX_QUANTITY,
            `expected an integer between -${MAX_QUANTITY} and ${MAX_QUANTITY}`,
          ),
        ),
      ),
      custom_fields: optionalField(customFields),
    },
    'expected a line item object',
  ),
  v.check(
    (line) => line.product_name !== undefined || line.product_sku !== undefined,
    'expected product_name or product_sku: a line item is keyed by its product',
  ),
);

export const orderSchema = v.object(
  {
    order_id: identifier,
    customer_id: optionalField(identifier),
    order_date: optionalField(
      v.pipe(
        v.string('expected an ISO 8601 date-time'),
        v.check(
          (value) => parseOrderDate(value) !== undefined,
          'expected an ISO 8601 date-time such as 2026-03-31T14:05:00Z',
        ),
      ),
    ),
    line_items: v.pipe(
      v.array(lineItemSchema, 'expected an array of line items'),
      v.minLength(1, 'expected at least one line item'),
    ),
  },
  'expected an order object',
);

export type LineItem = v.InferOutput<typeof lineItemSchema>;
export type Order = v.InferOutput<typeof orderSchema>;

export const submitOrdersRequest = v.object(
  {
    orders: v.pipe(
      v.array(orderSchema, 'expected an array of orders'),
      v.minLength(1, 'expected at least one order'),
    ),
    dataset_id: v.optional(datasetSlug, DEFAULT_DATASET),
  },
  'expected a JSON object',
);

export type SubmitOrdersRequest = v.InferOutput<typeof submitOrdersRequest>;

/** Counts line items before looking at any: an oversized request is refused for its size, at once. */
export function parseSubmitOrders(body: unknown): SubmitOrdersRequest {
  const rows = countLineItems(body);
  if (rows > MAX_LINE_ITEMS_PER_REQUEST) {
    throw new InvalidRequestError(
      'orders',
      `expected at most ${MAX_LINE_ITEMS_PER_REQUEST} line items in one request, got ${rows}`,
    );
  }
  return parseRequest(submitOrdersRequest, body);
}

function countLineItems(body: unknown): number {
  const orders: unknown = isRecord(body) ? body.orders : undefined;
  if (!Array.isArray(orders)) return 0;
  let rows = 0;
  for (const order of orders) {
    const lines: unknown = isRecord(order) ? order.line_items : undefined;
    rows += Array.isArray(lines) ? lines.length : 0;
  }
  return rows;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export const submitOrdersResponse = v.object({
  success: v.literal(true),
  import_id: v.string(),
  rows_accepted: v.pipe(v.number(), v.integer()),
  orders_count: v.pipe(v.number(), v.integer()),
  warning: v.optional(v.string()),
});
export type SubmitOrdersResponse = v.InferOutput<typeof submitOrdersResponse>;

export const IMPORT_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;

const rowCount = v.pipe(v.number(), v.integer(), v.minValue(0));

const rowError = v.object({
  order_id: v.string(),
  product_name: v.optional(v.string()),
  product_sku: v.optional(v.string()),
  reason: v.string(),
});

export const importJob = v.object({
  import_id: v.string(),
  status: v.picklist(IMPORT_STATUSES),
  rows: v.object({ total: rowCount, inserted: rowCount, updated: rowCount, failed: rowCount }),
  created_at: timestamp,
  dataset_id: v.string(),
  /** Until it has ended. */
  progress: v.optional(progress(IMPORT_PHASES)),
  completed_at: v.optional(timestamp),
  warning: v.optional(v.string()),
  fail_reason: v.optional(v.string()),
  /** The first of the rows that failed. */
  errors: v.optional(v.pipe(v.array(rowError), v.maxLength(MAX_ROW_ERRORS))),
});
export type ImportJob = v.InferOutput<typeof importJob>;

export const getImportsQuery = v.object({
  import_id: v.optional(identifier),
  limit: v.optional(listLimit(LIST_MAX), String(IMPORT_LIST_LENGTH)),
  cursor: v.optional(listCursor),
});
export const listImportsResponse = v.object({
  imports: v.array(importJob),
  next_cursor: v.optional(v.string()),
});
