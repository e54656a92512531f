// Reads only the dataset of an audience, for callers that need no more of it.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { getItem } from '../aws/items.ts';
import { toAudienceKey } from '../tables/service-table.ts';

const ofDataset = v.object({ dataset_id: v.string() });

/** Undefined if there is no such audience. */
export type DatasetOfAudience = (accountId: string, audienceId: string) => Promise<string | undefined>;

export function createDatasetOfAudience(db: DynamoDBDocumentClient, tableName: string): DatasetOfAudience {
  return async (accountId, audienceId) =>
    (await getItem(db, tableName, toAudienceKey(accountId, audienceId), ofDataset))?.dataset_id;
}
