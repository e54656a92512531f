// All kinds of destinations. A new one is a file beside webhook.ts, a name in DESTINATION_KINDS, and a line here.
import type { DestinationKindName } from '../contract/resources/destinations.ts';
import type { RequestOptions } from '../webhooks/request.ts';
import type { DestinationKind } from './destination-kind.ts';
import { klaviyoDestination } from './klaviyo.ts';
import { webhookDestination } from './webhook.ts';

export type Kinds = Readonly<Record<DestinationKindName, DestinationKind>>;

/** `klaviyoUrl`: of a service that stands in for Klaviyo. For tests. */
export function destinationKinds(options: RequestOptions, klaviyoUrl?: string): Kinds {
  return { webhook: webhookDestination(options), klaviyo: klaviyoDestination(options, klaviyoUrl) };
}
