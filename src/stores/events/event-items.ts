// The items of an account's events: those that were born, the log that numbers them, and the endpoints that they are sent to.
import * as v from 'valibot';
import { accountEvent, bornEvent } from '../../contract/resources/events.ts';
import {
  endpointDelivery,
  MAX_ENDPOINT_SECRETS,
  PAUSE_REASONS,
} from '../../contract/resources/webhook-endpoints.ts';
import { authoredFields } from '../accounts/authors.ts';
import { leasedFields } from '../leased-items.ts';
import { sealedSecret } from '../secrets/sealed-secrets.ts';

export const bornEventItem = v.object({ event_id: v.string(), event: bornEvent });
export const loggedEventItem = accountEvent;

const secret = v.object({ secret_id: v.string(), sealed: sealedSecret });

export const endpointItem = v.object({
  account_id: v.string(),
  endpoint_id: v.string(),
  name: v.string(),
  url: v.string(),
  /** Missing: all. */
  events: v.optional(v.array(v.string())),
  /** Oldest first: all of them sign. */
  secrets: v.pipe(v.array(secret), v.minLength(1), v.maxLength(MAX_ENDPOINT_SECRETS)),
  paused: v.optional(v.object({ because: v.picklist(PAUSE_REASONS), at: v.string() })),
  created_at: v.string(),
  ...authoredFields,
  /** Number of the last event that it is done with. */
  sent_until: v.number(),
  ...leasedFields,
});
export type EndpointItem = v.InferOutput<typeof endpointItem>;

export interface EndpointRef {
  readonly accountId: string;
  readonly endpointId: string;
}

export const endpointDeliveryItem = endpointDelivery;
