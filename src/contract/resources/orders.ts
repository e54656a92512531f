// POST and GET /data/orders: the contract's order, line item and import job.
import * as v from 'valibot';
import { InvalidRequestError } from '../../core/errors.ts';
import { MAX_ROW_ERRORS } from '../../core/ingest/row-errors.ts';
import type { SubmittedOrder } from '../../core/ingest/submitted-order.ts';
import { described, type Keywords } from '../../schema/described.ts';
import {
  count,
  DEFAULT_DATASET,
  datasetSlug,
  identifier,
  orDefault,
  orNull,
  text,
  timestamp,
  ulid,
} from '../../schema/fields.ts';
import { keysOf } from '../../schema/keys.ts';
import {
  IMPORT_LIST_LENGTH,
  LIST_MAX,
  MAX_CUSTOM_FIELDS,
  MAX_CUSTOM_KEY_LENGTH,
  MAX_CUSTOM_VALUE_LENGTH,
  MAX_ID_LENGTH,
  MAX_LINE_ITEMS_PER_REQUEST,
  MAX_PRODUCT_LENGTH,
  MAX_QUANTITY,
  MAX_UNIT_PRICE,
} from '../../schema/limits.ts';
import { plainObject, refusingArrays } from '../../schema/plain-object.ts';
import { workState } from '../../schema/work-state.ts';
import { listCursor, listLimit, nextCursor } from '../list-fields.ts';
import { parseRequest } from '../parse.ts';
import { DATE_FORMS, ISO_8601, parseOrderDate } from './order-date.ts';
import { IMPORT_PHASES, progress } from './progress.ts';
import {
  createUnknownFields,
  fieldWarnings,
  type IgnoredFields,
  MAX_FIELD_WARNINGS,
} from './unknown-fields.ts';

function optionalField<S extends v.GenericSchema>(
  schema: S,
  description: string,
  keywords?: Keywords<v.InferInput<S>>,
) {
  return orNull(described(schema, description, keywords));
}

const customFields = v.pipe(
  refusingArrays(
    v.record(text(MAX_CUSTOM_KEY_LENGTH, 1), text(MAX_CUSTOM_VALUE_LENGTH), 'expected an object of strings'),
  ),
  v.maxEntries(MAX_CUSTOM_FIELDS, `expected at most ${MAX_CUSTOM_FIELDS} custom fields`),
);

const PRICE_RANGE = `expected a number between -${MAX_UNIT_PRICE} and ${MAX_UNIT_PRICE}`;
const QUANTITY_RANGE = `expected an integer between -${MAX_QUANTITY} and ${MAX_QUANTITY}`;

export const lineItemSchema = v.pipe(
  plainObject(
    {
      product_name: optionalField(
        text(MAX_PRODUCT_LENGTH, 1),
        `Name of the product, 1 to ${MAX_PRODUCT_LENGTH} characters. With order_id it identifies the row: sending the pair again replaces all fields of the row.`,
        { examples: ['Earl Grey, 100 g'] },
      ),
      product_sku: optionalField(
        text(MAX_PRODUCT_LENGTH, 1),
        `Stock-keeping unit, 1 to ${MAX_PRODUCT_LENGTH} characters. Identifies the row if it has no product_name.`,
        { examples: ['TEA-EG-100'] },
      ),
      unit_price: optionalField(
        v.pipe(
          v.number('expected a number'),
          v.minValue(-MAX_UNIT_PRICE, PRICE_RANGE),
          v.maxValue(MAX_UNIT_PRICE, PRICE_RANGE),
        ),
        "Price of one unit in the dataset's currency (one for all orders of a dataset), -10^12 to 10^12. Default: 0. Reports add it as the decimal that was sent, to eight decimals.",
        { examples: [4.5] },
      ),
      quantity: optionalField(
        v.pipe(
          v.number('expected an integer'),
          v.integer('expected an integer'),
          v.minValue(-MAX_QUANTITY, QUANTITY_RANGE),
          v.maxValue(MAX_QUANTITY, QUANTITY_RANGE),
        ),
        'Units, -10^9 to 10^9; negative for a return. Default: 1.',
        { examples: [2] },
      ),
      custom_fields: optionalField(
        customFields,
        `At most ${MAX_CUSTOM_FIELDS} custom text fields: keys of 1 to ${MAX_CUSTOM_KEY_LENGTH} characters, values of up to ${MAX_CUSTOM_VALUE_LENGTH}. Report filters refer to them as \`custom:<key>\`.`,
        { examples: [{ channel: 'web' }] },
      ),
    },
    'expected a line item object',
  ),
  v.metadata({
    description:
      'One row of an order: a product, its quantity and its price. A row with neither product_name nor product_sku fails: it is accepted with the others and listed in the `errors` of the import. A null field is the same as an omitted one. Sending a row again replaces it: an omitted field then has its default, whatever it was before.',
  }),
);

