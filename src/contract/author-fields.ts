// Who created and who last changed something of an account, as the API shows it. A key leaves its name of that time.
import * as v from 'valibot';
import { orUnset, timestamp, ulid } from './schema/fields.ts';

/** Reason for pausing a resource that both the service and its owner can pause. */
export const KEY_REVOKED = '`key_revoked`: the API key that created it, or changed it last, was revoked';

export const author = v.object({
  key_id: ulid('The key, as `GET /keys` lists it.'),
  name: orUnset(v.string(), 'The name of the key at that time; null if it had none.', {
    examples: ['Ana, buying'],
  }),
});

export const authors = {
  created_by: orUnset(author, 'The API key that created it; null if it was created before keys were noted.'),
  updated_by: orUnset(author, 'The API key that changed it last; null before the first change.'),
};

/** When the service or the owner paused something that keeps the time. */
export const pausedAt = orUnset(timestamp('When it was paused; null while it is active.'));

/** Stored form: the key's id, and its name at that time. */
interface Author {
  readonly key_id: string;
  readonly name?: string | undefined;
}

export function toAuthorView(by: Author | undefined): v.InferOutput<typeof author> | null {
  return by === undefined ? null : { key_id: by.key_id, name: by.name ?? null };
}

export function toAuthorsView(item: {
  readonly created_by?: Author | undefined;
  readonly updated_by?: Author | undefined;
}) {
  return { created_by: toAuthorView(item.created_by), updated_by: toAuthorView(item.updated_by) };
}
