// POST and GET /data/orders: the contract's order, line item and import job.
import * as v from 'valibot';
import { InvalidRequestError } from '../../errors/errors.ts';
import { pageEnd, pageStart, workFilters } from '../../list-fields.ts';
import { parseRequest } from '../../parse.ts';
import { codedText } from '../../schema/coded.ts';
import { DEFAULT_DATASET, datasetSlug } from '../../schema/dataset-fields.ts';
import { described, optionally } from '../../schema/described.ts';
import { count, identifier, oneOf, orDefault, orNull, timestamp, ulid } from '../../schema/fields.ts';
import { getKeys } from '../../schema/keys.ts';
import { IMPORT_LIST_LENGTH, MAX_LINE_ITEMS_PER_REQUEST, MAX_ROW_ERRORS } from '../../schema/limits.ts';
import { plainObject } from '../../schema/plain-object.ts';
import { sourceSummary, storedSourceSummary } from '../../schema/source-summary.ts';
import { workState } from '../../schema/work-state.ts';
import { IMPORT_PHASES, progress } from '../reports/progress.ts';
import { lineItemSchema, orderSchema } from './order-schema.ts';
import type { SubmittedOrder } from './submitted-order.ts';
import {
  createLevels,
  fieldWarnings,
  type IgnoredFields,
  listIgnoredFields,
  MAX_FIELD_WARNINGS,
  refuseUnknownFields,
} from './unknown-fields.ts';

/** Effect of a row on fields that it leaves out. */
export const PUSH_MODES = ['replace', 'merge'] as const;
export type PushMode = (typeof PUSH_MODES)[number];

export const submitOrdersRequest = plainObject({
  orders: described(
    v.array(orderSchema, 'expected an array of orders'),
    `At most ${MAX_LINE_ITEMS_PER_REQUEST} line items over all orders; an order without line items counts as one. Rows that cannot be stored fail individually; a value of the wrong type or outside its limits rejects the whole request.`,
  ),
  dataset_id: orDefault(datasetSlug, DEFAULT_DATASET),
  mode: orNull(
    oneOf(PUSH_MODES),
    '`replace`: a row replaces the stored one, fields that it leaves out have their defaults. `merge`: fields that a row leaves out keep their values; `custom_fields` are one field. Of each field, the newest import that wrote it wins, in whatever sequence imports are applied. Default: `replace`.',
    { examples: ['merge'] },
  ),
  source_summary: orNull(sourceSummary),
});

type SubmitOrdersRequest = v.InferOutput<typeof submitOrdersRequest>;

const LEVELS = createLevels({
  request: getKeys(submitOrdersRequest.entries),
  order: getKeys(orderSchema.entries),
  lineItem: getKeys(lineItemSchema.entries),
});

export interface OrdersToAccept extends Omit<SubmitOrdersRequest, 'orders' | 'mode'> {
  readonly orders: readonly SubmittedOrder[];
  /** Unknown fields, which are ignored. */
  readonly unknownFields?: IgnoredFields;
}

/**
 * Counts line items before validating any, so that an oversized request is refused quickly. `strict`: unknown fields
 * are refused, too.
 */
export function parseSubmitOrders(body: unknown, { strict } = { strict: false }): OrdersToAccept {
  const rows = countLineItems(body);
  if (rows > MAX_LINE_ITEMS_PER_REQUEST) {
    throw new InvalidRequestError(
      'orders',
      `expected at most ${MAX_LINE_ITEMS_PER_REQUEST} line items in one request, got ${rows}`,
    );
  }
  const { mode, ...request } = parseRequest(submitOrdersRequest, body);
  const orders =
    mode === 'merge' ? request.orders.map((order) => ({ ...order, merge: true as const })) : request.orders;
  if (strict) refuseUnknownFields(LEVELS, body);
  return { ...request, orders, unknownFields: listIgnoredFields(LEVELS, body) };
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

const more_warnings = optionally(
  count,
  'Ignored fields beyond those in `warnings`; omitted if there are none.',
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
  warning: optionally(v.string(), storageWarning),
  warning_coded: codedText('warning'),
  warnings: optionally(
    fieldWarnings,
    `Fields of the request that were ignored, at most ${MAX_FIELD_WARNINGS}; omitted if there are none. Fields that the API does not have: with \`Prefer: handling=strict\` they are a 400. Texts that were empty or of white space alone: they count as omitted, under strict handling, too.`,
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
  repeated: optionally(
    count,
    'Rows that a later row of the same order and product in the same request replaced; they count as updated. Omitted if there are none. If the quantities were meant to add up, send one row with the sum.',
  ),
  repeated_value: optionally(
    v.number(),
    "Value (unit_price × quantity) of the repeated rows, in the dataset's currency: what the replacements took away.",
  ),
});

export const rowError = v.object({
  order_id: described(v.string(), 'Order of the row; `(unreadable)` if it could not be read.', {
    examples: ['536365'],
  }),
  product_name: optionally(v.string(), 'Product of the row.', { examples: ['Earl Grey, 100 g'] }),
  product_sku: optionally(v.string(), 'SKU of the row, if it has no name.'),
  fail_reason: described(v.string(), 'Why it was not stored.'),
  fail_reason_coded: codedText('fail_reason'),
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
  warning: optionally(v.string(), "A warning, such as that the plan's storage cap is reached."),
  warning_coded: codedText('warning'),
  warnings: optionally(fieldWarnings, 'Fields of the request that were ignored, as in its response.'),
  more_warnings,
  source_summary: v.optional(storedSourceSummary),
  fail_reason: optionally(v.string(), 'Why the import failed; only for failed imports.'),
  fail_reason_coded: codedText('fail_reason'),
  errors: optionally(
    v.pipe(v.array(rowError), v.maxLength(MAX_ROW_ERRORS)),
    `The first failed rows, at most ${MAX_ROW_ERRORS}. Omitted if none failed.`,
  ),
  more_errors: optionally(count, 'Failed rows beyond those in `errors`; omitted if there are none.'),
});
export type ImportJob = v.InferOutput<typeof importJob>;

export const getImportsQuery = v.object({
  import_id: optionally(
    identifier,
    'One import, whatever the filters. Without it, the recent ones are listed: a page of filtered ones may hold fewer than `limit`, even none, and have more to come.',
  ),
  ...workFilters('imports', IMPORT_STATUSES),
  ...pageStart('imports', IMPORT_LIST_LENGTH),
});
export type ListImportsQuery = Omit<v.InferOutput<typeof getImportsQuery>, 'import_id'>;
export const listImportsResponse = v.object({
  imports: described(v.array(importJob), 'Newest first.'),
  ...pageEnd,
});
export type ListImportsResponse = v.InferOutput<typeof listImportsResponse>;
