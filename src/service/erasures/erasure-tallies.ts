// Counts deletions of an erasure that are not booked yet, one item per erasure and shard: each has a single
// writer, so that the walkers of a dataset's shards never conflict in a transaction. Booking moves a tally
// into the erasure's counts and returns its rows to the account's quota, in one transaction that also deletes
// the tally.

import { type DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { createRowCounters, toGroupRowsAttribute } from '../accounts/row-counters.ts';
import { isTransient, readCancellationCodes, waitWithJitter } from '../aws/dynamodb-errors.ts';
import { buildUpdate, queryAll } from '../aws/items.ts';
import type { TransactItem } from '../aws/transact.ts';
import type { DatasetRef } from '../orders/orders.ts';
import {
  toErasureKey,
  toErasureTallyKey,
  toErasureTallyPartition,
  toRowCounterKey,
} from '../tables/service-table.ts';

const tallyItem = v.pipe(
  v.object({ sk: v.string(), orders: v.number(), line_items: v.number() }),
  v.transform(({ sk, orders, line_items }) => {
    const [erasureId = '', shard = ''] = sk.split('#');
    return { erasureId, shard: Number(shard), orders, lines: line_items };
  }),
);
type Tally = v.InferOutput<typeof tallyItem>;

/** Ingest writes to the row counters at the same time. */
const MAX_ATTEMPTS = 40;

export function createErasureTallies(db: DynamoDBDocumentClient, tableName: string) {
  const rowCounters = createRowCounters(db, tableName);

  async function read({ accountId, datasetId }: DatasetRef): Promise<Tally[]> {
    const items = await queryAll(db, {
      TableName: tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': toErasureTallyPartition(accountId, datasetId) },
      ConsistentRead: true,
    });
    return v.parse(v.array(tallyItem), items);
  }

  /**
   * Rows are returned only to counters that hold them; rows missing from every counter were never counted.
   */
  async function buildRefunds({ accountId, datasetId }: DatasetRef, rows: number): Promise<TransactItem[]> {
    if (rows === 0) return [];
    const counters = await rowCounters.read(accountId);
    const items: TransactItem[] = [];
    let left = rows;
    for (const [shard, held] of [...counters.entries()].sort(([, a], [, b]) => b - a)) {
      const taken = Math.min(left, held);
      if (taken <= 0) break;
      items.push({
        Update: buildUpdate(tableName, toRowCounterKey(accountId, shard), {
          add: { stored_rows: -taken, [toGroupRowsAttribute(datasetId)]: -taken },
          condition: 'stored_rows >= :rows',
          values: { rows: taken },
        }),
      });
      left -= taken;
    }
    return items;
  }

  /** Returns false if a tally or a row counter has changed since it was read. */
  async function bookErasure(
    dataset: DatasetRef,
    erasureId: string,
    tallies: readonly Tally[],
  ): Promise<boolean> {
    const { accountId, datasetId } = dataset;
    const orders = tallies.reduce((sum, tally) => sum + tally.orders, 0);
    const lines = tallies.reduce((sum, tally) => sum + tally.lines, 0);
    const items: TransactItem[] = [
      ...tallies.map((tally) => ({
        Delete: {
          TableName: tableName,
          Key: toErasureTallyKey(accountId, datasetId, erasureId, tally.shard),
          ConditionExpression: 'orders = :orders AND line_items = :lines',
          ExpressionAttributeValues: { ':orders': tally.orders, ':lines': tally.lines },
        },
      })),
      {
        Update: buildUpdate(tableName, toErasureKey(accountId, erasureId), {
          add: { orders, line_items: lines },
        }),
      },
      ...(await buildRefunds(dataset, lines)),
    ];
    try {
      await db.send(new TransactWriteCommand({ TransactItems: items }));
      return true;
    } catch (error) {
      const codes = readCancellationCodes(error);
      const isContention = codes?.some((code) => code === 'ConditionalCheckFailed' || isTransient(code));
      if (isContention !== true) throw error;
      return false;
    }
  }

  return {
    /** The write for the transaction that deletes the orders. */
    add(
      { accountId, datasetId }: DatasetRef,
      shard: number,
      erasureId: string,
      { orders, lines }: { readonly orders: number; readonly lines: number },
    ): TransactItem {
      return {
        Update: buildUpdate(tableName, toErasureTallyKey(accountId, datasetId, erasureId, shard), {
          add: { orders, line_items: lines },
        }),
      };
    },

    /** Books all tallies of the dataset. Call only while no walker writes them. */
    async book(dataset: DatasetRef): Promise<void> {
      for (let attempt = 0; ; attempt++) {
        const tallies = await read(dataset);
        if (tallies.length === 0) return;
        if (attempt > MAX_ATTEMPTS)
          throw new Error(`the tallies of ${dataset.datasetId} could not be recorded`);
        if (attempt > 0) await waitWithJitter(attempt);
        for (const [erasureId, own] of Map.groupBy(tallies, (tally) => tally.erasureId)) {
          if (!(await bookErasure(dataset, erasureId, own))) break;
        }
      }
    },
  };
}
