// Reads the headers of a shop's event.
import { createHash } from 'node:crypto';
import { InvalidRequestError } from '../../contract/errors/errors.ts';
import { KEY_TEXT, KEY_TEXT_EXPECTED } from '../../contract/schema/fields.ts';
import type { SourceKind } from '../../contract/source.ts';

export interface EventHeaders {
  readonly topic: string;
  /** Equal in every delivery of the event. */
  readonly eventId: string;
  /** Epoch milliseconds; orders events that changed an order within the same second. */
  readonly triggeredAt: number | undefined;
}

/** Lower-case names. */
export type Headers = Readonly<Record<string, string | undefined>>;

const NAMES = {
  shopify: {
    signature: 'x-shopify-hmac-sha256',
    topic: 'x-shopify-topic',
    eventId: 'x-shopify-event-id',
    deliveryId: 'x-shopify-webhook-id',
    triggeredAt: 'x-shopify-triggered-at',
  },
  woocommerce: {
    signature: 'x-wc-webhook-signature',
    topic: 'x-wc-webhook-topic',
    eventId: 'x-wc-webhook-delivery-id',
    deliveryId: undefined,
    triggeredAt: undefined,
  },
} as const satisfies Readonly<Record<SourceKind, Readonly<Record<string, string | undefined>>>>;

export function getSignature(kind: SourceKind, headers: Headers): string | undefined {
  return headers[NAMES[kind].signature];
}

/** An event without an id is identified by its body. Throws InvalidRequestError for an id that can't be a key. */
export function readEventHeaders(kind: SourceKind, headers: Headers, body: Buffer): EventHeaders {
  const names = NAMES[kind];
  const read = (name: string | undefined): string | undefined =>
    name === undefined || headers[name] === '' ? undefined : headers[name];
  const readId = (name: string | undefined): string | undefined => {
    const id = read(name);
    if (id !== undefined && !KEY_TEXT.test(id)) throw new InvalidRequestError(name, KEY_TEXT_EXPECTED);
    return id;
  };
  const triggered = Date.parse(read(names.triggeredAt) ?? '');
  return {
    topic: read(names.topic) ?? '',
    eventId:
      readId(names.eventId) ??
      readId(names.deliveryId) ??
      createHash('sha256').update(body).digest('base64url'),
    triggeredAt: Number.isNaN(triggered) ? undefined : triggered,
  };
}

/** WooCommerce sends a ping when a webhook is saved, without a signature, and expects 200. */
export function isPing(kind: SourceKind, headers: Headers, body: Buffer): boolean {
  return (
    kind === 'woocommerce' &&
    headers[NAMES.woocommerce.signature] === undefined &&
    body.length < 64 &&
    /^webhook_id=\d+$/.test(body.toString('utf8'))
  );
}
