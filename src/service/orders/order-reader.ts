// Reads single orders and lists of them. Every function reads a bounded amount, whatever is stored: the next
// request reads the rest.
import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { estimateMostBytes, type OrderPart, ROOT_PATH } from '../../analysis/ingest/stored-order.ts';
import { MAX_CUSTOMER_ORDERS_PER_SHARD, SHARD_COUNT } from '../../contract/schema/limits.ts';
import { markShort } from '../aws/short-way.ts';
import { createDatasetShards } from '../datasets/dataset-shards.ts';
import {
  CUSTOMER_INDEX,
  listShardPartitions,
  parseOrderSortKey,
  toOrderPartition,
  toOrderSortKey,
} from '../tables/orders-table.ts';
import { createOrderStore, type DatasetRef, parseOrderPart } from './orders.ts';
import { readShardPage } from './shard-pages.ts';

/** Orders that are read at once. An item holds at most 400 kB. */
const READ_AT_ONCE = 10;
/** Bytes of lines at which a page of orders ends early. */
const PAGE_BYTES = 4_000_000;
/** Read units, of 4 kB, after which a request for a list reads no further: it may exceed them by 1 MB. */
const PAGE_UNITS = 750;
/** Read units of a full 1 MB query. */
const MOST_UNITS = 256;
/** Parts of a wide order in one response: each has 300 kB of lines, which JSON enlarges at most 7 times. */
const PARTS_PER_PAGE = 2;
/** Sorts after every path of an order, which consists of 0 and 1. */
const AFTER_PATHS = '2';

export interface CustomerOrderRef {
  readonly orderId: string;
  /** Epoch milliseconds. */
  readonly orderDate: number | undefined;
}

