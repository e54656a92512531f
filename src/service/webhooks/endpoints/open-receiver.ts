// Opens the receiver of an endpoint for a step: decrypts its secrets once, and sends an event in the form of its kind.
import type { AccountEvent } from '../../../contract/resources/events.ts';
import { formatForSlack, formatForTeams } from '../../digests/chat-messages.ts';
import type { ComposeDigest, Digest } from '../../digests/compose-digest.ts';
import { formatDigestMail } from '../../digests/mail-message.ts';
import { toMailbox, toMailLink, toMailTags } from '../../digests/opt-in.ts';
import type { SendMail } from '../../digests/send-mail.ts';
import type { OpenSecret } from '../../secrets/sealed-secrets.ts';
import type { EndpointItem } from '../endpoints.ts';
import type { DeliveryAttempt, SendWebhook, WebhookRequest } from '../send.ts';
import { openSecrets, signAccountEvent, toEndpointSecretOwner } from './endpoint-attempt.ts';

export interface OpenReceiverDeps {
  readonly openSecret: OpenSecret;
  readonly send: SendWebhook;
  readonly composeDigest: ComposeDigest;
  readonly sendMail: SendMail;
  /** URL of the API, for links in e-mails. */
  readonly publicUrl: string;
}

/** Sends nothing yet. `at`: epoch milliseconds of the attempt. Undefined if the event needs no message. */
export type PrepareEvent = (event: AccountEvent) => Promise<SendPrepared | undefined>;
type SendPrepared = (at: number) => Promise<DeliveryAttempt>;

/** A digest is repeated only after a stop of the service: its receivers do not recognize a repeated one. */
export const isDigest = ({ kind }: Pick<EndpointItem, 'kind'>): boolean => kind !== 'webhook';

/** Whether the endpoint is sent the event. */
export function isFor(item: EndpointItem, { event, schedule_id }: AccountEvent): boolean {
  // An address that has not confirmed is paused, and gets nothing whatever else becomes of the pause.
  if (item.kind === 'email' && item.opt_in?.confirmed_at === undefined) return false;
  if (isDigest(item)) return event === 'report.completed' && schedule_id === item.schedule_id;
  return item.events === undefined || item.events.includes(event);
}

export function createOpenReceiver(deps: OpenReceiverDeps) {
  const { openSecret, send, composeDigest, sendMail, publicUrl } = deps;
  return async function openReceiver(item: EndpointItem): Promise<PrepareEvent> {
    const { kind } = item;
    if (kind === 'webhook') {
      const secrets = await openSecrets(openSecret, item);
      return async (event) => (at) =>
        send({ url: item.url, ...signAccountEvent(event.event_id, event, secrets, at) });
    }
    const only = await openOnlySecret(openSecret, item);
    return async (event) => {
      const digest = await composeDigest(item.account_id, event, item.language);
      if (digest === undefined) return undefined;
      if (kind !== 'email') return () => send(buildChatRequest(kind, only, digest));
      const ref = { accountId: item.account_id, endpointId: item.endpoint_id };
      const message = formatDigestMail(digest, toMailLink(publicUrl, ref, only));
      return () => sendMail({ to: toMailbox(item), tags: toMailTags(item), ...message });
    };
  };
}

/** The address of a digest's channel, or the token of the link that unsubscribes an e-mail address. */
export async function openOnlySecret(
  openSecret: OpenSecret,
  { account_id, endpoint_id, secrets: [only] }: EndpointItem,
): Promise<string> {
  if (only === undefined) throw new Error(`endpoint ${endpoint_id} has no secret`);
  return openSecret(only.sealed, toEndpointSecretOwner(account_id, endpoint_id));
}

export function buildChatRequest(kind: 'slack' | 'teams', url: string, digest: Digest): WebhookRequest {
  const body = JSON.stringify(kind === 'slack' ? formatForSlack(digest) : formatForTeams(digest));
  return { url, body, headers: { 'User-Agent': 'order-analytics-webhook/1' } };
}
