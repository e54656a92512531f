// Reads the orders of one shard, page by page, without creating objects for unused lines. A read may stop
// between two orders and continue from there in another function.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { parseLines, ROOT_PATH, toOrderLine } from '../../analysis/ingest/stored-order.ts';
import type { CodedLines } from '../../analysis/orders/coded-lines.ts';
import type { OrderHeader, OrderLine } from '../../contract/resources/orders/row.ts';
import { createDatasetShards } from '../datasets/dataset-shards.ts';
import { listShardPartitions, parseOrderSortKey } from '../tables/orders-table.ts';
import type { DatasetRef } from './orders.ts';
import { readShardPages } from './shard-pages.ts';

const readItem = v.object({
  sk: v.string(),
  lines: v.optional(v.string()),
  imports: v.optional(v.array(v.string())),
  customer_id: v.optional(v.string()),
  order_date: v.optional(v.number()),
  contact: v.optional(v.string()),
});
type ReadItem = v.InferOutput<typeof readItem>;

/** Receives the orders of a shard in the order of their keys. */
export interface OrderSink {
  /** Called for every order. False: skips the order without decoding its lines. */
  wants(header: OrderHeader): boolean;
  /** Receives the lines of an order before it is added. */
  readonly lines: CodedLines;
  /** `from`: its first line; all lines from there on belong to it. */
  add(header: OrderHeader, from: number): void;
  /** Called for an order that is stored in parts, as soon as its root is read. */
  open?(header: OrderHeader): void;
  /** Called for the same order with all of its lines, in the sequence in which such orders were opened. */
  close(header: OrderHeader, lines: OrderLine[]): void;
  /**
   * Receives each order, or part of a wide one, as it is stored, instead of `add` and of the lines of `close`. `lines`:
   * JSON.
   */
  addStored?(
    header: OrderHeader,
    path: string,
    part: { readonly lines: string; readonly imports: readonly string[] },
  ): void;
  /** Awaited before the next page is read. */
  endPage?(): Promise<void>;
}

export interface ShardStretch {
  /** Sort key of the last item that was read before. Undefined: the beginning of the shard. */
  readonly after?: string | undefined;
  /** Called before each page: true stops before the next order. Default: never. */
  readonly isLate?: () => boolean;
  /** Number of shards, if known already. */
  readonly shards?: number;
}

/**
 * An order in parts. Its items begin with `prefix` and are adjacent, except for orders whose ids begin with
 * it, too.
 */
interface WideOrder {
  readonly header: OrderHeader;
  readonly lines: OrderLine[];
  readonly prefix: string;
}

export function createShardOrders(
  db: DynamoDBDocumentClient,
  tables: { readonly orders: string; readonly service: string },
) {
  const shards = createDatasetShards(db, tables.service);
  return {
    /** Returns the sort key to continue after; undefined at the end of the shard. */
    async read(dataset: DatasetRef, shard: number, sink: OrderSink, stretch: ShardStretch = {}) {
      const among = stretch.shards ?? (await shards.of(dataset));
      return readShardOrders(db, tables.orders, listShardPartitions(dataset, shard, among), sink, stretch);
    },
  };
}
export type ShardOrderReader = ReturnType<typeof createShardOrders>;

async function readShardOrders(
  db: DynamoDBDocumentClient,
  tableName: string,
  partitions: readonly string[],
  sink: OrderSink,
  { after, isLate = () => false }: ShardStretch,
): Promise<string | undefined> {
  /** Open orders by id, in the sequence of opening. */
  const wide = new Map<string, WideOrder>();
  const closeUpTo = (sk: string | undefined): void => {
    for (const [orderId, { header, lines, prefix }] of wide) {
      if (sk?.startsWith(prefix)) return;
      sink.close(header, lines);
      wide.delete(orderId);
    }
  };
  const addStored = (header: OrderHeader, path: string, { lines = '[]', imports = [] }: ReadItem): void =>
    sink.addStored?.(header, path, { lines, imports });
  const input = {
    TableName: tableName,
    KeyConditionExpression: 'pk = :pk',
    ProjectionExpression: `sk, #lines, customer_id, order_date, contact${sink.addStored ? ', imports' : ''}`,
    ExpressionAttributeNames: { '#lines': 'lines' },
  };
  // Strongly consistent, so that a report after an import includes all of it.
  const pages = readShardPages(db, input, partitions, after);
  let last = after;
  for await (const page of pages) {
    const stops = last !== after && isLate();
    for (const raw of page) {
      const item = v.parse(readItem, raw);
      if (wide.size > 0) closeUpTo(item.sk);
      if (stops && wide.size === 0) return last;
      last = item.sk;
      const { orderId, path } = parseOrderSortKey(item.sk);
      if (path !== ROOT_PATH) {
        // A skipped order has no root here.
        const root = wide.get(orderId);
        if (root === undefined) continue;
        if (sink.addStored) addStored(root.header, path, item);
        else for (const line of parseLines(item.lines)) root.lines.push(toOrderLine(line));
        continue;
      }
      const header = toHeader(orderId, item);
      if (!sink.wants(header)) continue;
      if (item.lines === undefined) {
        sink.open?.(header);
        wide.set(orderId, { header, lines: [], prefix: item.sk });
        continue;
      }
      if (sink.addStored) {
        addStored(header, path, item);
        continue;
      }
      const from = sink.lines.count;
      for (const line of parseLines(item.lines)) sink.lines.add(toOrderLine(line));
      sink.add(header, from);
    }
    await sink.endPage?.();
  }
  closeUpTo(undefined);
  return undefined;
}

function toHeader(orderId: string, item: ReadItem): OrderHeader {
  return { orderId, customerId: item.customer_id, orderDate: item.order_date, contact: item.contact };
}
