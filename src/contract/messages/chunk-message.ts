// The message of the ingest queue: a share of an import, applied in one transaction. Other systems may write it
// too; it is described in docs/queue-messages.md.
import * as v from 'valibot';
import { isPlainOrder, unlessPlain } from '../resources/orders/order-fields.ts';
import { orderSchema } from '../resources/orders/order-schema.ts';
import type { SubmittedOrder } from '../resources/orders/submitted-order.ts';
import { datasetSlug } from '../schema/dataset-fields.ts';
import { described } from '../schema/described.ts';
import { atMostCharacters, orBlank, orNull, text } from '../schema/fields.ts';
import { MAX_ID_LENGTH, MAX_LINE_ITEMS_PER_REQUEST, MAX_PRODUCT_LENGTH } from '../schema/limits.ts';
import { plainObject } from '../schema/plain-object.ts';
import { CHUNK_VERSION, expectVersion } from './format-versions.ts';

const UNREADABLE = '(unreadable)';
const index = v.pipe(v.number('expected an integer'), v.integer('expected an integer'), v.minValue(0));

/** Identifies the owner of the rows of a message. */
const chunkEnvelope = v.object({
  account_id: described(
    v.pipe(v.string(), v.regex(/^acc_[0-9A-Z]{26}$/, 'expected an account id')),
    'Whose orders they are.',
  ),
  dataset_id: datasetSlug,
  import_id: described(
    v.pipe(v.string(), v.ulid('expected a ULID')),
    "A later import's id sorts after an earlier one's, and its lines win.",
  ),
  chunk: described(index, "This chunk's place in the import, from 0."),
});

/** The least that identifies the owner of a message that fits no schema. The import's job holds the dataset. */
export const importEnvelope = v.object({
  ...chunkEnvelope.entries,
  dataset_id: v.fallback(v.optional(chunkEnvelope.entries.dataset_id), undefined),
  chunk: v.fallback(v.optional(chunkEnvelope.entries.chunk), undefined),
});

const readable = (maxLength: number) => v.pipe(v.string(), atMostCharacters(maxLength, 'less'));
const readableProduct = v.fallback(v.optional(readable(MAX_PRODUCT_LENGTH)), undefined);
const readableLine = v.object({ product_name: readableProduct, product_sku: readableProduct });
const readableOrder = v.object({
  order_id: v.fallback(readable(MAX_ID_LENGTH), UNREADABLE),
  line_items: v.fallback(v.array(v.fallback(readableLine, {})), []),
});

/** As much as can be read of orders that fit no schema, to name rows that failed. */
export const readableOrders = v.fallback(
  v.object({ orders: v.array(v.fallback(readableOrder, { order_id: UNREADABLE, line_items: [] })) }),
  { orders: [] },
);

const product = text(MAX_PRODUCT_LENGTH);
const removedLine = plainObject(
  { product_name: orBlank(product), product_sku: orBlank(product) },
  'expected product_name, or product_sku of a line item without a name',
);

const anyQueuedOrder = plainObject(
  {
    ...orderSchema.entries,
    as_of: orNull(
      v.pipe(v.string(), v.ulid('expected a ULID')),
      'The version of the order: takes the place of import_id where the age of values is compared.',
    ),
    complete: orNull(
      v.literal(true),
      'line_items are all rows of the order: stored rows of older imports that are not among them are removed, and older imports add none afterwards. Without line items, the order is withdrawn.',
    ),
    deleted: orNull(
      v.literal(true),
      'The withdrawn order was deleted at an unknown time. Its version is then the end of the millisecond of its last stored state, unless the version of the message is older.',
    ),
    merge: orNull(
      v.literal(true),
      'Fields that a line item leaves out keep their values, instead of having their defaults.',
    ),
    removed: orNull(
      v.pipe(v.array(removedLine), v.minLength(1), v.maxLength(MAX_LINE_ITEMS_PER_REQUEST)),
      'Line items to remove, as far as older imports wrote them; older imports that arrive later do not bring them back. Of an order without line items, they count as one row.',
    ),
    first_seen: orNull(
      v.literal(true),
      'order_date is when the order was first seen: of several dates, the earliest is kept.',
    ),
  },
  'expected an order object',
);

const queuedOrder = unlessPlain(anyQueuedOrder, isPlainOrder);
export const queuedOrders = v.array(queuedOrder);

export const chunkMessage = v.object({
  version: described(
    expectVersion('chunk', CHUNK_VERSION),
    `Version of this schema, which is ${CHUNK_VERSION}.`,
  ),
  ...chunkEnvelope.entries,
  orders: described(
    v.pipe(queuedOrders, v.minLength(1, 'expected at least one order')),
    'As in `POST /data/orders`; an order may also be `complete` or dated by `first_seen`.',
  ),
});
/** A message as it is kept: orders that were erased since are kept without their content. */
export const keptMessage = v.object({
  ...chunkMessage.entries,
  orders: v.pipe(
    v.array(v.object({ ...queuedOrder.entries, erased: v.optional(v.literal(true)) })),
    v.minLength(1, 'expected at least one order'),
  ),
});
export interface ChunkMessage extends Omit<v.InferOutput<typeof chunkMessage>, 'orders'> {
  readonly orders: readonly SubmittedOrder[];
}
