// Endpoints as the API shows them: never with a secret. A read-only key sees of an address only where it points.
import { decodeTime } from 'ulid';
import { EVENT_TYPES } from '../../contract/resources/events.ts';
import type { EndpointView } from '../../contract/resources/webhook-endpoints.ts';
import type { Caller } from '../../core/accounts/caller.ts';
import type { EndpointItem } from '../../stores/events/event-items.ts';

export function endpointView(
  item: EndpointItem,
  { isReadOnly = false }: Pick<Caller, 'isReadOnly'>,
): EndpointView {
  const { url, failing, paused } = item;
  return {
    endpoint_id: item.endpoint_id,
    name: item.name,
    url: isReadOnly ? `${new URL(url).origin}/…` : url,
    events: item.events ? EVENT_TYPES.filter((type) => item.events?.includes(type)) : null,
    status: paused === undefined ? 'active' : 'paused',
    paused_because: paused?.because ?? null,
    paused_at: paused?.at ?? null,
    secrets: item.secrets.map(({ secret_id }) => ({
      secret_id,
      created_at: new Date(decodeTime(secret_id)).toISOString(),
    })),
    created_at: item.created_at,
    sent_until: item.sent_until,
    next_attempt_at: failing?.next_at === undefined ? null : new Date(failing.next_at).toISOString(),
    fail_reason: failing?.reason ?? null,
    ...(failing && { fail_reason_coded: failing.reason_coded }),
  };
}
