// Stores import jobs, and the receipts of their chunks.

import { type DynamoDBDocumentClient, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { formatImportSentences, type ImportSentence } from '../../contract/sentences/import-reasons.ts';
import { buildPrefixQuery, buildUpdate, getItem, updateIf } from '../aws/items.ts';
import { type CreatedRange, type ItemPage, listNewestFirst, type PageRequest } from '../aws/newest-first.ts';
import { markShort } from '../aws/short-way.ts';
import {
  IMPORT_PREFIX,
  toImportKey,
  toUnfinishedPartition,
  UNFINISHED_INDEX,
} from '../tables/service-table.ts';
import { endWithEvent } from '../webhooks/outbox.ts';
import {
  type ImportItem,
  type ImportOutcome,
  type ImportRef,
  type ImportSummary,
  importItem,
  importSummary,
} from './import-item.ts';
import { createReceipts } from './receipts.ts';

// The counts of a completed import.

/** Missing members are removed. */
function toRemarks({ warning, failReason, errors }: ImportOutcome) {
  return {
    warning: formatSentences(warning),
    warning_coded: omitEmpty(warning),
    fail_reason: formatSentences(failReason),
    fail_reason_coded: omitEmpty(failReason),
    errors: omitEmpty(errors),
  };
}

const omitEmpty = <T>(list: readonly T[]): readonly T[] | undefined => (list.length === 0 ? undefined : list);
const formatSentences = (sentences: readonly ImportSentence[]): string | undefined =>
  sentences.length === 0 ? undefined : formatImportSentences(sentences);

function createImportEnds(db: DynamoDBDocumentClient, tableName: string) {
  return {
    /** The second of two concurrent calls finds the import completed and changes nothing. */
    async complete(
      { account_id, import_id, dataset_id }: Pick<ImportItem, 'account_id' | 'import_id' | 'dataset_id'>,
      outcome: ImportOutcome,
      completedAt: string,
    ): Promise<void> {
      const { rows, failReason } = outcome;
      const status = failReason.length === 0 ? 'completed' : 'failed';
      await endWithEvent(db, tableName, {
        key: toImportKey(account_id, import_id),
        change: {
          set: { rows, completed_at: completedAt, ...toRemarks(outcome) },
          remove: [UNFINISHED_INDEX.partition, UNFINISHED_INDEX.sort],
          condition: 'attribute_exists(pk) AND attribute_not_exists(completed_at)',
        },
        event: {
          event: `import.${status}`,
          timestamp: completedAt,
          ...{ dataset_id, import_id, status, counts: rows },
        },
      });
    },

    /**
     * Stores recalculated counts of a completed import. Returns false if another recount was faster; the caller then
     * sums the receipts again.
     */
    async recount(item: ImportItem, outcome: ImportOutcome): Promise<boolean> {
      const known = item.recounts ?? 0;
      const remarks = toRemarks(outcome);
      const { met } = await updateIf(db, tableName, toImportKey(item.account_id, item.import_id), {
        set: { rows: outcome.rows, recounts: known + 1, ...remarks },
        remove: Object.entries(remarks).flatMap(([name, value]) => (value === undefined ? [name] : [])),
        condition:
          'attribute_exists(completed_at) AND (recounts = :known OR (attribute_not_exists(recounts) AND :known = :none))',
        values: { known, none: 0 },
      });
      return met;
    },
  };
}

/** `unfinished`: pending or processing, which only the receipts tell apart. */
export interface ImportFilter extends CreatedRange {
  readonly datasetId?: string | undefined;
  readonly status?: 'unfinished' | 'completed' | 'failed' | undefined;
}

const CONDITIONS_OF = {
  unfinished: ['attribute_not_exists(completed_at)'],
  completed: ['attribute_exists(completed_at)', 'attribute_not_exists(fail_reason)'],
  failed: ['attribute_exists(completed_at)', 'attribute_exists(fail_reason)'],
} as const;

export function createImportStore(db: DynamoDBDocumentClient, tableName: string) {
  /** Newest first: import ids are ULIDs. `before`: the last id of the previous page. */
  async function listNewest<const Entries extends v.ObjectEntries>(
    schema: v.ObjectSchema<Entries, undefined>,
    accountId: string,
    limit: number,
    before: string | undefined,
  ): Promise<v.InferOutput<v.ObjectSchema<Entries, undefined>>[]> {
    const attributes = Object.keys(schema.entries);
    const { Items } = await db.send(
      markShort(
        new QueryCommand({
          ...buildPrefixQuery(tableName, accountId, IMPORT_PREFIX),
          ProjectionExpression: attributes.map((name) => `#${name}`).join(', '),
          ExpressionAttributeNames: Object.fromEntries(attributes.map((name) => [`#${name}`, name])),
          ScanIndexForward: false,
          Limit: limit,
          ...(before !== undefined && { ExclusiveStartKey: { ...toImportKey(accountId, before) } }),
        }),
      ),
    );
    return v.parse(v.array(schema), Items ?? []);
  }

  return {
    ...createReceipts(db, tableName),
    ...createImportEnds(db, tableName),

    async create(item: ImportItem): Promise<void> {
      await db.send(
        new PutCommand({
          TableName: tableName,
          Item: {
            ...toImportKey(item.account_id, item.import_id),
            ...item,
            [UNFINISHED_INDEX.partition]: toUnfinishedPartition('import', item.import_id),
            [UNFINISHED_INDEX.sort]: item.created_at,
          },
          ConditionExpression: 'attribute_not_exists(pk)',
        }),
      );
    },

    async noteQueued({ accountId, importId }: ImportRef, at: string): Promise<void> {
      const change = { setOnce: { queued_at: at } };
      await db.send(
        markShort(new UpdateCommand(buildUpdate(tableName, toImportKey(accountId, importId), change))),
      );
    },

    get: ({ accountId, importId }: ImportRef): Promise<ImportItem | undefined> =>
      getItem(db, tableName, toImportKey(accountId, importId), importItem),

    /** Newest first, for a caller's list. */
    page(
      accountId: string,
      { datasetId, status, ...range }: ImportFilter,
      request: PageRequest,
    ): Promise<ItemPage<ImportItem>> {
      const conditions = [
        ...(datasetId === undefined ? [] : ['dataset_id = :dataset']),
        ...(status === undefined ? [] : CONDITIONS_OF[status]),
      ];
      return listNewestFirst(
        db,
        tableName,
        { pk: accountId, prefix: IMPORT_PREFIX, conditions, values: { ':dataset': datasetId } },
        range,
        request,
        (item) => v.parse(importItem, item),
      );
    },

    listRecent: (accountId: string, limit: number, before?: string): Promise<ImportItem[]> =>
      listNewest(importItem, accountId, limit, before),

    listSummaries: (accountId: string, limit: number, before?: string): Promise<ImportSummary[]> =>
      listNewest(importSummary, accountId, limit, before),

    /** Marks chunks as done and returns the updated import. `done` is a set, so a redelivery changes nothing. */
    async noteChunksDone(
      { accountId, importId }: ImportRef,
      chunks: readonly number[],
    ): Promise<ImportItem | undefined> {
      const change = { add: { done: new Set(chunks) }, condition: 'attribute_exists(pk)' };
      const { met, item } = await updateIf(db, tableName, toImportKey(accountId, importId), change, {
        ReturnValues: 'ALL_NEW',
      });
      return met ? v.parse(importItem, item) : undefined;
    },

    /**
     * Records that a letter is about to be stored. `unplaced`: its name, if it names no chunk of the import.
     */
    async noteLetter(
      { accountId, importId }: ImportRef,
      at: string,
      unplaced: string | undefined,
    ): Promise<void> {
      const change = {
        set: { letter_at: at },
        ...(unplaced !== undefined && { add: { unplaced: new Set([unplaced]) } }),
        condition: 'attribute_exists(pk)',
      };
      await db.send(new UpdateCommand(buildUpdate(tableName, toImportKey(accountId, importId), change)));
    },
  };
}
export type ImportStore = ReturnType<typeof createImportStore>;
