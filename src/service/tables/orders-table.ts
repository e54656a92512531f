// Keys of the Orders table: one item per order (or per part of a wide order). A dataset's orders are read as 16
// shards; each shard is one partition, or several for a dataset that was created with more.

import { getLane, getShard } from '../../analysis/ingest/hash.ts';
import { SHARD_COUNT } from '../../contract/schema/limits.ts';

export const ORDERS_KEYS = { partition: 'pk', sort: 'sk' } as const;

/**
 * Finds the orders of a customer. Every shard is queried, so that no customer's orders are written through
 * one partition. Uses attributes that orders always had; excludes orders without a customer, and parts of
 * wide orders.
 */
export const CUSTOMER_INDEX = {
  name: 'by_customer',
  partition: ORDERS_KEYS.partition,
  sort: 'customer_id',
  /** Sort key of a customer's orders. */
  date: 'order_date',
} as const;

export interface OrdersKey {
  readonly pk: string;
  readonly sk: string;
}

interface DatasetOfOrders {
  readonly accountId: string;
  readonly datasetId: string;
}

/** `lane`: number within the shard's partitions. The first has the name of the shard. */
function toShardPartition({ accountId, datasetId }: DatasetOfOrders, shard: number, lane: number): string {
  return `${accountId}#${datasetId}#${shard}${lane === 0 ? '' : `.${lane}`}`;
}

/**
 * The partitions that are read as one shard. `shards`: the dataset's number, a multiple of the shards that
 * are read.
 */
export function listShardPartitions(dataset: DatasetOfOrders, shard: number, shards: number): string[] {
  return Array.from({ length: shards / SHARD_COUNT }, (_, lane) => toShardPartition(dataset, shard, lane));
}

export function toOrderPartition(dataset: DatasetOfOrders, orderId: string, shards: number): string {
  return toShardPartition(dataset, getShard(orderId), getLane(orderId, shards / SHARD_COUNT));
}

export function toOrderKey(
  accountId: string,
  datasetId: string,
  orderId: string,
  path: string,
  shards = SHARD_COUNT,
): OrdersKey {
  return {
    pk: toOrderPartition({ accountId, datasetId }, orderId, shards),
    sk: toOrderSortKey(orderId, path),
  };
}

export function toOrderSortKey(orderId: string, path: string): string {
  return `${orderId}#${path}`;
}

/** The path contains no '#', but the order id may: the last '#' separates them. */
export function parseOrderSortKey(sk: string): { orderId: string; path: string } {
  const at = sk.lastIndexOf('#');
  return { orderId: sk.slice(0, at), path: sk.slice(at + 1) };
}
