// Keys of the Orders table: one item per order (or per part of a wide order), spread over shards.
import { SHARD_COUNT, shardOf } from '../../core/ingest/hash.ts';

export const ORDERS_KEYS = { partition: 'pk', sort: 'sk' } as const;

/**
 * Finds the orders of a customer: every shard is asked, so that no customer's orders are written through one partition.
 * Made of attributes that orders always had; orders without a customer, and parts of wide orders, are not in it.
 */
export const CUSTOMER_INDEX = {
  name: 'by_customer',
  partition: ORDERS_KEYS.partition,
  sort: 'customer_id',
  /** By which a customer's orders are listed. */
  date: 'order_date',
} as const;

export interface OrdersKey {
  readonly pk: string;
  readonly sk: string;
}

export function shardPartition(accountId: string, datasetId: string, shard: number): string {
  return `${accountId}#${datasetId}#${shard}`;
}

export function shardPartitions(accountId: string, datasetId: string): string[] {
  return Array.from({ length: SHARD_COUNT }, (_, shard) => shardPartition(accountId, datasetId, shard));
}

export function orderKey(accountId: string, datasetId: string, orderId: string, path: string): OrdersKey {
  return { pk: shardPartition(accountId, datasetId, shardOf(orderId)), sk: `${orderId}#${path}` };
}

/** The path contains no '#', but the order id may: the last '#' separates them. */
export function parseOrderSortKey(sk: string): { orderId: string; path: string } {
  const at = sk.lastIndexOf('#');
  return { orderId: sk.slice(0, at), path: sk.slice(at + 1) };
}
