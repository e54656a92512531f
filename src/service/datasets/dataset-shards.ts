// Stores the number of partitions of the Orders table that hold each dataset's orders. The number is chosen
// before the dataset accepts its first orders and never changes, not even by an erasure of the dataset: every
// reader and writer finds an order in the same place.

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { SHARD_COUNT } from '../../contract/schema/limits.ts';
import { buildPrefixQuery, buildUpdate, getItem, queryAll } from '../aws/items.ts';
import { transact } from '../aws/transact.ts';
import { SHARDS_PREFIX, toDatasetKey, toErasureMarkKey, toShardsKey } from '../tables/service-table.ts';

interface DatasetRef {
  readonly accountId: string;
  readonly datasetId: string;
}

const shardsItem = v.object({ slug: v.string(), shards: v.number() });

export function createDatasetShards(db: DynamoDBDocumentClient, tableName: string) {
  async function readShards({ accountId, datasetId }: DatasetRef): Promise<number> {
    return (
      (await getItem(db, tableName, toShardsKey(accountId, datasetId), shardsItem))?.shards ?? SHARD_COUNT
    );
  }

  return {
    of: readShards,

    /** Numbers by slug, without datasets of the default number. */
    async list(accountId: string): Promise<ReadonlyMap<string, number>> {
      const items = await queryAll(db, buildPrefixQuery(tableName, accountId, SHARDS_PREFIX));
      return new Map(v.parse(v.array(shardsItem), items).map(({ slug, shards }) => [slug, shards]));
    },

    /**
     * Returns the dataset's number: an earlier choice, or the default if it has accepted orders already,
     * takes precedence.
     */
    async choose(dataset: DatasetRef, shards: number): Promise<number> {
      const { accountId, datasetId } = dataset;
      const chosen = await readShards(dataset);
      if (chosen === shards) return shards;
      const refused = await transact(db, {
        shards: [
          {
            Update: buildUpdate(tableName, toShardsKey(accountId, datasetId), {
              set: { slug: datasetId, shards },
              condition: 'attribute_not_exists(pk)',
            }),
          },
        ],
        accepted: [
          {
            ConditionCheck: {
              TableName: tableName,
              Key: toDatasetKey(accountId, datasetId),
              ConditionExpression: 'attribute_not_exists(last_accepted)',
            },
          },
        ],
        erased: [
          {
            ConditionCheck: {
              TableName: tableName,
              Key: toErasureMarkKey(accountId, datasetId),
              ConditionExpression: 'attribute_not_exists(pk)',
            },
          },
        ],
      });
      return refused.size === 0 ? shards : readShards(dataset);
    },
  };
}
export type DatasetShards = ReturnType<typeof createDatasetShards>;
