// Erased customers whom a destination has yet to delete: kept until it acknowledges the deletion, at most 30
// days. They are all that is left of an erased customer, because the destination needs their names to delete
// them.

import { DeleteCommand, type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { getItem, queryAll, updateIf } from '../aws/items.ts';
import { SERVICE_KEYS, toForgottenKey, toForgottenPartition } from '../tables/service-table.ts';
import { type DestinationRef, type ForgottenItem, forgottenItem } from './destination-item.ts';

const FORGOTTEN_DAYS = 30;
const DAY_MS = 86_400_000;

export function createForgottenStore(db: DynamoDBDocumentClient, tableName: string) {
  const buildDestinationQuery = ({ accountId, destinationId }: DestinationRef) => ({
    TableName: tableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': toForgottenPartition(accountId, destinationId) },
    ConsistentRead: true,
  });

  async function remove({ accountId, destinationId }: DestinationRef, hashes: readonly string[]) {
    for (const hash of hashes) {
      const Key = toForgottenKey(accountId, destinationId, hash);
      await db.send(new DeleteCommand({ TableName: tableName, Key }));
    }
  }

  return {
    /** Writing it again changes nothing. An erasure may only update items. */
    async add(
      { accountId, destinationId }: DestinationRef,
      { hash, customer_id, contact }: ForgottenItem,
      now: number,
    ): Promise<void> {
      await updateIf(db, tableName, toForgottenKey(accountId, destinationId, hash), {
        set: {
          hash,
          customer_id,
          contact,
          [SERVICE_KEYS.ttl]: Math.ceil((now + FORGOTTEN_DAYS * DAY_MS) / 1_000),
        },
      });
    },

    /** Some of them, at most `limit`. */
    async some(ref: DestinationRef, limit: number): Promise<ForgottenItem[]> {
      const { Items } = await db.send(new QueryCommand({ ...buildDestinationQuery(ref), Limit: limit }));
      return v.parse(v.array(forgottenItem), Items ?? []);
    },

    async get(ref: DestinationRef, hashes: readonly string[]): Promise<ForgottenItem[]> {
      const found = await Promise.all(
        hashes.map((hash) =>
          getItem(db, tableName, toForgottenKey(ref.accountId, ref.destinationId, hash), forgottenItem),
        ),
      );
      return found.flatMap((item) => (item === undefined ? [] : [item]));
    },

    remove,

    /** Removes all customers of a deleted destination. */
    async removeAll(ref: DestinationRef): Promise<void> {
      const items = v.parse(v.array(forgottenItem), await queryAll(db, buildDestinationQuery(ref)));
      await remove(
        ref,
        items.map(({ hash }) => hash),
      );
    },
  };
}
export type ForgottenStore = ReturnType<typeof createForgottenStore>;
