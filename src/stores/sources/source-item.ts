// The item of a source. It holds the secrets in the clear, since a signature can only be verified with the secret itself;
// the table is encrypted, and no response or log line contains them.
import * as v from 'valibot';
import { CUSTOMER_IDENTIFIERS, IGNORED_REASONS, PAUSE_REASONS, SOURCE_KINDS } from '../../core/source.ts';
import { authoredFields } from '../accounts/authors.ts';

const count = v.optional(v.number(), 0);

export const sourceItem = v.object({
  account_id: v.string(),
  source_id: v.string(),
  kind: v.picklist(SOURCE_KINDS),
  name: v.string(),
  dataset_id: v.string(),
  customer_identifier: v.picklist(CUSTOMER_IDENTIFIERS),
  created_at: v.string(),
  ...authoredFields,
  /** A ULID: an erasure of the whole dataset with a later one pauses the source. */
  activated_as: v.string(),
  paused: v.optional(v.boolean(), false),
  /** Missing unless the service has paused it. */
  paused_because: v.optional(v.picklist(PAUSE_REASONS)),
  secret: v.optional(v.string()),
  /** Accepted until then (epoch milliseconds). */
  former_secret: v.optional(v.object({ secret: v.string(), until: v.number() })),
  /** Of the first event that stated one. */
  currency: v.optional(v.string()),
  accepted: count,
  duplicates: count,
  ignored: count,
  last_event_at: v.optional(v.string()),
  last_ignored: v.optional(v.object({ at: v.string(), reason: v.picklist(IGNORED_REASONS) })),
  /** A signature that was wrong; noted at most once a minute. */
  last_refused_at: v.optional(v.string()),
});
export type SourceItem = v.InferOutput<typeof sourceItem>;
