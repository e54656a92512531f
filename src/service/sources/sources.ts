// Stores sources: shops that send their order events. Each is stored in its account's partition; a second
// item finds the account of a source that an event names.

import { DeleteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import {
  CUSTOMER_IDENTIFIERS,
  IGNORED_REASONS,
  type IgnoredReason,
  SOURCE_KINDS,
  SOURCE_PAUSE_REASONS,
} from '../../contract/source.ts';
import { authoredFields, buildLiveKeyCheck, requireLive, type Writer } from '../accounts/authors.ts';
import { buildPrefixQuery, buildUpdate, type Change, getItem, queryAll, updateIf } from '../aws/items.ts';
import { transact } from '../aws/transact.ts';
import { type OpenSecret, type SecretOwner, sealedSecret } from '../secrets/sealed-secrets.ts';
import { SOURCE_PREFIX, toSourceAddressKey, toSourceKey } from '../tables/service-table.ts';

// The item of a source. Its secrets are sealed: read access to the table or an export of it is not enough to
// sign an event.

const storedSecret = v.object({ sealed: sealedSecret });
export type StoredSecret = v.InferOutput<typeof storedSecret>;

const count = v.optional(v.number(), 0);

const sourceItem = v.object({
  account_id: v.string(),
  source_id: v.string(),
  kind: v.picklist(SOURCE_KINDS),
  name: v.string(),
  dataset_id: v.string(),
  customer_identifier: v.picklist(CUSTOMER_IDENTIFIERS),
  created_at: v.string(),
  ...authoredFields,
  /** A ULID: a later erasure of the whole dataset pauses the source. */
  activated_as: v.string(),
  paused: v.optional(v.boolean(), false),
  /** Missing unless the service has paused it. */
  paused_because: v.optional(v.picklist(SOURCE_PAUSE_REASONS)),
  secret: v.optional(storedSecret),
  /** Accepted until `until` (epoch milliseconds). */
  former_secret: v.optional(v.object({ secret: storedSecret, until: v.number() })),
  /** Currency of the first event that stated one. */
  currency: v.optional(v.string()),
  accepted: count,
  duplicates: count,
  ignored: count,
  last_event_at: v.optional(v.string()),
  last_ignored: v.optional(v.object({ at: v.string(), reason: v.picklist(IGNORED_REASONS) })),
  /** Time of the last wrong signature; recorded at most once a minute. */
  last_refused_at: v.optional(v.string()),
});
export type SourceItem = v.InferOutput<typeof sourceItem>;

export function toSourceSecretOwner({ account_id, source_id }: SourceItem): SecretOwner {
  return { accountId: account_id, kind: 'source', id: source_id };
}

/** KMS's names for a ciphertext of another key: that of the stage from which this one was restored. */
const FOREIGN_KEY_ERRORS = ['IncorrectKeyException', 'InvalidCiphertextException'];

/**
 * Undefined for a secret that was sealed with the key of another stage: it cannot be used here, but it can be
 * replaced.
 */
export async function openStored(
  openSecret: OpenSecret,
  item: SourceItem,
  stored: StoredSecret,
): Promise<string | undefined> {
  try {
    return await openSecret(stored.sealed, toSourceSecretOwner(item));
  } catch (error) {
    if (error instanceof Error && FOREIGN_KEY_ERRORS.includes(error.name)) return undefined;
    throw error;
  }
}

/** A wrong signature costs a write at most this often. */
const REFUSED_RESOLUTION_MS = 60_000;

const addressItem = v.object({ account_id: v.string() });

export interface SourceRef {
  readonly accountId: string;
  readonly sourceId: string;
}

/** Changes of a source after an event. */
export interface EventNote {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Set for an ignored event. */
  readonly reason?: IgnoredReason | undefined;
  /** Stored if it is the first. */
  readonly currency?: string | undefined;
}

type Cleared<T> = { readonly [K in keyof T]?: T[K] | null };

/** Null removes a setting. */
export type SourceChanges = Partial<Pick<SourceItem, 'name' | 'paused' | 'activated_as' | 'updated_by'>> &
  Cleared<Pick<SourceItem, 'secret' | 'former_secret' | 'paused_because'>>;

export function createSourceStore(db: DynamoDBDocumentClient, tableName: string) {
  const get = ({ accountId, sourceId }: SourceRef): Promise<SourceItem | undefined> =>
    getItem(db, tableName, toSourceKey(accountId, sourceId), sourceItem);

  /** Returns the updated source; undefined if it does not exist, or the condition fails. */
  async function update({ accountId, sourceId }: SourceRef, input: Change): Promise<SourceItem | undefined> {
    const change = {
      ...input,
      condition: `attribute_exists(pk)${input.condition ? ` AND (${input.condition})` : ''}`,
    };
    const { met, item } = await updateIf(db, tableName, toSourceKey(accountId, sourceId), change, {
      ReturnValues: 'ALL_NEW',
    });
    return met ? v.parse(sourceItem, item) : undefined;
  }

  return {
    get,

    /**
     * Changes nothing if the source exists, as after a repeated request. Throws UnauthorizedError if `by` was
     * revoked.
     */
    async create(item: SourceItem, by?: Writer): Promise<void> {
      const { account_id, source_id } = item;
      const Put = {
        TableName: tableName,
        Item: { ...toSourceKey(account_id, source_id), ...item },
        ConditionExpression: 'attribute_not_exists(pk)',
      };
      const refused = await transact(db, {
        source: [{ Put }],
        address: [{ Put: { TableName: tableName, Item: { ...toSourceAddressKey(source_id), account_id } } }],
        key: buildLiveKeyCheck(tableName, by),
      });
      requireLive(refused);
    },

    /** Finds a source of any account by the id in its address. */
    async find(sourceId: string): Promise<SourceItem | undefined> {
      const address = await getItem(db, tableName, toSourceAddressKey(sourceId), addressItem);
      return address && get({ accountId: address.account_id, sourceId });
    },

    /** Oldest first. */
    async list(accountId: string): Promise<SourceItem[]> {
      const items = await queryAll(db, buildPrefixQuery(tableName, accountId, SOURCE_PREFIX));
      return v.parse(v.array(sourceItem), items);
    },

    /**
     * `seen`: as the caller has read it. Null removes a setting. Undefined if another request has changed it
     * since. Throws UnauthorizedError if `by` was revoked.
     */
    async change(
      ref: SourceRef,
      changes: SourceChanges,
      { seen, by }: { readonly seen: Pick<SourceItem, 'name' | 'secret' | 'paused'>; readonly by?: Writer },
    ): Promise<SourceItem | undefined> {
      const given = Object.entries(changes);
      const { name, secret, paused } = seen;
      const Update = buildUpdate(tableName, toSourceKey(ref.accountId, ref.sourceId), {
        set: { source_id: ref.sourceId, ...Object.fromEntries(given.filter(([, value]) => value !== null)) },
        remove: given.flatMap(([key, value]) => (value === null ? [key] : [])),
        values: { seen: secret ?? '', seen_name: name, seen_paused: paused, no: false },
        condition: [
          'attribute_exists(pk)',
          secret === undefined ? '(attribute_not_exists(secret) OR secret = :seen)' : 'secret = :seen',
          '#name = :seen_name',
          '(paused = :seen_paused OR (attribute_not_exists(paused) AND :seen_paused = :no))',
        ].join(' AND '),
      });
      const refused = await transact(db, { source: [{ Update }], key: buildLiveKeyCheck(tableName, by) });
      requireLive(refused);
      return refused.size === 0 ? get(ref) : undefined;
    },

    /** Deletes the address first: a source without one accepts no events. */
    async remove({ accountId, sourceId }: SourceRef): Promise<void> {
      await db.send(new DeleteCommand({ TableName: tableName, Key: toSourceAddressKey(sourceId) }));
      await db.send(new DeleteCommand({ TableName: tableName, Key: toSourceKey(accountId, sourceId) }));
    },

    async noteEvent(
      { account_id, source_id }: SourceItem,
      outcome: 'accepted' | 'ignored' | 'duplicates',
      { at, reason, currency }: EventNote,
    ): Promise<void> {
      const time = new Date(at).toISOString();
      await update(
        { accountId: account_id, sourceId: source_id },
        {
          set: { last_event_at: time, last_ignored: reason && { at: time, reason } },
          ...(outcome === 'accepted' && { setOnce: { currency } }),
          add: { [outcome]: 1 },
        },
      );
    },

    /** Stores the currency of the first order of a source. */
    async noteCurrency({ account_id, source_id }: SourceItem, currency: string): Promise<void> {
      await update({ accountId: account_id, sourceId: source_id }, { setOnce: { currency } });
    },

    async noteRefused({ account_id, source_id, last_refused_at }: SourceItem, at: number): Promise<void> {
      const noted = last_refused_at === undefined ? 0 : Date.parse(last_refused_at);
      if (at - noted < REFUSED_RESOLUTION_MS) return;
      await update(
        { accountId: account_id, sourceId: source_id },
        { set: { last_refused_at: new Date(at).toISOString() } },
      );
    },
  };
}
export type SourceStore = ReturnType<typeof createSourceStore>;
