// Reads a dataset's orders straight into columns, a few shards at a time, without creating an object per
// line. Lines of orders on other days are not even decoded, unless an extract of all orders is collected.
// Shards are joined in order, so that equal stored data gives equal columns.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ExtractBuilder } from '../../analysis/extract/extract-file.ts';
import type { CustomerFacts } from '../../analysis/identity/customer-facts.ts';
import { CodedLines } from '../../analysis/orders/coded-lines.ts';
import type { OrderColumns } from '../../analysis/orders/columns.ts';
import {
  type ColumnsBuilderOptions,
  combineColumns,
  createColumnsBuilder,
} from '../../analysis/orders/columns-builder.ts';
import type { OrderHeader, OrderLine } from '../../contract/resources/orders/row.ts';
import { SHARD_COUNT } from '../../contract/schema/limits.ts';
import type { DatasetRef } from '../orders/orders.ts';
import { createShardOrders, type OrderSink } from '../orders/shard-orders.ts';
import { createDatasetShards } from './dataset-shards.ts';

const SHARDS_AT_ONCE = 4;

export interface DatasetReadOptions extends ColumnsBuilderOptions {
  /** Called after each shard with the fraction of shards read so far. */
  readonly onShard?: (share: number) => void;
  /** Collects all orders, including those that the report does not use. */
  readonly extract?: ExtractBuilder | undefined;
  /** Receives every order, too: what shows which customers are one person. */
  readonly facts?: CustomerFacts | undefined;
}

/** An order in parts, until all orders of its shard are read. */
interface WideOrder {
  readonly header: OrderHeader;
  readonly lines: OrderLine[];
  readonly isTaken: boolean;
}

export function createDatasetReader(
  db: DynamoDBDocumentClient,
  tables: { readonly orders: string; readonly service: string },
) {
  const shardOrders = createShardOrders(db, tables);
  const datasetShards = createDatasetShards(db, tables.service);

  async function readShard(
    dataset: DatasetRef,
    among: number,
    shard: number,
    options: DatasetReadOptions,
  ): Promise<OrderColumns> {
    const { facts } = options;
    const builder = createColumnsBuilder(options);
    const lines = new CodedLines();
    const extracted = options.extract?.openShard(lines);
    const wide: WideOrder[] = [];
    const takenWide = new Set<OrderHeader>();
    let isTaken = false;
    const sink: OrderSink = {
      wants(header) {
        isTaken = builder.takes(header);
        return isTaken || extracted !== undefined || facts !== undefined;
      },
      lines,
      add(header, from) {
        if (isTaken) builder.addCoded(header, lines, from, lines.count);
        facts?.addCoded(header, lines, from, lines.count);
        if (extracted === undefined) lines.count = 0;
        else extracted.add(header, from);
      },
      open(header) {
        extracted?.add(header, undefined);
        if (isTaken) takenWide.add(header);
      },
      close(header, orderLines) {
        wide.push({ header, lines: orderLines, isTaken: takenWide.has(header) });
      },
    };
    await shardOrders.read(dataset, shard, sink, { shards: among });
    for (const order of wide) {
      if (order.isTaken) builder.add(order.header, order.lines);
      facts?.add(order.header, order.lines);
      if (extracted === undefined) continue;
      for (const line of order.lines) lines.add(line);
      extracted.addLines(order.lines.length);
    }
    if (extracted !== undefined) options.extract?.closeShard(shard, extracted);
    return builder.build();
  }

  return {
    async read(dataset: DatasetRef, options: DatasetReadOptions): Promise<OrderColumns> {
      const shards = new Array<OrderColumns>(SHARD_COUNT);
      const pending = shards.keys();
      let done = 0;
      const among = await datasetShards.of(dataset);
      const runWorker = async (): Promise<void> => {
        for (const shard of pending) {
          shards[shard] = await readShard(dataset, among, shard, options);
          options.onShard?.(++done / SHARD_COUNT);
        }
      };
      await Promise.all(Array.from({ length: SHARDS_AT_ONCE }, runWorker));
      return combineColumns(shards);
    },
  };
}
export type DatasetReader = ReturnType<typeof createDatasetReader>;
