// Moves stored orders to the partitions of a wider spread, each part in one transaction that deletes it where it was, if
// nobody has changed it since: at any moment, a part is at one place. Attributes are moved as they are.
import {
  type AttributeValue,
  GetItemCommand,
  QueryCommand,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { OwnError } from '../../core/errors.ts';
import { bytesOf } from '../aws/attributes.ts';
import { backoff, cancellationCodes, isBusy } from '../aws/dynamodb-errors.ts';
import { refusedParts } from '../aws/transact.ts';
import { orderPartition, parseOrderSortKey, shardPartition } from '../tables/orders-table.ts';
import type { DatasetRef } from './orders.ts';

type StoredItem = Readonly<Record<string, AttributeValue>>;

/** Of a transaction's 100, two an item; and of its 4 MB. */
const ITEMS_AT_ONCE = 50;
const BYTES_AT_ONCE = 3_000_000;
/** Some 60 s of throttling, or of writers of the same order. */
const MAX_ATTEMPTS = 60;

/** Both places have it, or its version is not one: nothing is moved over it. */
class MisplacedOrderError extends OwnError {
  override readonly name = 'MisplacedOrderError';
}

export function createOrderMover(db: DynamoDBDocumentClient, tableName: string) {
  const keyOf = ({ pk, sk }: StoredItem) => ({ ...(pk && { pk }), ...(sk && { sk }) });

  function moveOf(item: StoredItem, place: string): Record<'arrives' | 'leaves', TransactWriteItem[]> {
    const { version } = item;
    if (version === undefined) throw new MisplacedOrderError(`${item.pk?.S} ${item.sk?.S} has no version`);
    return {
      arrives: [
        {
          Put: {
            TableName: tableName,
            Item: { ...item, pk: { S: place } },
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
      ],
      leaves: [
        {
          Delete: {
            TableName: tableName,
            Key: keyOf(item),
            ConditionExpression: '#version = :seen',
            ExpressionAttributeNames: { '#version': 'version' },
            ExpressionAttributeValues: { ':seen': version },
          },
        },
      ],
    };
  }

  /** False if another writer was faster. Waits while the table throttles. */
  async function moveAll(
    items: readonly StoredItem[],
    placeOf: (item: StoredItem) => string,
  ): Promise<boolean> {
    const moves = items.map((item) => moveOf(item, placeOf(item)));
    const parts = {
      arrives: moves.flatMap(({ arrives }) => arrives),
      leaves: moves.flatMap(({ leaves }) => leaves),
    };
    for (let attempt = 0; ; attempt++) {
      try {
        await db.send(new TransactWriteItemsCommand({ TransactItems: [...parts.arrives, ...parts.leaves] }));
        return true;
      } catch (error) {
        const refused = refusedParts(parts, cancellationCodes(error) ?? []);
        if (refused.has('leaves')) return false;
        if (refused.has('arrives'))
          throw new MisplacedOrderError(`one of ${items.map(({ sk }) => sk?.S)} is at both places`);
        if (!isBusy(error) || attempt >= MAX_ATTEMPTS) throw error;
        await backoff(attempt);
      }
    }
  }

  /** Read again until it moves, or is gone: erased, or moved by another. */
  async function moveOne(item: StoredItem, placeOf: (item: StoredItem) => string): Promise<number> {
    for (let attempt = 0; ; attempt++) {
      if (attempt === MAX_ATTEMPTS)
        throw new MisplacedOrderError(`${item.sk?.S} is changed all the time: run the command again`);
      if (attempt > 0) await backoff(attempt);
      const { Item } = await db.send(
        new GetItemCommand({ TableName: tableName, Key: keyOf(item), ConsistentRead: true }),
      );
      if (Item === undefined) return 0;
      if (await moveAll([Item], placeOf)) return 1;
    }
  }

  return {
    /** All parts of one of the shard's partitions that belong elsewhere by then. Returns how many it has moved. */
    async move(dataset: DatasetRef, shard: number, lane: number, wider: number): Promise<number> {
      const from = shardPartition(dataset, shard, lane);
      const placeOf = ({ sk }: StoredItem): string =>
        orderPartition(dataset, parseOrderSortKey(sk?.S ?? '').orderId, wider);
      let moved = 0;
      let after: StoredItem | undefined;
      do {
        const page = await db.send(
          new QueryCommand({
            TableName: tableName,
            KeyConditionExpression: 'pk = :pk',
            ExpressionAttributeValues: { ':pk': { S: from } },
            ConsistentRead: true,
            ExclusiveStartKey: after,
          }),
        );
        for (const batch of batches((page.Items ?? []).filter((item) => placeOf(item) !== from))) {
          if (await moveAll(batch, placeOf)) moved += batch.length;
          else for (const item of batch) moved += await moveOne(item, placeOf);
        }
        after = page.LastEvaluatedKey;
      } while (after !== undefined);
      return moved;
    },
  };
}
export type OrderMover = ReturnType<typeof createOrderMover>;

function* batches(items: readonly StoredItem[]): Generator<StoredItem[]> {
  let batch: StoredItem[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = bytesOf(item);
    if (batch.length === ITEMS_AT_ONCE || (batch.length > 0 && bytes + size > BYTES_AT_ONCE)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(item);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
