// Reads and deletes stored orders for an erasure: page by page in key order. Each step is one transaction
// that also counts its deletions.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ErasedRows, ErasureStep, PartChange } from '../../analysis/erasure/erase-order.ts';
import { type OrderPart, packOrderPart, ROOT_PATH } from '../../analysis/ingest/stored-order.ts';
import { transact } from '../aws/transact.ts';
import { createDatasetShards } from '../datasets/dataset-shards.ts';
import { createErasureTallies } from '../erasures/erasure-tallies.ts';
import { listShardPartitions, toOrderKey, toOrderPartition, toOrderSortKey } from '../tables/orders-table.ts';
import { type DatasetRef, parseOrderPart } from './orders.ts';
import { readShardPage, readShardPages } from './shard-pages.ts';

/** Root of an order. Includes its lines unless the order is split. */
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

/** Some 50 s of throttling: longer than a table takes to split a hot partition's burst. */
const MAX_ATTEMPTS = 60;

export function createErasableOrders(
  db: DynamoDBDocumentClient,
  tables: { orders: string; service: string },
) {
  const tallies = createErasureTallies(db, tables.service);
  const shards = createDatasetShards(db, tables.service);

  return {
    async page(dataset: DatasetRef, shard: number, after: string | undefined): Promise<OrderPage> {
      const partitions = listShardPartitions(dataset, shard, await shards.of(dataset));
      const input = { TableName: tables.orders, KeyConditionExpression: 'pk = :pk' };
      const { items, last } = await readShardPage(db, input, partitions, after);
      const stored = items.map((item) => ({
        part: toErasablePart(item),
        bytes: 500 + String(item.lines ?? '').length * 2,
      }));
      return { roots: stored.filter(({ part }) => part.path === ROOT_PATH), next: last };
    },

    /** All parts of an order, by path. */
    async read(dataset: DatasetRef, orderId: string): Promise<Map<string, OrderPart>> {
      const input = {
        TableName: tables.orders,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':prefix': toOrderSortKey(orderId, ROOT_PATH) },
      };
      const partition = toOrderPartition(dataset, orderId, await shards.of(dataset));
      const parts = new Map<string, OrderPart>();
      for await (const page of readShardPages(db, input, [partition], undefined)) {
        for (const part of page.map(toErasablePart)) if (part.orderId === orderId) parts.set(part.path, part);
      }
      return parts;
    },

    /**
     * Deletes in one transaction, with the tallies of the erasures. Steps of several orders of a shard can
     * share it. Returns false if another writer has changed one of the orders. Waits while the tables
     * throttle.
     */
    async commit(dataset: DatasetRef, shard: number, steps: readonly ErasureStep[]): Promise<boolean> {
      const among = await shards.of(dataset);
      const parts = {
        tallies: [...sumByErasure(steps)].map(([erasureId, rows]) =>
          tallies.add(dataset, shard, erasureId, rows),
        ),
        orders: steps.flatMap(({ changes }) =>
          changes.map((change) => changeItem(tables.orders, dataset, among, change)),
        ),
      };
      return (await transact(db, parts, MAX_ATTEMPTS)).size === 0;
    },

    /** Adds the deletions to the counts of the erasures. Call only while nothing is being deleted. */
    book: (dataset: DatasetRef): Promise<void> => tallies.book(dataset),
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

function changeItem(
  tableName: string,
  { accountId, datasetId }: DatasetRef,
  shards: number,
  { kind, part }: PartChange,
) {
  const key = { ...toOrderKey(accountId, datasetId, part.orderId, part.path, shards) };
  const buildVersionCheck = (version: number) => ({
    TableName: tableName,
    ConditionExpression: '#version = :stored',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':stored': version },
  });
  return kind === 'delete'
    ? { Delete: { ...buildVersionCheck(part.version), Key: key } }
    : { Put: { ...buildVersionCheck(part.version - 1), Item: { ...key, ...packOrderPart(part) } } };
}

/** Lines that cannot be parsed are erased with their order and not counted. */
function toErasablePart(item: Record<string, unknown>): OrderPart {
  try {
    return parseOrderPart(item);
  } catch {
    return parseOrderPart({ ...item, lines: '[]' });
  }
}
