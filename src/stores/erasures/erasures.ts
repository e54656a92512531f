// Erasure jobs.

import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { getItem, queryAll, startingWith } from '../aws/items.ts';
import { ERASURE_PREFIX, erasureKey } from '../tables/service-table.ts';
import { createErasureAcceptance } from './erasure-acceptance.ts';
import { type ErasureItem, type ErasureRef, erasureItem } from './erasure-item.ts';
import { createErasureMarks } from './erasure-marks.ts';
import { createErasureProgress } from './erasure-progress.ts';

export function createErasureStore(db: DynamoDBDocumentClient, tableName: string) {
  return {
    ...createErasureReads(db, tableName),
    ...createErasureAcceptance(db, tableName),
    ...createErasureProgress(db, tableName),
  };
}
export type ErasureStore = ReturnType<typeof createErasureStore>;

/** All that functions need which only ask what is being erased. */
export function createErasureReads(db: DynamoDBDocumentClient, tableName: string) {
  return {
    ...createErasureMarks(db, tableName),

    get: ({ accountId, erasureId }: ErasureRef): Promise<ErasureItem | undefined> =>
      getItem(db, tableName, erasureKey(accountId, erasureId), erasureItem),

    /** Newest first. `before`: the last id of the previous page. */
    async list(accountId: string, limit: number, before: string | undefined): Promise<ErasureItem[]> {
      const { Items } = await db.send(
        new QueryCommand({
          ...startingWith(tableName, accountId, ERASURE_PREFIX),
          ScanIndexForward: false,
          Limit: limit,
          ...(before !== undefined && { ExclusiveStartKey: { ...erasureKey(accountId, before) } }),
        }),
      );
      return v.parse(v.array(erasureItem), Items ?? []);
    },

    /** Of one dataset, oldest first. */
    async listUnfinished(accountId: string, datasetId: string): Promise<ErasureItem[]> {
      const erasures = startingWith(tableName, accountId, ERASURE_PREFIX);
      const items = await queryAll(db, {
        ...erasures,
        FilterExpression: 'dataset_id = :dataset AND attribute_not_exists(completed_at)',
        ExpressionAttributeValues: { ...erasures.ExpressionAttributeValues, ':dataset': datasetId },
      });
      return v.parse(v.array(erasureItem), items);
    },
  };
}
