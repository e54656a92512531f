// The connection of a source: credentials of its shop, with which the service reads the shop's orders.
import * as v from 'valibot';
import { lastFailure } from '../../receiver-fields.ts';
import { closedObject } from '../../schema/closed-object.ts';
import { described } from '../../schema/described.ts';
import { count, oneOf, orNull, orUnset, text, timestamp } from '../../schema/fields.ts';
import { MAX_SOURCE_SECRET_LENGTH, MAX_WEBHOOK_URL_LENGTH } from '../../schema/limits.ts';
import { CONNECTION_EVENTS, CONNECTION_STATUSES, PULLS } from '../../source.ts';

const credential = (description: string, example: string) =>
  orNull(text(MAX_SOURCE_SECRET_LENGTH, 1), `${description} It is stored encrypted, and never returned.`, {
    examples: [example],
  });

export const credentials = closedObject({
  address: described(
    text(MAX_WEBHOOK_URL_LENGTH, 1),
    'Shopify: the domain that ends in `.myshopify.com`. WooCommerce: the https address of the shop, with its path if it has one.',
    { examples: ['tea-house.myshopify.com', 'https://shop.example.com'] },
  ),
  client_id: credential(
    'Shopify: the client ID of an app of your Dev Dashboard with the scopes `read_orders`, `read_all_orders` and `read_customers`, which is installed in the shop.',
    '0123456789abcdef0123456789abcdef',
  ),
  client_secret: credential(
    'Shopify: the client secret of the same app. The shop signs its events with it, too: it becomes the `secret` of the source.',
    'shpss_0123456789abcdef',
  ),
  access_token: credential(
    'Shopify, instead of both: the Admin API access token of a custom app that was created in the admin of the shop, before 2026.',
    'shpat_0123456789abcdef',
  ),
  consumer_key: credential('WooCommerce: the consumer key of a REST API key.', 'ck_0123456789abcdef'),
  consumer_secret: credential('WooCommerce: the consumer secret of the same key.', 'cs_0123456789abcdef'),
});
export type Credentials = v.InferOutput<typeof credentials>;

export const pull = described(
  oneOf(PULLS),
  '`now`: reads what has changed in the shop since the last time, also after a cancellation or a failure. `cancel`: reads nothing more until `now`; the orders that were read stay.',
);

export const connection = v.object({
  address: described(v.string(), 'The address of the shop.', { examples: ['https://shop.example.com'] }),
  status: described(
    v.picklist(CONNECTION_STATUSES),
    '`reading`: orders are being read; `up_to_date`: everything was read as of `read_until`; `cancelled`: nothing is read until it is requested; `failed`: reading has stopped because of `fail_reason`.',
  ),
  connected_at: timestamp('When the credentials were last set.'),
  events: orUnset(
    v.picklist(CONNECTION_EVENTS),
    '`registered`: the shop posts its events to `url`, as the service has requested. `manual`: it does not, because the key may only read or, of Shopify, because the source has no secret; until it posts events, it is compared every hour. Null until the shop was asked.',
  ),
  orders_read: described(
    count,
    'Orders that were read since the shop was connected; one that changed later counts again.',
  ),
  orders_ignored: described(
    count,
    'Those of them that change no orders: tests, other currencies, erased customers, and orders that are not as the shop documents them.',
  ),
  orders_expected: orUnset(
    count,
    'Orders that the reading in progress will read, as counted by the shop; null if it is unknown, or if none is in progress.',
  ),
  read_until: orUnset(
    timestamp(
      'Changes in the shop until then have been read. Null until the history is complete: until then, reports lack orders.',
    ),
  ),
  next_reading_at: orUnset(timestamp('When the shop is compared again; null if this is not planned.')),
  last_comparison: orUnset(
    v.object({
      at: timestamp('When it ended.'),
      orders: described(count, 'Orders that the shop had changed since the comparison before.'),
      repaired: described(
        count,
        'Those whose change was missing here, such as after an event that never arrived; they were imported.',
      ),
    }),
    'The last comparison after the history; null before the first.',
  ),
  last_order_at: orUnset(timestamp('Date of the newest order that was read; null before the first.')),
  ...lastFailure,
});
export type Connection = v.InferOutput<typeof connection>;