export const orderSchema = plainObject(
  {
    order_id: described(identifier, `Your id of the order, 1 to ${MAX_ID_LENGTH} characters.`, {
      examples: ['536365'],
    }),
    customer_id: optionalField(
      identifier,
      `Your id of the customer, 1 to ${MAX_ID_LENGTH} characters. RFM reports and customer scopes omit orders without one. If omitted when the order is sent again, the order keeps its customer.`,
      { examples: ['17850'] },
    ),
    order_date: optionalField(
      v.pipe(
        v.string(`expected ${DATE_FORMS}`),
        v.check((value) => parseOrderDate(value) !== undefined, `expected ${DATE_FORMS}`),
      ),
      'When the order was placed: an ISO 8601 or RFC 3339 date-time in the extended (2026-03-31T14:05:00Z) or basic format (20260331T140500Z), or a date, which means midnight. UTC if there is no offset. RFM reports and date ranges omit orders without a date. If omitted when the order is sent again, the order keeps its date.',
      { examples: ['2026-03-31T14:05:00Z'], pattern: ISO_8601.source },
    ),
    line_items: described(
      v.array(lineItemSchema, 'expected an array of line items'),
      'The rows of the order, all in one request. An order without rows counts as one row, which fails.',
    ),
  },
  'expected an order object',
);

export const submitOrdersRequest = plainObject(
  {
    orders: described(
      v.array(orderSchema, 'expected an array of orders'),
      `At most ${MAX_LINE_ITEMS_PER_REQUEST} line items over all orders; an order without line items counts as one. Rows that cannot be stored fail individually; a value of the wrong type or outside its limits rejects the whole request.`,
    ),
    dataset_id: orDefault(datasetSlug, DEFAULT_DATASET),
  },
  'expected a JSON object',
);

type SubmitOrdersRequest = v.InferOutput<typeof submitOrdersRequest>;

/** Fields of a request that the contract does not define. */
export const unknownFieldsOf = createUnknownFields({
  request: keysOf(submitOrdersRequest.entries),
  order: keysOf(orderSchema.entries),
  lineItem: keysOf(lineItemSchema.entries),
});

export interface OrdersToAccept extends Omit<SubmitOrdersRequest, 'orders'> {
  readonly orders: readonly SubmittedOrder[];
  /** Fields that are ignored because the service does not know them. */
  readonly unknownFields?: IgnoredFields;
}

/**
 * Counts line items before validating any, so that an oversized request is refused quickly. `strict`: unknown fields are
 * refused, too.
 */
export function parseSubmitOrders(body: unknown, { strict } = { strict: false }): OrdersToAccept {
  const rows = countLineItems(body);
  if (rows > MAX_LINE_ITEMS_PER_REQUEST) {
    throw new InvalidRequestError(
      'orders',
      `expected at most ${MAX_LINE_ITEMS_PER_REQUEST} line items in one request, got ${rows}`,
    );
  }
  const request = parseRequest(submitOrdersRequest, body);
  return { ...request, unknownFields: unknownFieldsOf(body, { strict }) };
}

