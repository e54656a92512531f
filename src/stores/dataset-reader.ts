// Reads a dataset's orders straight into columns, a few shards at a time, without creating an object per line; of an
// order on a day that is not needed, not even the lines are decoded, unless an extract of all orders is collected. Shards
// are joined in order, so that equal stored data gives equal columns.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { ExtractBuilder } from '../core/extract/extract-builder.ts';
import { type PackedLine, parseLines, ROOT_PATH } from '../core/ingest/stored-order.ts';
import type { OrderColumns } from '../core/orders/columns.ts';
import {
  type ColumnsBuilderOptions,
  combineColumns,
  createColumnsBuilder,
} from '../core/orders/columns-builder.ts';
import type { OrderHeader, OrderLine } from '../core/orders/row.ts';
import type { DatasetRef } from './orders.ts';
import { parseOrderSortKey, shardPartitions } from './orders-table.ts';
import { queryPages } from './query-all.ts';

const SHARDS_AT_ONCE = 4;

const readItem = v.object({
  sk: v.string(),
  lines: v.optional(v.string()),
  customer_id: v.optional(v.string()),
  order_date: v.optional(v.number()),
});
type ReadItem = v.InferOutput<typeof readItem>;

export interface ReadOptions extends ColumnsBuilderOptions {
  /** Called after each shard with the fraction of shards read so far. */
  readonly onShard?: (share: number) => void;
  /** Collects all orders, also those that the report does not need. */
  readonly extract?: ExtractBuilder | undefined;
}

/** An order in parts, until all of them are read. */
interface WideOrder {
  readonly header: OrderHeader;
  readonly lines: OrderLine[];
  readonly isTaken: boolean;
}

export function createDatasetReader(db: DynamoDBDocumentClient, tableName: string) {
  async function readShard(index: number, partition: string, options: ReadOptions): Promise<OrderColumns> {
    const builder = createColumnsBuilder(options);
    const extracted = options.extract?.openShard();
    const wide = new Map<string, WideOrder>();
    const pages = queryPages(db, {
      TableName: tableName,
      KeyConditionExpression: 'pk = :pk',
      ProjectionExpression: 'sk, #lines, customer_id, order_date',
      ExpressionAttributeNames: { '#lines': 'lines' },
      ExpressionAttributeValues: { ':pk': partition },
      // Strongly consistent, so that a report that follows an import includes all of it.
      ConsistentRead: true,
    });
    for await (const page of pages) {
      for (const raw of page) {
        const item = v.parse(readItem, raw);
        const { orderId, path } = parseOrderSortKey(item.sk);
        if (path !== ROOT_PATH) {
          // A part sorts after its root: "0" is a prefix of its path. There is no root for one that is not needed.
          const root = wide.get(orderId);
          if (root !== undefined) for (const line of parseLines(item.lines)) root.lines.push(toLine(line));
          continue;
        }
        const header = headerOf(orderId, item);
        const isTaken = builder.takes(header);
        if (!isTaken && extracted === undefined) continue;
        if (item.lines === undefined) {
          wide.set(orderId, { header, lines: [], isTaken });
          extracted?.add(header, undefined);
          continue;
        }
        const lines = parseLines(item.lines).map(toLine);
        extracted?.add(header, lines);
        if (isTaken) builder.add(header, lines);
      }
    }
    for (const { header, lines, isTaken } of wide.values()) {
      extracted?.addLines(lines);
      if (isTaken) builder.add(header, lines);
    }
    if (extracted !== undefined) options.extract?.closeShard(index, extracted);
    return builder.build();
  }

  return {
    async read({ accountId, datasetId }: DatasetRef, options: ReadOptions): Promise<OrderColumns> {
      const partitions = shardPartitions(accountId, datasetId);
      const shards = new Array<OrderColumns>(partitions.length);
      const pending = partitions.entries();
      let done = 0;
      const worker = async (): Promise<void> => {
        for (const [index, partition] of pending) {
          shards[index] = await readShard(index, partition, options);
          options.onShard?.(++done / partitions.length);
        }
      };
      await Promise.all(Array.from({ length: SHARDS_AT_ONCE }, worker));
      return combineColumns(shards);
    },
  };
}
export type DatasetReader = ReturnType<typeof createDatasetReader>;

function headerOf(orderId: string, item: ReadItem): OrderHeader {
  return { orderId, customerId: item.customer_id, orderDate: item.order_date };
}

function toLine([name, sku, unitPrice, quantity, , customFields]: PackedLine): OrderLine {
  return { name: name ?? undefined, sku: sku ?? undefined, unitPrice, quantity, customFields };
}
