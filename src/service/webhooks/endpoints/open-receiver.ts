// Opens the receiver of an endpoint for a step: decrypts its secrets once, and sends an event in the form of its kind.
import type { AccountEvent } from '../../../contract/resources/events.ts';
import { formatForSlack, formatForTeams } from '../../digests/chat-messages.ts';
import type { ComposeDigest, Digest } from '../../digests/compose-digest.ts';
import type { OpenSecret } from '../../secrets/sealed-secrets.ts';
import type { EndpointItem } from '../endpoints.ts';
import type { DeliveryAttempt, SendWebhook, WebhookRequest } from '../send.ts';
import { openSecrets, signAccountEvent, toEndpointSecretOwner } from './endpoint-attempt.ts';

export interface OpenReceiverDeps {
  readonly openSecret: OpenSecret;
  readonly send: SendWebhook;
  readonly composeDigest: ComposeDigest;
}

/** Sends nothing yet. `at`: epoch milliseconds of the attempt. Undefined if the event needs no message. */
export type PrepareEvent = (event: AccountEvent) => Promise<SendPrepared | undefined>;
type SendPrepared = (at: number) => Promise<DeliveryAttempt>;

/** A digest is sent at most once, because no receiver of digests recognizes a repeated one. */
export const isDigest = ({ kind }: Pick<EndpointItem, 'kind'>): boolean => kind !== 'webhook';

/** Whether the endpoint is sent the event. */
export function isFor(item: EndpointItem, { event, schedule_id }: AccountEvent): boolean {
  if (isDigest(item)) return event === 'report.completed' && schedule_id === item.schedule_id;
  return item.events === undefined || item.events.includes(event);
}

export function createOpenReceiver({ openSecret, send, composeDigest }: OpenReceiverDeps) {
  return async function openReceiver(item: EndpointItem): Promise<PrepareEvent> {
    const { kind } = item;
    if (kind === 'webhook') {
      const secrets = await openSecrets(openSecret, item);
      return async (event) => (at) =>
        send({ url: item.url, ...signAccountEvent(event.event_id, event, secrets, at) });
    }
    const url = await openAddress(openSecret, item);
    return async (event) => {
      const digest = await composeDigest(item.account_id, event, item.language);
      return digest && (() => send(buildChatRequest(kind, url, digest)));
    };
  };
}

/** The address of a digest's receiver. */
export async function openAddress(
  openSecret: OpenSecret,
  { account_id, endpoint_id, secrets: [address] }: EndpointItem,
): Promise<string> {
  if (address === undefined) throw new Error(`endpoint ${endpoint_id} has no address`);
  return openSecret(address.sealed, toEndpointSecretOwner(account_id, endpoint_id));
}

export function buildChatRequest(kind: 'slack' | 'teams', url: string, digest: Digest): WebhookRequest {
  const body = JSON.stringify(kind === 'slack' ? formatForSlack(digest) : formatForTeams(digest));
  return { url, body, headers: { 'User-Agent': 'order-analytics-webhook/1' } };
}
