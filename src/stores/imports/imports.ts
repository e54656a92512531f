// Import jobs and the receipts of their chunks. The receipts are authoritative: a chunk's rows are counted only by the
// receipt that was committed with them.
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { cancellationCodes, conditionFailed } from '../aws/dynamodb-errors.ts';
import { queryAll } from '../aws/query-all.ts';
import {
  IMPORT_PREFIX,
  importKey,
  RECEIPT_PREFIX,
  receiptKey,
  receiptPartition,
  receiptPrefix,
  UNFINISHED_INDEX,
} from '../tables/service-table.ts';
import {
  type AppliedReceipt,
  type ImportItem,
  type ImportOutcome,
  type ImportRef,
  importItem,
  type Receipt,
  receiptItem,
} from './import-item.ts';

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

    /** Newest first: import ids are ULIDs. `before`: the last id of the previous page. */
    async listRecent(accountId: string, limit: number, before?: string): Promise<ImportItem[]> {
      const { Items } = await db.send(
        new QueryCommand({
          TableName: tableName,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: { ':pk': accountId, ':prefix': IMPORT_PREFIX },
          ScanIndexForward: false,
          Limit: limit,
          ConsistentRead: true,
          ...(before !== undefined && { ExclusiveStartKey: { ...importKey(accountId, before) } }),
        }),
      );
      return v.parse(v.array(importItem), Items ?? []);
    },

    /** Deletes the details of failed rows, so that erased data is no longer named. */
    async forgetErrors({ accountId, importId }: ImportRef): Promise<void> {
      const receipts = await queryAll(db, {
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        FilterExpression: 'attribute_exists(errors)',
        ProjectionExpression: 'pk, sk',
        ExpressionAttributeValues: {
          ':pk': receiptPartition(accountId, importId),
          ':prefix': RECEIPT_PREFIX,
        },
        ConsistentRead: true,
      });
      const keys = [...receipts.map(({ pk, sk }) => ({ pk, sk })), { ...importKey(accountId, importId) }];
      for (const Key of keys) {
        await db.send(
          new UpdateCommand({
            TableName: tableName,
            Key,
            UpdateExpression: 'REMOVE errors',
            ConditionExpression: 'attribute_exists(pk)',
          }),
        );
      }
    },

    /** Marks chunks as done and returns the updated import. `done` is a set, so a redelivery changes nothing. */
    async noteChunksDone(
      { accountId, importId }: ImportRef,
      chunks: readonly number[],
    ): Promise<ImportItem | undefined> {
      try {
        const { Attributes } = await db.send(
          new UpdateCommand({
            TableName: tableName,
            Key: importKey(accountId, importId),
            UpdateExpression: 'ADD done :chunks',
            ConditionExpression: 'attribute_exists(pk)',
            ExpressionAttributeValues: { ':chunks': new Set(chunks) },
            ReturnValues: 'ALL_NEW',
          }),
        );
        return v.parse(importItem, Attributes);
      } catch (error) {
        if (conditionFailed(error)) return undefined;
        throw error;
      }
    },

    /** A letter is about to be kept. `unplaced`: its name, if it names no chunk of the import. */
    async noteLetter(
      { accountId, importId }: ImportRef,
      at: string,
      unplaced: string | undefined,
    ): Promise<void> {
      await db.send(
        new UpdateCommand({
          TableName: tableName,
          Key: importKey(accountId, importId),
          UpdateExpression: `SET letter_at = :at${unplaced === undefined ? '' : ' ADD unplaced :letter'}`,
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: {
            ':at': at,
            ...(unplaced !== undefined && { ':letter': new Set([unplaced]) }),
          },
        }),
      );
    },

    /** Of two concurrent calls, the second finds the import completed and changes nothing. */
    async complete(
      { accountId, importId }: ImportRef,
      outcome: ImportOutcome,
      completedAt: string,
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
              ...(outcome.errors.length === 0 ? [] : ['errors = :errors']),
            ].join(', ')} REMOVE #kind, #since`,
            ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(completed_at)',
            ExpressionAttributeNames: {
              '#rows': 'rows',
              '#kind': UNFINISHED_INDEX.partition,
              '#since': UNFINISHED_INDEX.sort,
            },
            ExpressionAttributeValues: {
              ':rows': outcome.rows,
              ':at': completedAt,
              ':warning': outcome.warning,
              ':reason': outcome.failReason,
              ':errors': outcome.errors.length === 0 ? undefined : outcome.errors,
            },
          }),
        );
      } catch (error) {
        if (!conditionFailed(error)) throw error;
      }
    },

    /**
     * Stores recalculated counts of a completed import. Returns false if another recount was faster; the caller then
     * sums the receipts again.
     */
    async recount(item: ImportItem, { rows, warning, failReason, errors }: ImportOutcome): Promise<boolean> {
      const optional = { warning, fail_reason: failReason, errors: errors.length === 0 ? undefined : errors };
      const known = item.recounts ?? 0;
      const set = Object.entries(optional).filter(([, value]) => value !== undefined);
      const unset = Object.entries(optional).filter(([, value]) => value === undefined);
      try {
        await db.send(
          new UpdateCommand({
            TableName: tableName,
            Key: importKey(item.account_id, item.import_id),
            UpdateExpression:
              `SET ${['#rows = :rows', 'recounts = :next', ...set.map(([name]) => `${name} = :${name}`)].join(', ')}` +
              (unset.length === 0 ? '' : ` REMOVE ${unset.map(([name]) => name).join(', ')}`),
            ConditionExpression:
              'attribute_exists(completed_at) AND (recounts = :known OR (attribute_not_exists(recounts) AND :known = :none))',
            ExpressionAttributeNames: { '#rows': 'rows' },
            ExpressionAttributeValues: {
              ':rows': rows,
              ':known': known,
              ':next': known + 1,
              ':none': 0,
              ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
            },
          }),
        );
        return true;
      } catch (error) {
        if (conditionFailed(error)) return false;
        throw error;
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

    /** Writes a receipt unless one exists. Returns true if this call wrote it. */
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

    /**
     * Splits a dead part that is too large for one transaction: its receipt becomes that of a split, and its halves get
     * dead receipts. Does nothing if the part is no longer dead.
     */
    async splitDead(
      { accountId, importId }: ImportRef,
      chunk: number,
      path: string,
      halves: readonly { readonly path: string; readonly receipt: AppliedReceipt }[],
    ): Promise<void> {
      try {
        await db.send(
          new TransactWriteCommand({
            TransactItems: [
              {
                Put: {
                  TableName: tableName,
                  Item: { ...receiptKey(accountId, importId, chunk, path), kind: 'split' },
                  ConditionExpression: 'dead = :true',
                  ExpressionAttributeValues: { ':true': true },
                },
              },
              ...halves.map((half) => ({
                Put: {
                  TableName: tableName,
                  Item: { ...receiptKey(accountId, importId, chunk, half.path), ...half.receipt },
                  ConditionExpression: 'attribute_not_exists(pk)',
                },
              })),
            ],
          }),
        );
      } catch (error) {
        if (!cancellationCodes(error)?.includes('ConditionalCheckFailed')) throw error;
      }
    },

    /** Writes the missing receipts of one chunk: all of them, or none (returning false) if one of them exists. */
    async putReceipts(
      { accountId, importId }: ImportRef,
      chunk: number,
      receipts: readonly { readonly path: string; readonly receipt: AppliedReceipt }[],
    ): Promise<boolean> {
      const TransactItems = receipts.map(({ path, receipt }) => ({
        Put: {
          TableName: tableName,
          Item: { ...receiptKey(accountId, importId, chunk, path), ...receipt },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      }));
      try {
        await db.send(new TransactWriteCommand({ TransactItems }));
        return true;
      } catch (error) {
        if (cancellationCodes(error)?.includes('ConditionalCheckFailed') === true) return false;
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
