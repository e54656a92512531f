// Reads and writes the Orders table. A chunk is committed in one transaction with its receipt, its part of the row
// counters and a new revision of the dataset: everything is stored, or nothing.
import { randomUUID } from 'node:crypto';
import {
  type AttributeValue,
  BatchGetItemCommand,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { hash32 } from '../../analysis/ingest/hash.ts';
import { COUNTER_SHARDS, type CounterDraw, computeShardLimit } from '../../analysis/ingest/row-capacity.ts';
import { type OrderPart, packOrderPart, unpackPart } from '../../analysis/ingest/stored-order.ts';
import { toGroupRowsAttribute, toRevisionAttribute } from '../accounts/row-counters.ts';
import { computeItemBytes, toAttributes, toItem } from '../aws/attributes.ts';
import { isTransient, readCancellationCodes, waitWithJitter } from '../aws/dynamodb-errors.ts';
import { markShort } from '../aws/short-way.ts';
import { findRefusedParts, type Parts } from '../aws/transact.ts';
import { createDatasetShards } from '../datasets/dataset-shards.ts';
import { parseOrderSortKey, toOrderKey } from '../tables/orders-table.ts';
import { toReceiptKey, toRowCounterKey } from '../tables/service-table.ts';
import type { AppliedReceipt } from './import-item.ts';

const MAX_TRANSACTION_ITEMS = 100;
/** DynamoDB accepts 4 MB per transaction; the remainder is reserved for keys and attribute names. */
const MAX_TRANSACTION_BYTES = 3_500_000;
const MAX_BATCH_GET_KEYS = 100;
/**
 * Number of consecutive chunks with new orders only, after which the next one is committed without reading. A
 * refused transaction is billed like its writes, ten times as much as the read.
 */
const NEW_IN_A_ROW = 10;

const orderItem = v.object({
  pk: v.string(),
  sk: v.string(),
  version: v.number(),
  imports: v.array(v.string()),
  lines: v.exactOptional(v.string()),
  customer_id: v.exactOptional(v.string()),
  customer_import: v.exactOptional(v.number()),
  order_date: v.exactOptional(v.number()),
  date_import: v.exactOptional(v.number()),
  contact: v.exactOptional(v.string()),
  contact_import: v.exactOptional(v.number()),
  complete_import: v.exactOptional(v.number()),
  removed: v.exactOptional(v.string()),
});

/** A stored part with all its fields; `createShardOrders` reads only the values. */
export function parseOrderPart(item: unknown): OrderPart {
  const { sk, ...packed } = v.parse(orderItem, item);
  const { orderId, path } = parseOrderSortKey(sk);
  return unpackPart(orderId, path, packed);
}

export interface PartRef {
  readonly orderId: string;
  readonly path: string;
}

export interface DatasetRef {
  readonly accountId: string;
  readonly datasetId: string;
}

interface Tables {
  readonly orders: string;
  readonly service: string;
}

export interface ChunkCommit {
  readonly dataset: DatasetRef;
  readonly importId: string;
  readonly chunk: number;
  /** The half of the chunk that is committed; '' for the whole chunk. */
  readonly path: string;
  readonly parts: readonly OrderPart[];
  readonly draws: readonly CounterDraw[];
  readonly maxStoredRows: number;
  readonly receipt: AppliedReceipt;
  /** `dead`: the part was counted as failed before and is now applied after all. */
  readonly replaces: 'nothing' | 'dead';
}

export type CommitOutcome =
  | 'committed'
  /** The receipt exists already, or is no longer dead: this chunk (or its split) was decided before. */
  | 'decided_before'
  /** Another writer was faster: read and merge again. */
  | 'conflict'
  /** A row counter had less room than this chunk needs. */
  | 'counter_full'
  /** Too large for one transaction. */
  | 'too_large';

export function createOrderStore(db: DynamoDBDocumentClient, tables: Tables, newInARow = NEW_IN_A_ROW) {
  const shards = createDatasetShards(db, tables.service);
  /** Consecutive commits with new orders only, by dataset. */
  const commitsOfNew = new Map<string, number>();
  /** Shard numbers of datasets that have accepted orders: they never change. */
  const known = new Map<string, number>();

  async function readShards(dataset: DatasetRef): Promise<number> {
    const name = toName(dataset);
    const found = known.get(name) ?? (await shards.of(dataset));
    known.set(name, found);
    return found;
  }

  async function readBatch(keys: Record<string, AttributeValue>[]): Promise<OrderPart[]> {
    const parts: OrderPart[] = [];
    let pending = keys;
    for (let attempt = 0; pending.length > 0; attempt++) {
      if (attempt > 0) await waitWithJitter(attempt);
      const { Responses, UnprocessedKeys } = await db.send(
        markShort(
          new BatchGetItemCommand({
            RequestItems: { [tables.orders]: { Keys: pending, ConsistentRead: true } },
          }),
        ),
      );
      for (const item of Responses?.[tables.orders] ?? []) parts.push(parseOrderPart(toItem(item)));
      pending = UnprocessedKeys?.[tables.orders]?.Keys ?? [];
    }
    return parts;
  }

  return {
    /**
     * Whether a chunk's orders are likely to be new. A commit that assumes so is refused if one of them is
     * stored.
     */
    assumesNew(dataset: DatasetRef): boolean {
      return (commitsOfNew.get(toName(dataset)) ?? 0) >= newInARow;
    },

    /**
     * The stored parts, in no particular order. `shards`: for a dataset that may have accepted no orders yet.
     */
    async readParts(dataset: DatasetRef, refs: readonly PartRef[], shards?: number): Promise<OrderPart[]> {
      const { accountId, datasetId } = dataset;
      const among = shards ?? (await readShards(dataset));
      const keys = refs.map(({ orderId, path }) =>
        toAttributes({ ...toOrderKey(accountId, datasetId, orderId, path, among) }),
      );
      const batches: Promise<OrderPart[]>[] = [];
      for (let i = 0; i < keys.length; i += MAX_BATCH_GET_KEYS)
        batches.push(readBatch(keys.slice(i, i + MAX_BATCH_GET_KEYS)));
      return (await Promise.all(batches)).flat();
    },

    async commit(commit: ChunkCommit): Promise<CommitOutcome> {
      const { dataset } = commit;
      const parts = buildParts(tables, commit, await readShards(dataset));
      const items = Object.values(parts).flat();
      const bytes = items.reduce(
        (sum, { Put }) => sum + (Put === undefined ? 0 : computeItemBytes(Put.Item ?? {})),
        0,
      );
      if (items.length > MAX_TRANSACTION_ITEMS || bytes > MAX_TRANSACTION_BYTES) return 'too_large';
      try {
        await db.send(markShort(new TransactWriteItemsCommand({ TransactItems: items })));
        const areNew = commit.parts.every(({ version }) => version === 1);
        commitsOfNew.set(toName(dataset), areNew ? 1 + (commitsOfNew.get(toName(dataset)) ?? 0) : 0);
        return 'committed';
      } catch (error) {
        const codes = readCancellationCodes(error);
        if (codes === undefined) throw error;
        const refused = findRefusedParts(parts, codes);
        if (refused.has('orders')) commitsOfNew.delete(toName(dataset));
        if (refused.has('receipt')) return 'decided_before';
        if (refused.has('counters')) return 'counter_full';
        if (
          codes.every((code) => code === 'None' || code === 'ConditionalCheckFailed' || isTransient(code))
        ) {
          return 'conflict';
        }
        throw error;
      }
    },
  };
}
export type OrderStore = ReturnType<typeof createOrderStore>;

function toName({ accountId, datasetId }: DatasetRef): string {
  return `${accountId}#${datasetId}`;
}

/** The receipt, the row counters, and the orders. */
function buildParts(
  tables: Tables,
  commit: ChunkCommit,
  shards: number,
): Parts<'receipt' | 'counters' | 'orders', TransactWriteItem> {
  const { accountId, datasetId } = commit.dataset;
  // Random instead of counted: after a restore of the tables, a count could reach the same number a second
  // time.
  const revision = randomUUID();
  return {
    receipt: [
      {
        Put: {
          TableName: tables.service,
          Item: toAttributes({
            ...toReceiptKey(accountId, commit.importId, commit.chunk, commit.path),
            ...commit.receipt,
          }),
          ...(commit.replaces === 'dead'
            ? { ConditionExpression: 'dead = :true', ExpressionAttributeValues: { ':true': { BOOL: true } } }
            : { ConditionExpression: 'attribute_not_exists(pk)' }),
        },
      },
    ],
    counters: listDraws(commit).map(({ shard, rows }) => {
      // Rows can always be returned, even beyond a cap that was lowered.
      const room = rows <= 0 ? undefined : computeShardLimit(commit.maxStoredRows, shard) - rows;
      const hasRoom = 'attribute_not_exists(stored_rows) OR stored_rows <= :room';
      return {
        Update: {
          TableName: tables.service,
          Key: toAttributes({ ...toRowCounterKey(accountId, shard) }),
          UpdateExpression: `ADD stored_rows :rows, #group :rows SET #revision = :revision`,
          ...(room !== undefined && { ConditionExpression: hasRoom }),
          ExpressionAttributeNames: {
            '#revision': toRevisionAttribute(datasetId),
            '#group': toGroupRowsAttribute(datasetId),
          },
          ExpressionAttributeValues: toAttributes({
            ':rows': rows,
            ':revision': revision,
            ':room': room,
          }),
        },
      };
    }),
    orders: commit.parts.map((part) => ({
      Put: {
        TableName: tables.orders,
        Item: toAttributes({
          ...toOrderKey(accountId, datasetId, part.orderId, part.path, shards),
          ...packOrderPart(part),
        }),
        ...(part.version === 1
          ? { ConditionExpression: 'attribute_not_exists(pk)' }
          : {
              ConditionExpression: '#version = :stored',
              ExpressionAttributeNames: { '#version': 'version' },
              ExpressionAttributeValues: toAttributes({ ':stored': part.version - 1 }),
            }),
      },
    })),
  };
}

/** Every commit that changes orders updates a counter, whose revision shows that the dataset has changed. */
function listDraws({ draws, parts, importId, chunk }: ChunkCommit): readonly CounterDraw[] {
  if (draws.length > 0 || parts.length === 0) return draws;
  return [{ shard: hash32(`${importId}#${chunk}`) % COUNTER_SHARDS, rows: 0 }];
}
