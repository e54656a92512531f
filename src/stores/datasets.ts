// Datasets. A dataset is created by its first import.
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { conditionFailed } from './dynamodb-errors.ts';
import { queryAll } from './query-all.ts';
import { DATASET_PREFIX, datasetKey } from './service-table.ts';

const datasetItem = v.object({ slug: v.string(), name: v.string(), created_at: v.string() });
export type DatasetItem = v.InferOutput<typeof datasetItem>;

export function createDatasetStore(db: DynamoDBDocumentClient, tableName: string) {
  return {
    /** Changes nothing if the dataset exists. */
    async ensure(accountId: string, dataset: DatasetItem): Promise<void> {
      try {
        await db.send(
          new PutCommand({
            TableName: tableName,
            Item: { ...datasetKey(accountId, dataset.slug), ...dataset },
            ConditionExpression: 'attribute_not_exists(pk)',
          }),
        );
      } catch (error) {
        if (!conditionFailed(error)) throw error;
      }
    },

    async exists(accountId: string, slug: string): Promise<boolean> {
      const { Item } = await db.send(
        new GetCommand({ TableName: tableName, Key: datasetKey(accountId, slug), ConsistentRead: true }),
      );
      return Item !== undefined;
    },

    /** Ascending by slug. */
    async list(accountId: string): Promise<DatasetItem[]> {
      const items = await queryAll(db, {
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': accountId, ':prefix': DATASET_PREFIX },
        ConsistentRead: true,
      });
      return v.parse(v.array(datasetItem), items);
    },
  };
}
export type DatasetStore = ReturnType<typeof createDatasetStore>;
