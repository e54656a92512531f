// Import jobs and the receipts of their chunks. The receipts are the truth: a chunk's rows are counted by the
// receipt that was committed with them, and by nothing else.
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { conditionFailed } from './dynamodb-errors.ts';
import { queryAll } from './query-all.ts';
import {
  IMPORT_PREFIX,
  importKey,
  RECEIPT_PREFIX,
  receiptKey,
  receiptPartition,
  receiptPrefix,
  UNFINISHED_INDEX,
} from './service-table.ts';

const count = v.number();
const rowCounts = v.object({ inserted: count, updated: count, failed: count });

const importItem = v.object({
  account_id: v.string(),
  import_id: v.string(),
  dataset_id: v.string(),
  created_at: v.string(),
  /** Rows of each chunk: what is booked as failed for a chunk that can't be applied. */
  chunk_rows: v.array(count),
  /** When all chunks were in the queue. Missing: the request died before that. */
  queued_at: v.optional(v.string()),
  /** Chunks whose receipts are complete. */
  done: v.optional(v.instance(Set<number>)),
  /** Set once, with the sums of the receipts. */
  completed_at: v.optional(v.string()),
  rows: v.optional(rowCounts),
  warning: v.optional(v.string()),
  fail_reason: v.optional(v.string()),
});
export type ImportItem = v.InferOutput<typeof importItem>;

const receiptItem = v.variant('kind', [
  v.object({
    kind: v.literal('applied'),
    ...rowCounts.entries,
    /** Of the failed rows, those that the storage cap kept out. */
    over_cap: v.optional(count, 0),
    reason: v.optional(v.string()),
  }),
  /** The chunk was too large for one transaction: its two halves have receipts of their own. */
  v.object({ kind: v.literal('split') }),
]);
export type Receipt = v.InferOutput<typeof receiptItem>;
export type AppliedReceipt = Extract<Receipt, { kind: 'applied' }>;

export interface ImportRef {
  readonly accountId: string;
  readonly importId: string;
}

export function createImportStore(db: DynamoDBDocumentClient, tableName: string) {
  return {
    async create(item: ImportItem): Promise<void> {
      await db.send(
        new PutCommand({
          TableName: tableName,
          Item: {
            ...importKey(item.account_id, item.import_id),
            ...item,
            [UNFINISHED_INDEX.partition]: 'import',
            [UNFINISHED_INDEX.sort]: item.created_at,
          },
          ConditionExpression: 'attribute_not_exists(pk)',
        }),
      );
    },

    async noteQueued({ accountId, importId }: ImportRef, at: string): Promise<void> {
      await db.send(
        new UpdateCommand({
          TableName: tableName,
          Key: importKey(accountId, importId),
          UpdateExpression: 'SET queued_at = if_not_exists(queued_at, :at)',
          ExpressionAttributeValues: { ':at': at },
        }),
      );
    },

    async get({ accountId, importId }: ImportRef): Promise<ImportItem | undefined> {
      const { Item } = await db.send(
        new GetCommand({ TableName: tableName, Key: importKey(accountId, importId), ConsistentRead: true }),
      );
      return Item === undefined ? undefined : v.parse(importItem, Item);
    },

    /** Newest first: import ids are ULIDs. */
    async listRecent(accountId: string, limit: number): Promise<ImportItem[]> {
      const { Items } = await db.send(
        new QueryCommand({
          TableName: tableName,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: { ':pk': accountId, ':prefix': IMPORT_PREFIX },
          ScanIndexForward: false,
          Limit: limit,
          ConsistentRead: true,
        }),
      );
      return v.parse(v.array(importItem), Items ?? []);
    },

    /** Marks a chunk as done: a set, so that a repeated delivery changes nothing. Gives the import as it is then. */
    async noteChunkDone({ accountId, importId }: ImportRef, chunk: number): Promise<ImportItem | undefined> {
      try {
        const { Attributes } = await db.send(
          new UpdateCommand({
            TableName: tableName,
            Key: importKey(accountId, importId),
            UpdateExpression: 'ADD done :chunk',
            ConditionExpression: 'attribute_exists(pk)',
            ExpressionAttributeValues: { ':chunk': new Set([chunk]) },
            ReturnValues: 'ALL_NEW',
          }),
        );
        return v.parse(importItem, Attributes);
      } catch (error) {
        if (conditionFailed(error)) return undefined;
        throw error;
      }
    },

    /** Whoever comes second finds it completed and changes nothing. */
    async complete(
      { accountId, importId }: ImportRef,
      outcome: {
        readonly rows: v.InferOutput<typeof rowCounts>;
        readonly completedAt: string;
        readonly warning: string | undefined;
        readonly failReason: string | undefined;
      },
    ): Promise<void> {
      try {
        await db.send(
          new UpdateCommand({
            TableName: tableName,
            Key: importKey(accountId, importId),
            UpdateExpression: `SET ${[
              '#rows = :rows',
              'completed_at = :at',
              ...(outcome.warning === undefined ? [] : ['warning = :warning']),
              ...(outcome.failReason === undefined ? [] : ['fail_reason = :reason']),
            ].join(', ')} REMOVE #kind, #since`,
            ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(completed_at)',
            ExpressionAttributeNames: {
              '#rows': 'rows',
              '#kind': UNFINISHED_INDEX.partition,
              '#since': UNFINISHED_INDEX.sort,
            },
            ExpressionAttributeValues: {
              ':rows': outcome.rows,
              ':at': outcome.completedAt,
              ':warning': outcome.warning,
              ':reason': outcome.failReason,
            },
          }),
        );
      } catch (error) {
        if (!conditionFailed(error)) throw error;
      }
    },

    async getReceipt(
      { accountId, importId }: ImportRef,
      chunk: number,
      path: string,
    ): Promise<Receipt | undefined> {
      const { Item } = await db.send(
        new GetCommand({
          TableName: tableName,
          Key: receiptKey(accountId, importId, chunk, path),
          ConsistentRead: true,
        }),
      );
      return Item === undefined ? undefined : v.parse(receiptItem, Item);
    },

    /** Books a receipt unless there is one. True when this call wrote it. */
    async putReceipt(
      { accountId, importId }: ImportRef,
      chunk: number,
      path: string,
      receipt: Receipt,
    ): Promise<boolean> {
      try {
        await db.send(
          new PutCommand({
            TableName: tableName,
            Item: { ...receiptKey(accountId, importId, chunk, path), ...receipt },
            ConditionExpression: 'attribute_not_exists(pk)',
          }),
        );
        return true;
      } catch (error) {
        if (conditionFailed(error)) return false;
        throw error;
      }
    },

    /** All receipts of an import, or of one of its chunks. */
    async listReceipts({ accountId, importId }: ImportRef, chunk?: number): Promise<Receipt[]> {
      const items = await queryAll(db, {
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: {
          ':pk': receiptPartition(accountId, importId),
          ':prefix': chunk === undefined ? RECEIPT_PREFIX : receiptPrefix(chunk),
        },
        ConsistentRead: true,
      });
      return v.parse(v.array(receiptItem), items);
    },
  };
}
export type ImportStore = ReturnType<typeof createImportStore>;
