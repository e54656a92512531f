// The item of a source. Its secrets are sealed: whoever reads the table or an export of it can sign no event.
import * as v from 'valibot';
import { CUSTOMER_IDENTIFIERS, IGNORED_REASONS, PAUSE_REASONS, SOURCE_KINDS } from '../../core/source.ts';
import { authoredFields } from '../accounts/authors.ts';
import { type OpenSecret, type SecretOwner, sealedSecret } from '../secrets/sealed-secrets.ts';

const storedSecret = v.object({ sealed: sealedSecret });
export type StoredSecret = v.InferOutput<typeof storedSecret>;

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
  secret: v.optional(storedSecret),
  /** Accepted until then (epoch milliseconds). */
  former_secret: v.optional(v.object({ secret: storedSecret, until: v.number() })),
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

export function secretOwnerOf({ account_id, source_id }: SourceItem): SecretOwner {
  return { accountId: account_id, kind: 'source', id: source_id };
}

/** KMS's names for a ciphertext of another key: of the stage from which this one was restored. */
const OF_ANOTHER_KEY = ['IncorrectKeyException', 'InvalidCiphertextException'];

/** Undefined for a secret that was sealed with the key of another stage: nobody can use it here, and it can be replaced. */
export async function openStored(
  openSecret: OpenSecret,
  item: SourceItem,
  stored: StoredSecret,
): Promise<string | undefined> {
  try {
    return await openSecret(stored.sealed, secretOwnerOf(item));
  } catch (error) {
    if (error instanceof Error && OF_ANOTHER_KEY.includes(error.name)) return undefined;
    throw error;
  }
}