function countLineItems(body: unknown): number {
  const orders: unknown = isRecord(body) ? body.orders : undefined;
  if (!Array.isArray(orders)) return 0;
  let rows = 0;
  for (const order of orders) {
    const lines: unknown = isRecord(order) ? order.line_items : undefined;
    rows += Array.isArray(lines) ? Math.max(1, lines.length) : 0;
  }
  return rows;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const storageWarning =
  'Set if the plan has room for fewer rows than the request has: updates are applied, inserts beyond it fail.';

const more_warnings = v.optional(
  described(count, 'Ignored fields beyond those in `warnings`; omitted if there are none.'),
);

export const submitOrdersResponse = v.object({
  success: described(v.literal(true), 'The orders are accepted and queued.'),
  import_id: ulid('The import: follow it with `GET /data/orders?import_id=`.'),
  rows_accepted: described(
    count,
    'Rows in the request, including those that will fail: line items, and one for each order without any. The `total` of the import.',
    { examples: [2] },
  ),
  orders_count: described(count, 'Distinct order ids in the request.', { examples: [1] }),
  warning: v.optional(described(v.string(), storageWarning)),
  warnings: v.optional(
    described(
      fieldWarnings,
      `Fields of the request that the API does not have and that were ignored, at most ${MAX_FIELD_WARNINGS}; omitted if there are none. With \`Prefer: handling=strict\` they are a 400.`,
    ),
  ),
  more_warnings,
});
export type SubmitOrdersResponse = v.InferOutput<typeof submitOrdersResponse>;

const IMPORT_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;

const importRows = v.object({
  total: described(count, 'Rows in the request: line items, and one for each order without any.', {
    examples: [10_000],
  }),
  inserted: described(count, 'New rows.', { examples: [9_800] }),
  updated: described(
    count,
    'Rows that replaced one of the same order and product, in the dataset or in the request.',
    {
      examples: [200],
    },
  ),
  failed: described(count, 'Rows that were not stored; `errors` lists the first of them.', { examples: [0] }),
  repeated: v.optional(
    described(
      count,
      'Rows that a later row of the same order and product in the same request replaced; they count as updated. Omitted if there are none. If the quantities were meant to add up, send one row with the sum.',
    ),
  ),
  repeated_value: v.optional(
    described(
      v.number(),
      "Value (unit_price × quantity) of the repeated rows, in the dataset's currency: what the replacements took away.",
    ),
  ),
});

export const rowError = v.object({
  order_id: described(v.string(), 'Order of the row; `(unreadable)` if it could not be read.', {
    examples: ['536365'],
  }),
  product_name: v.optional(described(v.string(), 'Product of the row.', { examples: ['Earl Grey, 100 g'] })),
  product_sku: v.optional(described(v.string(), 'SKU of the row, if it has no name.')),
  fail_reason: described(v.string(), 'Why it was not stored.'),
  reason: described(v.string(), 'The same, under its earlier name.'),
});

export const importJob = v.object({
  import_id: ulid('The import.'),
  status: described(
    v.picklist(IMPORT_STATUSES),
    '`pending` until the first rows are applied, `processing` until all rows are; then `completed`, or `failed` if no row could be stored.',
  ),
  state: workState(IMPORT_STATUSES),
  rows: described(importRows, 'Current counts. For a finished import, inserted + updated + failed = total.'),
  created_at: timestamp('When it was accepted.'),
  dataset_id: described(v.string(), 'The dataset that the orders belong to.', { examples: ['default'] }),
  progress: v.optional(progress(IMPORT_PHASES, 'of the rows')),
  completed_at: v.optional(timestamp('When the last row was applied or failed; omitted until then.')),
  warning: v.optional(described(v.string(), "A warning, such as that the plan's storage cap is reached.")),
  warnings: v.optional(
    described(fieldWarnings, 'Fields of the request that were ignored, as in its response.'),
  ),
  more_warnings,
  fail_reason: v.optional(described(v.string(), 'Why the import failed; only for failed imports.')),
  errors: v.optional(
    described(
      v.pipe(v.array(rowError), v.maxLength(MAX_ROW_ERRORS)),
      `The first failed rows, at most ${MAX_ROW_ERRORS}. Omitted if none failed.`,
    ),
  ),
  more_errors: v.optional(
    described(count, 'Failed rows beyond those in `errors`; omitted if there are none.'),
  ),
});
export type ImportJob = v.InferOutput<typeof importJob>;

export const getImportsQuery = v.object({
  import_id: v.optional(described(identifier, 'One import. Without it, the recent ones are listed.')),
  limit: v.optional(
    described(listLimit(LIST_MAX), `Maximum number of imports in the list, 1 to ${LIST_MAX}.`),
    String(IMPORT_LIST_LENGTH),
  ),
  cursor: v.optional(listCursor),
});
export const listImportsResponse = v.object({
  imports: described(v.array(importJob), 'Newest first.'),
  next_cursor: nextCursor,
});
