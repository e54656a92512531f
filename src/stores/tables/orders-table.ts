// Keys of the Orders table: one item per order (or per part of a wide order), spread over shards.
import { laneOf, shardOf } from '../../core/ingest/hash.ts';

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

export interface SpreadDataset {
  readonly accountId: string;
  readonly datasetId: string;
}

/** The partitions that each shard of a dataset is spread over. */
export interface Spread {
  /** How many, a power of 2. */
  readonly width: number;
  /** How many it will be: orders may be at either place, until all have moved. */
  readonly wider?: number | undefined;
  /** Epoch milliseconds. From then on, orders are created at their wider place, and the others move. Missing until it is known. */
  readonly moves_at?: number | undefined;
}

export const NARROW: Spread = { width: 1 };
export const MOST_WIDTH = 16;

/** Where orders are created. */
export function writtenWidth({ width, wider, moves_at }: Spread): number {
  return moves_at === undefined ? width : (wider ?? width);
}

/** A shard's first partition has the name that it has without others. */
export function shardPartition({ accountId, datasetId }: SpreadDataset, shard: number, lane = 0): string {
  return `${accountId}#${datasetId}#${shard}${lane === 0 ? '' : `.${lane}`}`;
}

/** Where a shard's orders may be. To be read in sequence, each group at once: orders move from the first to the second. */
export function shardPartitions(
  ref: SpreadDataset,
  shard: number,
  { width, wider = width }: Spread,
): string[][] {
  const lanes = (from: number, to: number): string[] =>
    Array.from({ length: to - from }, (_, at) => shardPartition(ref, shard, from + at));
  return wider === width ? [lanes(0, width)] : [lanes(0, width), lanes(width, wider)];
}

/** Where an order may be, likewise. */
export function orderPartitions(
  ref: SpreadDataset,
  orderId: string,
  { width, wider = width }: Spread,
): string[][] {
  const places = new Set([width, wider].map((width) => orderPartition(ref, orderId, width)));
  return [...places].map((place) => [place]);
}

export function orderPartition(ref: SpreadDataset, orderId: string, width: number): string {
  return shardPartition(ref, shardOf(orderId), laneOf(orderId, width));
}

/** `width`: where it is created. */
export function orderKey(
  accountId: string,
  datasetId: string,
  orderId: string,
  path: string,
  width = NARROW.width,
): OrdersKey {
  return { pk: orderPartition({ accountId, datasetId }, orderId, width), sk: orderSortKey(orderId, path) };
}

export function orderSortKey(orderId: string, path: string): string {
  return `${orderId}#${path}`;
}

/** The path contains no '#', but the order id may: the last '#' separates them. */
export function parseOrderSortKey(sk: string): { orderId: string; path: string } {
  const at = sk.lastIndexOf('#');
  return { orderId: sk.slice(0, at), path: sk.slice(at + 1) };
}
