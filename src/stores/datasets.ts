// Datasets. A dataset is created by its first import, or by its settings.
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { conditionFailed } from './dynamodb-errors.ts';
import { queryAll } from './query-all.ts';
import { DATASET_PREFIX, datasetKey } from './service-table.ts';

const datasetItem = v.object({
  slug: v.string(),
  name: v.string(),
  /** When orders were first pushed to it. Missing until then. */
  created_at: v.optional(v.string()),
  currency: v.optional(v.string()),
  time_zone: v.optional(v.string()),
});
export type DatasetItem = v.InferOutput<typeof datasetItem>;

export type DatasetSettings = Pick<DatasetItem, 'name' | 'currency' | 'time_zone'>;

export function createDatasetStore(db: DynamoDBDocumentClient, tableName: string) {
  async function get(accountId: string, slug: string): Promise<DatasetItem | undefined> {
    const { Item } = await db.send(
      new GetCommand({ TableName: tableName, Key: datasetKey(accountId, slug), ConsistentRead: true }),
    );
    return Item === undefined ? undefined : v.parse(datasetItem, Item);
  }

  return {
    get,

    /** For orders: changes nothing if the dataset has had some. */
    async ensure(accountId: string, slug: string, at: string): Promise<void> {
      try {
        await db.send(
          new UpdateCommand({
            TableName: tableName,
            Key: datasetKey(accountId, slug),
            UpdateExpression: 'SET slug = :slug, #name = if_not_exists(#name, :slug), created_at = :at',
            ConditionExpression: 'attribute_not_exists(created_at)',
            ExpressionAttributeNames: { '#name': 'name' },
            ExpressionAttributeValues: { ':slug': slug, ':at': at },
          }),
        );
      } catch (error) {
        if (!conditionFailed(error)) throw error;
      }
    },

    /** Replaces all settings; creates the dataset if it does not exist. */
    async replaceSettings(
      accountId: string,
      slug: string,
      { name, currency, time_zone }: DatasetSettings,
    ): Promise<DatasetItem> {
      const values = { currency, time_zone };
      const set = Object.entries(values).filter(([, value]) => value !== undefined);
      const unset = Object.entries(values).filter(([, value]) => value === undefined);
      const { Attributes } = await db.send(
        new UpdateCommand({
          TableName: tableName,
          Key: datasetKey(accountId, slug),
          UpdateExpression:
            `SET ${['slug = :slug', '#name = :name', ...set.map(([key]) => `${key} = :${key}`)].join(', ')}` +
            (unset.length === 0 ? '' : ` REMOVE ${unset.map(([key]) => key).join(', ')}`),
          ExpressionAttributeNames: { '#name': 'name' },
          ExpressionAttributeValues: {
            ':slug': slug,
            ':name': name,
            ...Object.fromEntries(set.map(([key, value]) => [`:${key}`, value])),
          },
          ReturnValues: 'ALL_NEW',
        }),
      );
      return v.parse(datasetItem, Attributes);
    },

    async exists(accountId: string, slug: string): Promise<boolean> {
      return (await get(accountId, slug)) !== undefined;
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
