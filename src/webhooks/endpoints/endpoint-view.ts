// Endpoints as the API shows them: never with a secret.

import { decodeTime } from 'ulid';
import { authorsView } from '../../contract/author-fields.ts';
import { EVENT_TYPES } from '../../contract/resources/events.ts';
import type { EndpointView } from '../../contract/resources/webhook-endpoints.ts';
import { type Caller, shownAddress } from '../../core/accounts/caller.ts';
import type { EndpointItem } from '../../stores/events/endpoints.ts';
import { lastFailureView } from '../last-failure.ts';

export function endpointView(item: EndpointItem, caller: Pick<Caller, 'isReadOnly'>): EndpointView {
  const { paused } = item;
  return {
    endpoint_id: item.endpoint_id,
    name: item.name,
    url: shownAddress(item.url, caller),
    events: item.events ? EVENT_TYPES.filter((type) => item.events?.includes(type)) : null,
    status: paused === undefined ? 'active' : 'paused',
    paused_because: paused?.because ?? null,
    paused_at: paused?.at ?? null,
    secrets: item.secrets.map(({ secret_id }) => ({
      secret_id,
      created_at: new Date(decodeTime(secret_id)).toISOString(),
    })),
    created_at: item.created_at,
    ...authorsView(item),
    sent_until: item.sent_until,
    ...lastFailureView(item.failing),
  };
}
