// /keys: additions to the contract. An admin key manages the keys of its account. No response but the one that creates
// a key holds the key, and none its hash, which signs webhooks.
import * as v from 'valibot';
import { momentText, pageEnd, shortListQuery } from '../list-fields.ts';
import { closedObject } from '../schema/closed-object.ts';
import { datasetSlug } from '../schema/dataset-fields.ts';
import { described, optionally } from '../schema/described.ts';
import { clearable, oneOf, orNull, orUnset, text, timestamp, ulid } from '../schema/fields.ts';
import { KEY_KEPT_DAYS, MAX_KEY_NAME_LENGTH, MAX_ORIGINS } from '../schema/limits.ts';

const KEY_STATUSES = ['active', 'expired', 'revoked'] as const;

/** An admin key creates no admin keys. */
const CREATED_KINDS = ['read_only', 'secret', 'publishable'] as const;
const KINDS = [...CREATED_KINDS, 'admin'] as const;
const KIND =
  '`read_only`: reads everything of the account, for a person who looks. `secret`: reads and changes everything but keys, for a program. `publishable`: reads recommendations only, in pages of its origins.';
const NAME = `Whose key it is, or what uses it: 1 to ${MAX_KEY_NAME_LENGTH} characters.`;

export const apiKey = v.object({
  key_id: ulid('The key, without what makes it a secret.'),
  kind: described(
    v.picklist(KINDS),
    `${KIND} \`admin\`: a secret key that also manages keys; the operator of the service creates it.`,
  ),
  name: orUnset(v.string(), 'Whose key it is; null if it has no name.', { examples: ['Ana, buying'] }),
  hint: described(v.string(), 'Beginning and end of the key, to tell it from others.', {
    examples: ['afn_ro_Ab12…9xYz'],
  }),
  status: described(
    v.picklist(KEY_STATUSES),
    'An `active` key is accepted. One that is `expired` or `revoked` is refused from that moment on.',
  ),
  is_current: described(v.boolean(), 'Whether this request was sent with it.'),
  created_at: timestamp('When it was created.'),
  created_by: orUnset(ulid('The admin key that created it; null if the operator of the service did.')),
  last_used_at: orUnset(
    timestamp('When it was last used, up to an hour before the truth; null if it never was.'),
  ),
  expires_at: orUnset(timestamp('When it expires; null if it does not.')),
  revoked_at: orUnset(timestamp('When it was revoked; null if it was not.')),
  revoked_by: orUnset(
    ulid('The admin key that revoked it; null if it was not revoked, or by the operator of the service.'),
  ),
  origins: optionally(v.array(v.string()), 'Origins whose pages may use a publishable key.', {
    examples: [['https://shop.example']],
  }),
  dataset_id: optionally(v.string(), 'The only dataset that a publishable key reads; omitted if all.', {
    examples: ['default'],
  }),
});
export type ApiKeyView = v.InferOutput<typeof apiKey>;

export const createdKey = v.object({
  ...apiKey.entries,
  api_key: orUnset(
    v.string(),
    'The key. No other response has it: it is stored as a hash. Null if the request was sent again with its `Idempotency-Key`: revoke the key and create another if the first response was lost.',
    { examples: ['afn_ro_…'] },
  ),
});

const MADE_KINDS = ['audience', 'destination', 'endpoint', 'schedule', 'source', 'key'] as const;
const MADE_STATUSES = ['active', 'paused', 'revoked'] as const;

export const madeByKey = v.object({
  kind: described(v.picklist(MADE_KINDS), 'Kind of object; `endpoint`: a webhook endpoint.'),
  id: ulid('Its id.'),
  audience_id: optionally(ulid('The audience of a destination.'), 'The audience of a destination.'),
  name: described(v.string(), 'Its name; the hint of a key without one.', { examples: ['Newsletter'] }),
  by: described(v.picklist(['created', 'changed']), 'Whether the key created it, or changed it last.'),
  status: described(
    v.picklist(MADE_STATUSES),
    'A key is `active` or `revoked`, everything else `active` or `paused`.',
  ),
});
export type MadeByKeyView = v.InferOutput<typeof madeByKey>;

export const listCreatedQuery = shortListQuery('entries');
export const listCreatedResponse = v.object({
  created: described(v.array(madeByKey), 'By id, which is oldest first.'),
  ...pageEnd,
});

const CHOICES = ['pause', 'keep'] as const;
export const revokeKeyQuery = v.object({
  created: v.optional(
    described(
      oneOf(CHOICES),
      'Treatment of the objects that the key made. `pause`: audiences, destinations, webhook endpoints, schedules and sources that it created, or changed last, are paused; keys that it created are revoked, and what they made is paused. `keep`: everything stays, as when a key is replaced by another.',
    ),
    'pause',
  ),
});

export const revokedKey = v.object({
  ...apiKey.entries,
  created: described(v.array(madeByKey), 'Objects that the key made, in their state afterwards.'),
});
export type RevokedKeyView = v.InferOutput<typeof revokedKey>;

const expiry = (description: string) => momentText(description, '2027-01-01');

export const createKeyRequest = closedObject({
  kind: described(oneOf(CREATED_KINDS), KIND),
  name: orNull(text(MAX_KEY_NAME_LENGTH, 1), NAME, { examples: ['Ana, buying'] }),
  expires_at: orNull(
    expiry('When it expires. Default: never, or with the admin key that creates it, which it cannot outlive'),
  ),
  origins: orNull(
    v.pipe(
      v.array(v.string('expected a string'), 'expected an array of origins'),
      v.minLength(1, `expected 1 to ${MAX_ORIGINS} origins`),
      v.maxLength(MAX_ORIGINS, `expected 1 to ${MAX_ORIGINS} origins`),
    ),
    `Required for a publishable key: 1 to ${MAX_ORIGINS} origins whose pages may use it, as browsers send them.`,
    { examples: [['https://shop.example']] },
  ),
  dataset_id: orNull(datasetSlug, 'The only dataset that a publishable key reads. Default: all.'),
});
export type CreateKeyRequest = v.InferOutput<typeof createKeyRequest>;

export const updateKeyRequest = closedObject({
  name: clearable(
    described(text(MAX_KEY_NAME_LENGTH, 1), `${NAME} Null: none.`, { examples: ['Ana, buying'] }),
  ),
  expires_at: clearable(
    expiry('When it expires, in the future. Null: never, or with the admin key that asks'),
  ),
});

export const keyPath = v.object({ id: ulid('The key_id.') });
export const listKeysQuery = v.object({
  status: optionally(oneOf(KEY_STATUSES), 'Only keys with this `status`.'),
  ...shortListQuery('keys').entries,
});
export const listKeysResponse = v.object({
  keys: described(v.array(apiKey), `Oldest first; those that have ended for ${KEY_KEPT_DAYS} days.`),
  ...pageEnd,
});
