// Stores items of an account that are written whole, such as schedules: every write is conditional on the
// version that was read, so that only one of two concurrent writes takes effect.

import { DeleteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { buildLiveKeyCheck, requireLive, type Writer } from './accounts/authors.ts';
import { buildPrefixQuery, getItem, queryAll } from './aws/items.ts';
import { type TransactItem, transact } from './aws/transact.ts';
import type { ServiceKey } from './tables/service-table.ts';

interface ItemsOfAccount<Item> {
  /** Prefix of the sort keys, which end in the id. */
  readonly prefix: string;
  readonly schema: v.GenericSchema<unknown, Item>;
  toKey(accountId: string, id: string): ServiceKey;
  /** The stored form of the item, with its key. */
  stored(item: Item): Readonly<Record<string, unknown>>;
}

export function createVersionedItems<Item extends { readonly version: number }>(
  db: DynamoDBDocumentClient,
  tableName: string,
  { prefix, schema, toKey, stored }: ItemsOfAccount<Item>,
) {
  /** Replaces the item if it has not changed since it was read. */
  function buildReplacement(item: Item): TransactItem {
    return {
      Put: {
        TableName: tableName,
        Item: stored({ ...item, version: item.version + 1 }),
        ConditionExpression: 'version = :read',
        ExpressionAttributeValues: { ':read': item.version },
      },
    };
  }

  return {
    replacing: buildReplacement,

    /**
     * Returns false if it has changed since it was read, or was deleted. Throws UnauthorizedError if `by` was
     * revoked.
     */
    async replace(item: Item, by?: Writer): Promise<boolean> {
      const refused = await transact(db, {
        item: [buildReplacement(item)],
        key: buildLiveKeyCheck(tableName, by),
      });
      requireLive(refused);
      return refused.size === 0;
    },

    /**
     * Changes nothing if the item exists, as after a repeated request. Throws UnauthorizedError if `by` was
     * revoked.
     */
    async create(item: Item, by?: Writer): Promise<void> {
      const Put = {
        TableName: tableName,
        Item: stored(item),
        ConditionExpression: 'attribute_not_exists(pk)',
      };
      requireLive(await transact(db, { item: [{ Put }], key: buildLiveKeyCheck(tableName, by) }));
    },

    get: (accountId: string, id: string): Promise<Item | undefined> =>
      getItem(db, tableName, toKey(accountId, id), schema),

    /** Oldest first. */
    async list(accountId: string): Promise<Item[]> {
      return v.parse(v.array(schema), await queryAll(db, buildPrefixQuery(tableName, accountId, prefix)));
    },

    async remove(accountId: string, id: string): Promise<void> {
      await db.send(new DeleteCommand({ TableName: tableName, Key: toKey(accountId, id) }));
    },
  };
}
