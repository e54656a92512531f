// Reads and deletes stored orders for an erasure: page by page in key order, where each step is one transaction that
// also returns the rows to the account's quota and updates the erasure's counts.
import type { DynamoDBDocumentClient, TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { ErasedRows, ErasureStep, PartChange } from '../core/erasure/erase-order.ts';
import { type OrderPart, packPart, ROOT_PATH, unpackPart } from '../core/ingest/stored-order.ts';
import { cancellationCodes, isTransient } from './dynamodb-errors.ts';
import { type DatasetRef, orderItem } from './orders.ts';
import { orderKey, parseOrderSortKey, shardPartition } from './orders-table.ts';
import { queryAll } from './query-all.ts';
import { createRowCounters } from './row-counters.ts';
import { erasureKey, rowCounterKey } from './service-table.ts';

/** Root of an order. Its lines are included unless the order is split. */
export interface StoredRoot {
  readonly part: OrderPart;
  /** Approximate size of the item. */
  readonly bytes: number;
}

export interface OrderPage {
  readonly roots: readonly StoredRoot[];
  /** Start of the next page; undefined after the last page. */
  readonly next: string | undefined;
}

export function createErasableOrders(
  db: DynamoDBDocumentClient,
  tables: { orders: string; service: string },
) {
  const rowCounters = createRowCounters(db, tables.service);

  /** Rows are returned only to counters that hold them; rows that no counter holds were never counted. */
  async function refunds(accountId: string, rows: number) {
    const counters = await rowCounters.read(accountId);
    const draws: { shard: number; rows: number }[] = [];
    let left = rows;
    for (const [shard, held] of [...counters.entries()].sort(([, a], [, b]) => b - a)) {
      const taken = Math.min(left, held);
      if (taken <= 0) break;
      draws.push({ shard, rows: taken });
      left -= taken;
    }
    return draws;
  }

  return {
    async page(
      { accountId, datasetId }: DatasetRef,
      shard: number,
      after: string | undefined,
    ): Promise<OrderPage> {
      const pk = shardPartition(accountId, datasetId, shard);
      const { Items = [], LastEvaluatedKey } = await db.send(
        new QueryCommand({
          TableName: tables.orders,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': pk },
          ConsistentRead: true,
          ...(after !== undefined && { ExclusiveStartKey: { pk, sk: after } }),
        }),
      );
      const stored = Items.map((item) => ({
        part: readPart(item),
        bytes: 500 + String(item.lines ?? '').length * 2,
      }));
      return {
        roots: stored.filter(({ part }) => part.path === ROOT_PATH),
        next: LastEvaluatedKey === undefined ? undefined : String(LastEvaluatedKey.sk),
      };
    },

    /** All parts of an order, by path. */
    async read({ accountId, datasetId }: DatasetRef, orderId: string): Promise<Map<string, OrderPart>> {
      const { pk, sk } = orderKey(accountId, datasetId, orderId, ROOT_PATH);
      const items = await queryAll(db, {
        TableName: tables.orders,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :root)',
        ExpressionAttributeValues: { ':pk': pk, ':root': sk },
        ConsistentRead: true,
      });
      const own = items.map(readPart).filter((part) => part.orderId === orderId);
      return new Map(own.map((part) => [part.path, part]));
    },

    /** Returns false if another writer was faster. Steps of several orders can share a transaction. */
    async commit({ accountId, datasetId }: DatasetRef, steps: readonly ErasureStep[]): Promise<boolean> {
      const erased = sumByErasure(steps);
      const rows = [...erased.values()].reduce((sum, { lines }) => sum + lines, 0);
      const draws = rows === 0 ? [] : await refunds(accountId, rows);
      const items: NonNullable<TransactWriteCommandInput['TransactItems']> = [
        ...draws.map(({ shard, rows }) => ({
          Update: {
            TableName: tables.service,
            Key: rowCounterKey(accountId, shard),
            UpdateExpression: 'ADD stored_rows :back',
            ConditionExpression: 'stored_rows >= :rows',
            ExpressionAttributeValues: { ':back': -rows, ':rows': rows },
          },
        })),
        ...[...erased].map(([erasureId, { orders, lines }]) => ({
          Update: {
            TableName: tables.service,
            Key: erasureKey(accountId, erasureId),
            UpdateExpression: 'ADD orders :orders, line_items :lines',
            ExpressionAttributeValues: { ':orders': orders, ':lines': lines },
          },
        })),
        ...steps.flatMap(({ changes }) =>
          changes.map((change) => changeItem(tables.orders, { accountId, datasetId }, change)),
        ),
      ];
      try {
        await db.send(new TransactWriteCommand({ TransactItems: items }));
        return true;
      } catch (error) {
        const codes = cancellationCodes(error);
        if (codes === undefined) throw error;
        if (
          codes.every((code) => code === 'None' || code === 'ConditionalCheckFailed' || isTransient(code))
        ) {
          return false;
        }
        throw error;
      }
    },
  };
}
export type ErasableOrders = ReturnType<typeof createErasableOrders>;

function sumByErasure(steps: readonly ErasureStep[]): Map<string, ErasedRows> {
  const sums = new Map<string, ErasedRows>();
  for (const { erased } of steps) {
    for (const [id, { orders, lines }] of erased) {
      const sum = sums.get(id) ?? { orders: 0, lines: 0 };
      sums.set(id, { orders: sum.orders + orders, lines: sum.lines + lines });
    }
  }
  return sums;
}

function changeItem(tableName: string, { accountId, datasetId }: DatasetRef, { kind, part }: PartChange) {
  const key = { ...orderKey(accountId, datasetId, part.orderId, part.path) };
  const stored = (version: number) => ({
    TableName: tableName,
    ConditionExpression: '#version = :stored',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':stored': version },
  });
  return kind === 'delete'
    ? { Delete: { ...stored(part.version), Key: key } }
    : { Put: { ...stored(part.version - 1), Item: { ...key, ...packPart(part) } } };
}

/** Lines that cannot be parsed are erased with their order and not counted. */
function readPart(item: Record<string, unknown>): OrderPart {
  const { sk, ...packed } = v.parse(orderItem, item);
  const { orderId, path } = parseOrderSortKey(sk);
  try {
    return unpackPart(orderId, path, packed);
  } catch {
    return unpackPart(orderId, path, { ...packed, lines: '[]' });
  }
}
