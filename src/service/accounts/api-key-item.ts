// An API key as stored: only its hash, never the key itself. Each key has two items: one to look it up, and
// one in its account's partition to list it.
import * as v from 'valibot';
import { type ServiceKey, toAccountApiKeyKey, toApiKeyKey } from '../tables/service-table.ts';

export const apiKeyItem = v.object({
  key_hash: v.string(),
  account_id: v.string(),
  key_id: v.string(),
  name: v.optional(v.string()),
  hint: v.string(),
  created_at: v.string(),
  /** Id of the key that created or revoked it; missing if the operator did. */
  created_by: v.optional(v.string()),
  revoked_by: v.optional(v.string()),
  expires_at: v.optional(v.string()),
  revoked_at: v.optional(v.string()),
  last_used_at: v.optional(v.string()),
  /** Set on a key that may manage the keys of its account. */
  admin: v.optional(v.literal(true)),
  /** Set on a read-only key. */
  read_only: v.optional(v.literal(true)),
  /** Set on a publishable key. */
  publishable: v.optional(v.object({ origins: v.array(v.string()), dataset: v.optional(v.string()) })),
});
export type ApiKey = v.InferOutput<typeof apiKeyItem>;

export const listKeyItems = ({ key_hash, account_id }: ApiKey): readonly ServiceKey[] => [
  toApiKeyKey(key_hash),
  toAccountApiKeyKey(account_id, key_hash),
];