/** Epoch milliseconds: from `from` on, before the end. */
export interface TimeRange {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** A place in a dataset: after this sort key of the shard. */
export interface OrderPosition {
  readonly shard: number;
  readonly after: string | undefined;
}

const indexEntry = v.object({ sk: v.string(), order_date: v.optional(v.number()) });

export function createOrderReader(db: DynamoDBDocumentClient, tables: { orders: string; service: string }) {
  const store = createOrderStore(db, tables);
  const shards = createDatasetShards(db, tables.service);
  const TableName = tables.orders;

  async function queryCustomerPartition(
    pk: string,
    customerId: string,
  ): Promise<CustomerOrderRef[] | undefined> {
    const { Items = [], LastEvaluatedKey } = await db.send(
      markShort(
        new QueryCommand({
          TableName,
          IndexName: CUSTOMER_INDEX.name,
          KeyConditionExpression: 'pk = :pk AND customer_id = :customer',
          ExpressionAttributeValues: { ':pk': pk, ':customer': customerId },
          Limit: MAX_CUSTOMER_ORDERS_PER_SHARD + 1,
        }),
      ),
    );
    if (LastEvaluatedKey !== undefined) return undefined;
    return Items.map((item) => {
      const { sk, order_date } = v.parse(indexEntry, item);
      return { orderId: parseOrderSortKey(sk).orderId, orderDate: order_date };
    });
  }

  /** Queries the partitions of one shard as a whole. */
  async function queryCustomerShard(
    partitions: readonly string[],
    customerId: string,
  ): Promise<CustomerOrderRef[] | undefined> {
    const found: CustomerOrderRef[] = [];
    for (const orders of await Promise.all(partitions.map((pk) => queryCustomerPartition(pk, customerId)))) {
      if (orders === undefined) return undefined;
      found.push(...orders);
    }
    return found.length > MAX_CUSTOMER_ORDERS_PER_SHARD ? undefined : found;
  }

  /** Queries a shard once: roots of orders in the range, and the place to continue. */
  async function queryShard(
    partitions: readonly string[],
    after: string | undefined,
    { from, to }: TimeRange,
    limit: number | undefined,
  ) {
    const bounds = [
      ...(from === undefined ? [] : ['order_date >= :from']),
      ...(to === undefined ? [] : ['order_date < :to']),
    ];
    const input = {
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ...(bounds.length > 0 && { FilterExpression: bounds.join(' AND ') }),
      ExpressionAttributeValues: {
        ...(from !== undefined && { ':from': from }),
        ...(to !== undefined && { ':to': to }),
      },
      ReturnConsumedCapacity: 'TOTAL' as const,
      ...(limit !== undefined && { Limit: limit }),
    };
    const { items, last, units = MOST_UNITS } = await readShardPage(db, input, partitions, after);
    return { roots: items.map(parseOrderPart).filter(({ path }) => path === ROOT_PATH), last, units };
  }

  return {
    /** The root of an order; undefined if it is not stored. */
    async root(dataset: DatasetRef, orderId: string): Promise<OrderPart | undefined> {
      const [root] = await store.readParts(dataset, [{ orderId, path: ROOT_PATH }], await shards.of(dataset));
      return root;
    },

    /**
     * Parts of a wide order, in the order of their paths, and the sort key to continue after; undefined at
     * the end. `after`: the `next` of the previous page.
     */
    async parts(dataset: DatasetRef, orderId: string, after: string | undefined) {
      const first = toOrderSortKey(orderId, ROOT_PATH);
      const input = {
        TableName,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: { ':first': first, ':last': toOrderSortKey(orderId, AFTER_PATHS) },
        Limit: PARTS_PER_PAGE,
      };
      const partition = toOrderPartition(dataset, orderId, await shards.of(dataset));
      const { items, last } = await readShardPage(db, input, [partition], after ?? first);
      // Keys of another order lie among the parts if its id begins like their keys.
      return { parts: items.map(parseOrderPart).filter((part) => part.orderId === orderId), next: last };
    },

    /**
     * All orders of a customer, by the index: an order written within the last second may be missing, and one
     * that has changed its customer may be present. Undefined if they are too many.
     */
    async ofCustomer(dataset: DatasetRef, customerId: string): Promise<CustomerOrderRef[] | undefined> {
      const among = await shards.of(dataset);
      const found: CustomerOrderRef[] = [];
      const reads = Array.from({ length: SHARD_COUNT }, (_, shard) =>
        queryCustomerShard(listShardPartitions(dataset, shard, among), customerId),
      );
      for (const orders of await Promise.all(reads)) {
        if (orders === undefined) return undefined;
        found.push(...orders);
      }
      return found;
    },

    /** The roots of the first of these orders, up to a page; undefined for orders that are not stored. */
    async roots(dataset: DatasetRef, orderIds: readonly string[]): Promise<(OrderPart | undefined)[]> {
      const read: (OrderPart | undefined)[] = [];
      const among = await shards.of(dataset);
      for (let bytes = 0; read.length < orderIds.length && bytes < PAGE_BYTES; ) {
        const ids = orderIds.slice(read.length, read.length + READ_AT_ONCE);
        const parts = await store.readParts(
          dataset,
          ids.map((orderId) => ({ orderId, path: ROOT_PATH })),
          among,
        );
        const byId = new Map(parts.map((part) => [part.orderId, part]));
        read.push(...ids.map((id) => byId.get(id)));
        bytes += parts.reduce((sum, part) => sum + estimateMostBytes(part), 0);
      }
      return read;
    },

    /**
     * Roots of the orders from a place on, in the order of their keys, and the place to continue; undefined
     * at the end.
     */
    async walk(dataset: DatasetRef, from: OrderPosition, range: TimeRange, limit: number) {
      const roots: OrderPart[] = [];
      let place = from;
      const among = await shards.of(dataset);
      for (let units = 0; units < PAGE_UNITS && roots.length < limit; ) {
        // A range with few orders is searched by whole megabytes.
        const partitions = listShardPartitions(dataset, place.shard, among);
        const page = await queryShard(partitions, place.after, range, units === 0 ? limit : undefined);
        units += page.units;
        const taken = page.roots.slice(0, limit - roots.length);
        roots.push(...taken);
        const last = taken.at(-1);
        if (last !== undefined && taken.length < page.roots.length) {
          return { roots, next: { shard: place.shard, after: toOrderSortKey(last.orderId, ROOT_PATH) } };
        }
        if (page.last !== undefined) place = { ...place, after: page.last };
        else if (place.shard + 1 < SHARD_COUNT) place = { shard: place.shard + 1, after: undefined };
        else return { roots, next: undefined };
      }
      return { roots, next: place };
    },
  };
}
export type OrderReader = ReturnType<typeof createOrderReader>;
