// The items of destinations, and of their deliveries.
import * as v from 'valibot';
import {
  DELIVERY_STATUSES,
  DESTINATION_KINDS,
  DESTINATION_PAUSE_REASONS,
} from '../../contract/resources/destinations.ts';
import { sentence } from '../../contract/schema/coded.ts';
import { authoredFields } from '../accounts/authors.ts';
import { leasedFields } from '../leased-items.ts';
import { sealedSecret } from '../secrets/sealed-secrets.ts';

const counts = v.object({
  joined: v.number(),
  left: v.number(),
  refused: v.number(),
  requests: v.number(),
});
export type DeliveryCounts = v.InferOutput<typeof counts>;
export const NO_COUNTS: DeliveryCounts = { joined: 0, left: 0, refused: 0, requests: 0 };

/** The members from which a file of customers was made. */
const source = {
  /** Names the audience's file. */
  members_file: v.string(),
  run_id: v.string(),
  as_of: v.string(),
  /** Names a file of copies.ts; missing for an empty list. */
  file: v.optional(v.string()),
  customers: v.number(),
};

/** Customers that a destination has acknowledged as a whole. */
const copy = v.object(source);

/**
 * Customers that the destination is to have. Only an erasure changes the file, so that repeated pages are
 * equal.
 */
const plan = v.object({
  ...source,
  without_contact: v.number(),
  /** Missing after a delivery has failed: the next one continues under an id of its own. */
  delivery_id: v.optional(v.string()),
  /** The last acknowledged customer, by hash. */
  after: v.optional(v.string()),
  counts,
});
export type DeliveryPlan = v.InferOutput<typeof plan>;

/** The page that is being sent. */
const page = v.object({
  /** Hashes of customers to delete; missing in a page of the plan. */
  forgotten: v.optional(v.array(v.string())),
  /**
   * The last customer of a page of the plan, by hash. An erasure may remove customers from the page, but adds
   * none.
   */
  last: v.optional(v.string()),
  /** Progress within the page, in a format of the destination's kind. */
  progress: v.optional(v.string()),
  /** Requests since this progress, whose effect is unknown. */
  tries: v.number(),
});
export type PageInProgress = v.InferOutput<typeof page>;

export const destinationItem = v.object({
  account_id: v.string(),
  audience_id: v.string(),
  destination_id: v.string(),
  dataset_id: v.string(),
  kind: v.picklist(DESTINATION_KINDS),
  name: v.string(),
  url: v.optional(v.string()),
  list_id: v.optional(v.string()),
  secret: sealedSecret,
  is_paused: v.boolean(),
  /** Missing unless it is paused, and on older items, which their owner paused. */
  paused_because: v.optional(v.picklist(DESTINATION_PAUSE_REASONS)),
  created_at: v.string(),
  ...authoredFields,
  ...leasedFields,
  /** Incremented whenever the files of plan or copy are replaced. */
  content: v.number(),
  /** Number of started requests. */
  sequence: v.number(),
  copy: v.optional(copy),
  plan: v.optional(plan),
  page: v.optional(page),
});
export type DestinationItem = v.InferOutput<typeof destinationItem>;

export const deliveryItem = v.object({
  account_id: v.string(),
  audience_id: v.string(),
  destination_id: v.string(),
  delivery_id: v.string(),
  run_id: v.optional(v.string()),
  status: v.picklist(DELIVERY_STATUSES),
  created_at: v.string(),
  completed_at: v.optional(v.string()),
  ...counts.entries,
  erased: v.number(),
  without_contact: v.number(),
  fail_reason: v.optional(v.string()),
  fail_reason_coded: v.optional(v.array(sentence)),
});
export type DeliveryItem = v.InferOutput<typeof deliveryItem>;

/** An erased customer whom the destination has yet to delete. */
export const forgottenItem = v.object({
  /** Hash of the id, hexadecimal. */
  hash: v.string(),
  customer_id: v.string(),
  contact: v.optional(v.string()),
});
export type ForgottenItem = v.InferOutput<typeof forgottenItem>;

export interface DestinationRef {
  readonly accountId: string;
  readonly audienceId: string;
  readonly destinationId: string;
}

export function toDestinationRef({
  account_id,
  audience_id,
  destination_id,
}: DestinationItem): DestinationRef {
  return { accountId: account_id, audienceId: audience_id, destinationId: destination_id };
}
