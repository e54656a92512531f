// Sources: shops that post their order events. Stored in their account's partition; a second item finds the account of a
// source that an event names.
import { DeleteCommand, type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { IgnoredReason } from '../../core/source.ts';
import { conditionFailed } from '../aws/dynamodb-errors.ts';
import { queryAll } from '../aws/query-all.ts';
import { transact } from '../aws/transact.ts';
import { SOURCE_PREFIX, sourceAddressKey, sourceKey } from '../tables/service-table.ts';
import { type SourceItem, sourceItem } from './source-item.ts';

/** A wrong signature costs a write at most this often. */
const REFUSED_RESOLUTION_MS = 60_000;

const addressItem = v.object({ account_id: v.string() });

export interface SourceRef {
  readonly accountId: string;
  readonly sourceId: string;
}

/** What an event adds to its source. */
export interface EventNote {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Of an event that was ignored. */
  readonly reason?: IgnoredReason | undefined;
  /** Kept if it is the first. */
  readonly currency?: string | undefined;
}

type Cleared<T> = { readonly [K in keyof T]?: T[K] | null };

/** Null removes. */
export type SourceChanges = Partial<Pick<SourceItem, 'name' | 'paused' | 'activated_as'>> &
  Cleared<Pick<SourceItem, 'secret' | 'former_secret'>>;

export function createSourceStore(db: DynamoDBDocumentClient, tableName: string) {
  async function get({ accountId, sourceId }: SourceRef): Promise<SourceItem | undefined> {
    const { Item } = await db.send(
      new GetCommand({ TableName: tableName, Key: sourceKey(accountId, sourceId), ConsistentRead: true }),
    );
    return Item === undefined ? undefined : v.parse(sourceItem, Item);
  }

  /** Returns the updated source; undefined if it does not exist, or the condition fails. */
  async function update(
    { accountId, sourceId }: SourceRef,
    input: {
      readonly expression: string;
      readonly values: Readonly<Record<string, unknown>>;
      readonly names?: Readonly<Record<string, string>>;
      readonly condition?: string;
    },
  ): Promise<SourceItem | undefined> {
    try {
      const { Attributes } = await db.send(
        new UpdateCommand({
          TableName: tableName,
          Key: sourceKey(accountId, sourceId),
          UpdateExpression: input.expression,
          ConditionExpression: `attribute_exists(pk)${input.condition ? ` AND (${input.condition})` : ''}`,
          ExpressionAttributeValues: input.values,
          ...(input.names && { ExpressionAttributeNames: { ...input.names } }),
          ReturnValues: 'ALL_NEW',
        }),
      );
      return v.parse(sourceItem, Attributes);
    } catch (error) {
      if (conditionFailed(error)) return undefined;
      throw error;
    }
  }

  return {
    get,

    /** Changes nothing if the source exists: the same request was sent before. */
    async create(item: SourceItem): Promise<void> {
      const { account_id, source_id } = item;
      await transact(db, [
        {
          Put: {
            TableName: tableName,
            Item: { ...sourceKey(account_id, source_id), ...item },
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
        { Put: { TableName: tableName, Item: { ...sourceAddressKey(source_id), account_id } } },
      ]);
    },

    /** By the id in its address, whoever's it is. */
    async find(sourceId: string): Promise<SourceItem | undefined> {
      const { Item } = await db.send(
        new GetCommand({ TableName: tableName, Key: sourceAddressKey(sourceId), ConsistentRead: true }),
      );
      if (Item === undefined) return undefined;
      return get({ accountId: v.parse(addressItem, Item).account_id, sourceId });
    },

    /** Oldest first. */
    async list(accountId: string): Promise<SourceItem[]> {
      const items = await queryAll(db, {
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': accountId, ':prefix': SOURCE_PREFIX },
        ConsistentRead: true,
      });
      return v.parse(v.array(sourceItem), items);
    },

    /** `seen`: as the caller has read it. Null removes. Undefined if another request has changed it since. */
    change(
      ref: SourceRef,
      changes: SourceChanges,
      { seen }: { readonly seen: Pick<SourceItem, 'name' | 'secret' | 'paused'> },
    ): Promise<SourceItem | undefined> {
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      const set = given.filter(([, value]) => value !== null);
      const removed = given.filter(([, value]) => value === null);
      const { name, secret, paused } = seen;
      return update(ref, {
        expression:
          `SET ${['source_id = source_id', ...set.map(([key]) => `#${key} = :${key}`)].join(', ')}` +
          (removed.length === 0 ? '' : ` REMOVE ${removed.map(([key]) => `#${key}`).join(', ')}`),
        names: {
          '#seen_name': 'name',
          ...Object.fromEntries(given.map(([key]) => [`#${key}`, key])),
        },
        values: {
          ...Object.fromEntries(set.map(([key, value]) => [`:${key}`, value])),
          ...{ ':seen': secret ?? '', ':seen_name': name, ':seen_paused': paused, ':no': false },
        },
        condition: [
          secret === undefined ? '(attribute_not_exists(secret) OR secret = :seen)' : 'secret = :seen',
          '#seen_name = :seen_name',
          '(paused = :seen_paused OR (attribute_not_exists(paused) AND :seen_paused = :no))',
        ].join(' AND '),
      });
    },

    /** The address first: a source without one takes no events. */
    async remove({ accountId, sourceId }: SourceRef): Promise<void> {
      await db.send(new DeleteCommand({ TableName: tableName, Key: sourceAddressKey(sourceId) }));
      await db.send(new DeleteCommand({ TableName: tableName, Key: sourceKey(accountId, sourceId) }));
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
          expression: `SET ${[
            'last_event_at = :at',
            ...(reason === undefined ? [] : ['last_ignored = :ignored']),
            ...(outcome === 'accepted' && currency !== undefined
              ? ['currency = if_not_exists(currency, :currency)']
              : []),
          ].join(', ')} ADD ${outcome} :one`,
          values: {
            ':at': time,
            ':one': 1,
            ...(reason !== undefined && { ':ignored': { at: time, reason } }),
            ...(outcome === 'accepted' && currency !== undefined && { ':currency': currency }),
          },
        },
      );
    },

    async noteRefused({ account_id, source_id, last_refused_at }: SourceItem, at: number): Promise<void> {
      const noted = last_refused_at === undefined ? 0 : Date.parse(last_refused_at);
      if (at - noted < REFUSED_RESOLUTION_MS) return;
      await update(
        { accountId: account_id, sourceId: source_id },
        { expression: 'SET last_refused_at = :at', values: { ':at': new Date(at).toISOString() } },
      );
    },
  };
}
export type SourceStore = ReturnType<typeof createSourceStore>;
