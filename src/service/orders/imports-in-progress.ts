// Lists the imports of a dataset that have not completed: a consistent read of the account's own imports. The
// index of unfinished work lags behind the table and lists every account's.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { encodeTime } from 'ulid';
import { queryAll } from '../aws/items.ts';
import { toImportKey } from '../tables/service-table.ts';

const TIME_LENGTH = 10;
const LAST_OF_MILLISECOND = 'Z'.repeat(16);

/** Epoch milliseconds, both inclusive. */
export interface Accepted {
  readonly from: number;
  readonly until: number;
}

export function createImportsInProgress(db: DynamoDBDocumentClient, tableName: string) {
  return {
    /** Ids of imports accepted at these times, oldest first: import ids are ULIDs. */
    async list(accountId: string, datasetId: string, { from, until }: Accepted): Promise<string[]> {
      const items = await queryAll(db, {
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :until',
        FilterExpression: 'dataset_id = :dataset AND attribute_not_exists(completed_at)',
        ProjectionExpression: 'import_id',
        ExpressionAttributeValues: {
          ':pk': accountId,
          ':from': toImportKey(accountId, encodeTime(from, TIME_LENGTH)).sk,
          ':until': toImportKey(accountId, encodeTime(until, TIME_LENGTH) + LAST_OF_MILLISECOND).sk,
          ':dataset': datasetId,
        },
        ConsistentRead: true,
      });
      return items.map(({ import_id }) => String(import_id));
    },
  };
}
export type ImportsInProgress = ReturnType<typeof createImportsInProgress>;
