// Sends a webhook on request: a function waits for the receiver. The number of such webhooks is limited for
// an account, and for all accounts together, so that a receiver that never answers does not block other
// tenants.

import { InvalidRequestError, NotFoundError, WebhookLimitError } from '../../contract/errors/errors.ts';
import type { TestWebhookResponse } from '../../contract/resources/webhook.ts';
import type { EndpointDelivery } from '../../contract/resources/webhook-endpoints.ts';
import { explainUndelivered } from '../../contract/sentences/undelivered-because.ts';
import type { HeldReads } from '../accounts/held-reads.ts';
import { createTestDigest } from '../digests/compose-digest.ts';
import type { PrepareMail } from '../digests/mail-on-request.ts';
import type { Mail } from '../digests/send-mail.ts';
import type { OpenSecret } from '../secrets/sealed-secrets.ts';
import type { WebhookTargets } from '../wiring/environment.ts';
import { openSecrets, signAccountEvent, toAttempt } from './endpoints/endpoint-attempt.ts';
import { buildChatRequest, openOnlySecret } from './endpoints/open-receiver.ts';
import type { EndpointDeliveries, EndpointItem, EndpointRef, EndpointStore } from './endpoints.ts';
import { signTest } from './event.ts';
import { findReceiverUrlProblem } from './receiver-url.ts';
import { type DeliveryAttempt, TIMEOUT_MS, type WebhookRequest } from './send.ts';

export interface SendOnRequestDeps<Message> {
  readonly send: (message: Message) => Promise<DeliveryAttempt>;
  readonly sends: HeldReads;
  readonly clock: () => number;
}

/** Throws WebhookLimitError before anything is sent. */
export type SendOnRequest<Message = WebhookRequest> = (
  accountId: string,
  message: Message,
) => Promise<DeliveryAttempt>;

export function createSendOnRequest<Message>({
  send,
  sends,
  clock,
}: SendOnRequestDeps<Message>): SendOnRequest<Message> {
  return async (accountId, message) => {
    const lease = await sends.take(accountId, TIMEOUT_MS / 1_000, clock());
    if (lease === undefined) throw new WebhookLimitError();
    try {
      return await send(message);
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
  readonly sendMail: SendOnRequest<Mail>;
  readonly prepareMail: PrepareMail;
  /** A ULID. */
  readonly newId: () => string;
  readonly clock: () => number;
}

/** `baseUrl`: of the API, for links in e-mails. Throws NotFoundError, WebhookLimitError, MailLimitError. */
export type PingEndpoint = (ref: EndpointRef, baseUrl: string) => Promise<EndpointDelivery>;

export function createPingEndpoint(deps: PingEndpointDeps): PingEndpoint {
  const { endpoints, deliveries, openSecret, send, sendMail, prepareMail, newId, clock } = deps;

  async function sendTest(
    item: EndpointItem,
    baseUrl: string,
    { id, at }: { readonly id: string; readonly at: number },
  ): Promise<DeliveryAttempt> {
    const { account_id: accountId, kind, language, url } = item;
    if (kind === 'email') return sendMail(accountId, await prepareMail(item, baseUrl));
    if (kind !== 'webhook') {
      const address = await openOnlySecret(openSecret, item);
      return send(accountId, buildChatRequest(kind, address, createTestDigest(language)));
    }
    const event = { event: 'webhook.test', timestamp: new Date(at).toISOString() } as const;
    const secrets = await openSecrets(openSecret, item);
    return send(accountId, { url, ...signAccountEvent(id, event, secrets, at) });
  }

  return async (ref, baseUrl) => {
    const item = await endpoints.get(ref);
    if (item === undefined) throw new NotFoundError('Webhook endpoint not found.');
    const [id, at] = [newId(), clock()];
    const sent = await sendTest(item, baseUrl, { id, at });
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
