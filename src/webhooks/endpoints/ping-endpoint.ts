// Sends a test event to an endpoint on request, also while it is paused, so that its address and its receiver's check of signatures
// can be tried. It is listed with the deliveries, and changes nothing of the events that are due.
import type { EndpointDelivery } from '../../contract/resources/webhook-endpoints.ts';
import { NotFoundError } from '../../core/errors.ts';
import type { EndpointDeliveries } from '../../stores/events/endpoint-deliveries.ts';
import type { EndpointStore } from '../../stores/events/endpoints.ts';
import type { EndpointRef } from '../../stores/events/event-items.ts';
import type { OpenSecret } from '../../stores/secrets/sealed-secrets.ts';
import type { SendOnRequest } from '../send-on-request.ts';
import { attemptOf, openedSecrets, signedEvent } from './endpoint-attempt.ts';

export interface PingEndpointDeps {
  readonly endpoints: Pick<EndpointStore, 'get'>;
  readonly deliveries: Pick<EndpointDeliveries, 'add'>;
  readonly openSecret: OpenSecret;
  readonly send: SendOnRequest;
  /** A ULID. */
  readonly newId: () => string;
  readonly clock: () => number;
}

/** Throws NotFoundError, WebhookLimitError. */
export type PingEndpoint = (ref: EndpointRef) => Promise<EndpointDelivery>;

export function createPingEndpoint(deps: PingEndpointDeps): PingEndpoint {
  const { endpoints, deliveries, openSecret, send, newId, clock } = deps;
  return async (ref) => {
    const item = await endpoints.get(ref);
    if (item === undefined) throw new NotFoundError('Webhook endpoint not found.');
    const [id, at] = [newId(), clock()];
    const event = { event: 'webhook.test', timestamp: new Date(at).toISOString() } as const;
    const secrets = await openedSecrets(openSecret, item);
    const sent = await send(ref.accountId, { url: item.url, ...signedEvent(id, event, secrets, at) });
    const entry: EndpointDelivery = {
      ...{ delivery_id: id, event: event.event, event_id: id },
      ...attemptOf(sent, { attempt: 1, at, now: clock(), nextAt: undefined }),
    };
    await deliveries.add(ref, entry);
    return entry;
  };
}
