// Destinations and deliveries as the API shows them: never with the secret.

import { type Caller, maskAddress } from '../../analysis/accounts/caller.ts';
import { toAuthorsView } from '../../contract/author-fields.ts';
import type { AudienceDeliveryView, DestinationView } from '../../contract/resources/destinations.ts';
import { toState } from '../../contract/schema/work-state.ts';
import { toLastFailureView } from '../webhooks/retry-waits.ts';
import type { DeliveryItem, DestinationItem } from './destination-item.ts';

export function toDestinationView(
  item: DestinationItem,
  caller: Pick<Caller, 'isReadOnly'>,
): DestinationView {
  const { url, copy } = item;
  return {
    destination_id: item.destination_id,
    audience_id: item.audience_id,
    kind: item.kind,
    name: item.name,
    url: url === undefined ? null : maskAddress(url, caller),
    list_id: item.list_id ?? null,
    status: item.is_paused ? 'paused' : 'active',
    paused_because: item.is_paused ? (item.paused_because ?? 'requested') : null,
    created_at: item.created_at,
    ...toAuthorsView(item),
    in_step_with: copy ? { run_id: copy.run_id, as_of: copy.as_of, customers: copy.customers } : null,
    delivery_in_progress: item.plan?.delivery_id ?? null,
    ...toLastFailureView(item.failing),
  };
}

/** `inProgress`: the destinations, which count the customers taken so far. */
export function toDeliveryView(
  item: DeliveryItem,
  inProgress: ReadonlyMap<string, DestinationItem>,
): AudienceDeliveryView {
  const { fail_reason_coded, status } = item;
  const plan = inProgress.get(item.destination_id)?.plan;
  const counts = status === 'Processing' && plan?.delivery_id === item.delivery_id ? plan.counts : item;
  return {
    delivery_id: item.delivery_id,
    destination_id: item.destination_id,
    run_id: item.run_id ?? null,
    status,
    state: toState(status),
    created_at: item.created_at,
    completed_at: item.completed_at ?? null,
    joined: counts.joined,
    left: counts.left,
    erased: item.erased,
    refused: counts.refused,
    without_contact: item.without_contact,
    requests: counts.requests,
    fail_reason: item.fail_reason ?? null,
    ...(fail_reason_coded && { fail_reason_coded }),
  };
}
