// One request to an endpoint: signs it with the endpoint's secrets, and builds its log entry. Shared by
// events of the account and pings.

import { decodeTime } from 'ulid';
import { type Caller, maskAddress } from '../../../analysis/accounts/caller.ts';
import { toAuthorsView } from '../../../contract/author-fields.ts';
import { type AccountEvent, EVENT_TYPES } from '../../../contract/resources/events.ts';
import type { WebhookTestPayload } from '../../../contract/resources/webhook.ts';
import type { EndpointDelivery, EndpointView } from '../../../contract/resources/webhook-endpoints.ts';
import { explainUndelivered } from '../../../contract/sentences/undelivered-because.ts';
import type { OpenSecret, SecretOwner } from '../../secrets/sealed-secrets.ts';
import type { EndpointItem } from '../endpoints.ts';
import { type SignedRequest, signStandard } from '../event.ts';
import { toLastFailureView } from '../retry-waits.ts';
import type { DeliveryAttempt } from '../send.ts';
import { toSigningBytes } from '../signature.ts';

export const toEndpointSecretOwner = (accountId: string, endpointId: string): SecretOwner => ({
  accountId,
  kind: 'webhook-endpoint',
  id: endpointId,
});

/** The bytes of all secrets of the endpoint: each signs. */
export function openSecrets(
  openSecret: OpenSecret,
  { account_id, endpoint_id, secrets }: EndpointItem,
): Promise<Buffer[]> {
  const owner = toEndpointSecretOwner(account_id, endpoint_id);
  return Promise.all(secrets.map(async ({ sealed }) => toSigningBytes(await openSecret(sealed, owner))));
}

/** Equal bytes and id in every attempt. `at`: epoch milliseconds. */
export function signAccountEvent(
  id: string,
  event: AccountEvent | WebhookTestPayload,
  secrets: readonly Buffer[],
  at: number,
): SignedRequest {
  return signStandard(JSON.stringify(event, sortMembers), { id: `msg_${id}`, at }, secrets);
}

/** Sorts members, because the table returns those of a map in any order. */
function sortMembers(name: string, value: unknown): unknown {
  if (name === '' || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** `nextAt`: epoch milliseconds; undefined if no attempt follows. */
export function toAttempt(
  sent: DeliveryAttempt,
  { attempt, at, now, nextAt }: { attempt: number; at: number; now: number; nextAt: number | undefined },
): Pick<EndpointDelivery, 'attempt' | 'at' | 'outcome' | 'duration_ms'> & Partial<EndpointDelivery> {
  const { problem: _, ...because } = explainUndelivered(sent.problem);
  return {
    attempt,
    at: new Date(at).toISOString(),
    outcome: sent.verdict === 'delivered' ? 'delivered' : nextAt === undefined ? 'given_up' : 'retry',
    ...(sent.responseStatus !== undefined && { response_status: sent.responseStatus }),
    ...because,
    duration_ms: now - at,
    ...(nextAt !== undefined && { next_at: new Date(nextAt).toISOString() }),
  };
}

// Endpoints as the API shows them: never with a secret.

export function toEndpointView(item: EndpointItem, caller: Pick<Caller, 'isReadOnly'>): EndpointView {
  const { paused, kind, language } = item;
  const isDigest = kind !== 'webhook';
  return {
    endpoint_id: item.endpoint_id,
    name: item.name,
    kind,
    url: maskAddress(item.url, caller),
    schedule_id: item.schedule_id ?? null,
    language: isDigest ? language : null,
    events: item.events ? EVENT_TYPES.filter((type) => item.events?.includes(type)) : null,
    status: paused === undefined ? 'active' : 'paused',
    paused_because: paused?.because ?? null,
    paused_at: paused?.at ?? null,
    secrets: (isDigest ? [] : item.secrets).map(({ secret_id }) => ({
      secret_id,
      created_at: new Date(decodeTime(secret_id)).toISOString(),
    })),
    created_at: item.created_at,
    ...toAuthorsView(item),
    sent_until: item.sent_until,
    ...toLastFailureView(item.failing),
  };
}
