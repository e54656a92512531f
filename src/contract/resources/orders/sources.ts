// /sources and /hooks/{id}: additions to the contract. A source is a shop whose own order webhooks are received.
import * as v from 'valibot';
import { authors, KEY_REVOKED } from '../../author-fields.ts';
import { pageEnd, shortListQuery } from '../../list-fields.ts';
import { closedObject } from '../../schema/closed-object.ts';
import { DEFAULT_DATASET, datasetSlug } from '../../schema/dataset-fields.ts';
import { described, optionally } from '../../schema/described.ts';
import {
  clearable,
  count,
  oneOf,
  orDefault,
  orNull,
  orUnset,
  text,
  timestamp,
  ulid,
} from '../../schema/fields.ts';
import { MAX_SOURCE_NAME_LENGTH, MAX_SOURCE_SECRET_LENGTH } from '../../schema/limits.ts';
import { CUSTOMER_IDENTIFIERS, IGNORED_REASONS, SOURCE_KINDS, SOURCE_PAUSE_REASONS } from '../../source.ts';
import { connection, credentials, pull } from './connections.ts';

const NAME = `Name of the source, 1 to ${MAX_SOURCE_NAME_LENGTH} characters.`;
const SECRET = `The secret with which the shop signs its events, 1 to ${MAX_SOURCE_SECRET_LENGTH} characters. Shopify shows it below its webhooks; in WooCommerce, you choose it. It is never returned.`;
const IDENTIFIER =
  "What becomes the `customer_id` of orders: the customer's e-mail address in lower case, or the shop's id of the customer. WooCommerce has no id for guests.";

const SOURCE_STATUSES = ['active', 'paused'] as const;

export const source = v.object({
  source_id: ulid('The source.'),
  kind: described(v.picklist(SOURCE_KINDS), 'The kind of shop.'),
  name: described(v.string(), 'Name of the source.', { examples: ['Shop, Hamburg'] }),
  dataset_id: described(v.string(), 'The dataset that its orders belong to.', { examples: ['default'] }),
  customer_identifier: described(v.picklist(CUSTOMER_IDENTIFIERS), IDENTIFIER),
  url: described(v.pipe(v.string(), v.url()), 'The address that the webhooks of the shop post to.', {
    examples: ['https://api.example.com/api/v1/hooks/01M7YN9QHZYR8GXB77DH0YCNR5'],
  }),
  status: described(
    v.picklist(SOURCE_STATUSES),
    'A source that is `paused` answers events with 410 and takes none.',
  ),
  paused_because: orUnset(
    v.picklist(SOURCE_PAUSE_REASONS),
    `\`requested\` by you; \`dataset_erased\`; ${KEY_REVOKED}. Null while it is active.`,
  ),
  has_secret: described(v.boolean(), 'Without a secret, every event is refused.'),
  former_secret_until: orUnset(
    timestamp('The secret before the current one is accepted until then; null if there is none.'),
  ),
  created_at: timestamp('When it was created.'),
  ...authors,
  events: described(
    v.object({
      accepted: described(count, 'Events that became an import.'),
      duplicates: described(count, 'Events that had been delivered before.'),
      ignored: described(count, 'Events that change no orders.'),
    }),
    'Outcomes of the events with a valid signature.',
  ),
  last_event_at: orUnset(timestamp('When the last of them arrived; null before the first.')),
  last_ignored: orUnset(
    v.object({
      at: timestamp('When it arrived.'),
      reason: described(
        v.picklist(IGNORED_REASONS),
        '`topic`: not about orders; `test`: a test order; `no_products`: a refund without products; `currency`: another currency than that of the dataset or of the earlier events; `erased`: an order from before its customer was erased; `unreadable`: not as the shop documents its events.',
      ),
    }),
    'The last event that was ignored, and why; null if there is none.',
  ),
  last_refused_at: orUnset(
    timestamp('When an event with a wrong signature last arrived, to the minute; null if none has.'),
  ),
  connection: orUnset(
    connection,
    'How far the orders of the shop have been read with its credentials; null without credentials.',
  ),
});
export type Source = v.InferOutput<typeof source>;

export const createSourceRequest = closedObject({
  kind: described(oneOf(SOURCE_KINDS), 'The kind of shop.'),
  secret: orNull(
    text(MAX_SOURCE_SECRET_LENGTH, 1),
    `${SECRET} It can be set later with \`PATCH\`; until then every event is refused.`,
  ),
  dataset_id: orDefault(datasetSlug, DEFAULT_DATASET),
  name: orNull(text(MAX_SOURCE_NAME_LENGTH, 1), `${NAME} Default: its kind.`, {
    examples: ['Shop, Hamburg'],
  }),
  customer_identifier: orNull(
    oneOf(CUSTOMER_IDENTIFIERS),
    `${IDENTIFIER} Default: \`email\` for Shopify and \`id\` for WooCommerce, as in the order files of both.`,
  ),
  credentials: orNull(
    credentials,
    'Credentials with which the service reads all orders of the shop, and compares them every night. They are checked at once.',
  ),
});
export type CreateSourceRequest = v.InferOutput<typeof createSourceRequest>;

export const updateSourceRequest = closedObject({
  secret: clearable(
    described(
      text(MAX_SOURCE_SECRET_LENGTH, 1),
      `${SECRET} The secret that it replaces is accepted for another 24 hours. Null removes it, and the one before: every event is refused until there is another.`,
    ),
  ),
  name: clearable(
    described(text(MAX_SOURCE_NAME_LENGTH, 1), `${NAME} Null: its kind.`, { examples: ['Shop, Hamburg'] }),
  ),
  status: optionally(
    oneOf(SOURCE_STATUSES),
    'Pauses the source, or activates it again, also after its dataset was erased.',
  ),
  credentials: clearable(
    described(
      credentials,
      'Connects the shop, or replaces its credentials, which are checked at once. Null disconnects it: its credentials are deleted, and its orders stay.',
    ),
  ),
  pull: v.optional(pull),
});
export type UpdateSourceRequest = v.InferOutput<typeof updateSourceRequest>;

export const sourcePath = v.object({ id: ulid('The source_id.') });
export const listSourcesQuery = shortListQuery('sources');
export const listSourcesResponse = v.object({
  sources: described(v.array(source), 'Oldest first.'),
  ...pageEnd,
});

/** Whatever the shop sends; it is signed, and read as the shop documents it. */
export const shopEvent = v.looseObject({}, 'expected a JSON object');

export const eventReceived = v.object({
  status: described(
    v.picklist(['accepted', 'duplicate', 'ignored', 'ping']),
    '`accepted`: it became an import. `duplicate`: it was accepted before. `ignored`: it changes no orders. `ping`: WooCommerce checks the address.',
  ),
  import_id: v.optional(ulid('The import of an event that was accepted.')),
  reason: optionally(v.picklist(IGNORED_REASONS), 'Why it was ignored; omitted otherwise.'),
});
export type EventReceived = v.InferOutput<typeof eventReceived>;
