// Sends a webhook on request: a function waits for the receiver. The number of such webhooks is limited for
// an account, and for all accounts together, so that a receiver that never answers does not block other
// tenants.

import { InvalidRequestError, NotFoundError, WebhookLimitError } from '../../contract/errors/errors.ts';
import type { TestWebhookResponse } from '../../contract/resources/webhook.ts';
import type { EndpointDelivery } from '../../contract/resources/webhook-endpoints.ts';
import { explainUndelivered } from '../../contract/sentences/undelivered-because.ts';
import type { HeldReads } from '../accounts/held-reads.ts';
import { createTestDigest } from '../digests/compose-digest.ts';
import type { OpenSecret } from '../secrets/sealed-secrets.ts';
import type { WebhookTargets } from '../wiring/environment.ts';
import { openSecrets, signAccountEvent, toAttempt } from './endpoints/endpoint-attempt.ts';
import { buildChatRequest, openAddress } from './endpoints/open-receiver.ts';
import type { EndpointDeliveries, EndpointItem, EndpointRef, EndpointStore } from './endpoints.ts';
import { signTest } from './event.ts';
import { findReceiverUrlProblem } from './receiver-url.ts';
import { type DeliveryAttempt, type SendWebhook, TIMEOUT_MS, type WebhookRequest } from './send.ts';

export interface SendOnRequestDeps {
  readonly send: SendWebhook;
  readonly sends: HeldReads;
  readonly clock: () => number;
}

/** Throws WebhookLimitError before anything is sent. */
export type SendOnRequest = (accountId: string, webhook: WebhookRequest) => Promise<DeliveryAttempt>;

export function createSendOnRequest({ send, sends, clock }: SendOnRequestDeps): SendOnRequest {
  return async (accountId, webhook) => {
    const lease = await sends.take(accountId, TIMEOUT_MS / 1_000, clock());
    if (lease === undefined) throw new WebhookLimitError();
    try {
      return await send(webhook);
    } finally {
      await sends.release(lease);
    }
  };
}

// Sends a test event to an endpoint on request, even while it is paused, to test its address and its
// receiver's check of signatures. The deliveries list it, and it does not affect due events.

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

  async function buildTest(item: EndpointItem, id: string, at: number): Promise<WebhookRequest> {
    const { kind, language, url } = item;
    if (kind !== 'webhook')
      return buildChatRequest(kind, await openAddress(openSecret, item), createTestDigest(language));
    const event = { event: 'webhook.test', timestamp: new Date(at).toISOString() } as const;
    return { url, ...signAccountEvent(id, event, await openSecrets(openSecret, item), at) };
  }

  return async (ref) => {
    const item = await endpoints.get(ref);
    if (item === undefined) throw new NotFoundError('Webhook endpoint not found.');
    const [id, at] = [newId(), clock()];
    const sent = await send(ref.accountId, await buildTest(item, id, at));
    const entry: EndpointDelivery = {
      ...{ delivery_id: id, event: 'webhook.test', event_id: id },
      ...toAttempt(sent, { attempt: 1, at, now: clock(), nextAt: undefined }),
    };
    await deliveries.add(ref, entry);
    return entry;
  };
}

// Sends a test event to a receiver once, to test its address and its check of signatures before a report
// needs them. Stores nothing.

export interface TryReceiverDeps {
  readonly send: SendOnRequest;
  readonly receivers: WebhookTargets;
  /** A ULID. */
  readonly newId: () => string;
  readonly clock: () => number;
}

/**
 * `keyHash`: hash of the API key whose holder can check the signature. Throws InvalidRequestError,
 * WebhookLimitError.
 */
export type TryReceiver = (
  url: string,
  caller: { readonly accountId: string; readonly keyHash: string },
) => Promise<TestWebhookResponse>;

export function createTryReceiver({ send, receivers, newId, clock }: TryReceiverDeps): TryReceiver {
  return async (url, { accountId, keyHash }) => {
    const problem = findReceiverUrlProblem(url, receivers);
    if (problem !== undefined) throw new InvalidRequestError('webhook_url', problem);
    const [id, startedAt] = [newId(), clock()];
    const sent = await send(accountId, { url, ...signTest(id, keyHash, startedAt) });
    return {
      webhook_id: `msg_${id}`,
      at: new Date(startedAt).toISOString(),
      delivered: sent.verdict === 'delivered',
      ...(sent.responseStatus !== undefined && { response_status: sent.responseStatus }),
      ...explainUndelivered(sent.problem),
      duration_ms: clock() - startedAt,
    };
  };
}
