// The receipts of an import's chunks, which are authoritative: a chunk's rows are counted only by the receipt that was
// committed with them.

import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { isConditionFailed } from '../aws/dynamodb-errors.ts';
import { buildPrefixQuery, buildUpdate, getItem, queryAll } from '../aws/items.ts';
import { transact } from '../aws/transact.ts';
import {
  RECEIPT_PREFIX,
  toImportKey,
  toReceiptKey,
  toReceiptPartition,
  toReceiptPrefix,
} from '../tables/service-table.ts';
import { type AppliedReceipt, type ImportRef, type Receipt, receiptItem } from './import-item.ts';

interface PlacedReceipt {
  readonly path: string;
  readonly receipt: AppliedReceipt;
}

export function createReceipts(db: DynamoDBDocumentClient, tableName: string) {
  /** Writes the receipt unless one exists. */
  function put({ accountId, importId }: ImportRef, chunk: number, path: string, receipt: Receipt) {
    return {
      TableName: tableName,
      Item: { ...toReceiptKey(accountId, importId, chunk, path), ...receipt },
      ConditionExpression: 'attribute_not_exists(pk)',
    };
  }

  return {
    getReceipt: (
      { accountId, importId }: ImportRef,
      chunk: number,
      path: string,
    ): Promise<Receipt | undefined> =>
      getItem(db, tableName, toReceiptKey(accountId, importId, chunk, path), receiptItem),

    /** Writes a receipt unless one exists. Returns true if this call wrote it. */
    async putReceipt(ref: ImportRef, chunk: number, path: string, receipt: Receipt): Promise<boolean> {
      try {
        await db.send(new PutCommand(put(ref, chunk, path, receipt)));
        return true;
      } catch (error) {
        if (isConditionFailed(error)) return false;
        throw error;
      }
    },

    /**
     * Splits a dead part that is too large for one transaction: its receipt becomes that of a split, and its
     * halves get dead receipts. Does nothing if the part is no longer dead.
     */
    async splitDead(
      ref: ImportRef,
      chunk: number,
      path: string,
      halves: readonly PlacedReceipt[],
    ): Promise<void> {
      const Put = {
        ...put(ref, chunk, path, { kind: 'split' }),
        ConditionExpression: 'dead = :true',
        ExpressionAttributeValues: { ':true': true },
      };
      const parts = {
        whole: [{ Put }],
        halves: halves.map((half) => ({ Put: put(ref, chunk, half.path, half.receipt) })),
      };
      await transact(db, parts, 0);
    },

    /** Writes the missing receipts of one chunk: all of them, or none (returning false) if one of them exists. */
    async putReceipts(ref: ImportRef, chunk: number, receipts: readonly PlacedReceipt[]): Promise<boolean> {
      const puts = receipts.map(({ path, receipt }) => ({ Put: put(ref, chunk, path, receipt) }));
      return (await transact(db, { receipts: puts }, 0)).size === 0;
    },

    /** All receipts of an import, or of one of its chunks. */
    async listReceipts({ accountId, importId }: ImportRef, chunk?: number): Promise<Receipt[]> {
      const prefix = chunk === undefined ? RECEIPT_PREFIX : toReceiptPrefix(chunk);
      const items = await queryAll(
        db,
        buildPrefixQuery(tableName, toReceiptPartition(accountId, importId), prefix),
      );
      return v.parse(v.array(receiptItem), items);
    },

    /** Deletes the details of failed rows, so that they no longer name erased data. */
    async forgetErrors({ accountId, importId }: ImportRef): Promise<void> {
      const receipts = await queryAll(db, {
        ...buildPrefixQuery(tableName, toReceiptPartition(accountId, importId), RECEIPT_PREFIX),
        ProjectionExpression: 'pk, sk',
      });
      const keys = [
        ...receipts.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })),
        toImportKey(accountId, importId),
      ];
      for (const key of keys) {
        const change = { remove: ['errors'], condition: 'attribute_exists(pk)' };
        await db.send(new UpdateCommand(buildUpdate(tableName, key, change)));
      }
    },
  };
}
