// Stores the merge list of a dataset: one item, compressed, because ids repeat. A version names each list.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { VersionedMerges } from '../../analysis/identity/link-persons.ts';
import { type MergeList, mergeList } from '../../contract/schema/identity.ts';
import { MAX_MERGES_BYTES } from '../../contract/schema/limits.ts';
import { isConditionFailed } from '../aws/dynamodb-errors.ts';
import { getItem } from '../aws/items.ts';
import type { DatasetRef } from '../orders/orders.ts';
import { toMergesKey } from '../tables/service-table.ts';

const mergesItem = v.object({ version: v.string(), packed: v.string() });
const ENCODING = 'base64';
/** Uncompressed size of the longest list: ids of 900 bytes each. */
const MOST_BYTES = 10_000_000;

export function createMergeLists(db: DynamoDBDocumentClient, tableName: string) {
  return {
    async get({ accountId, datasetId }: DatasetRef): Promise<VersionedMerges | undefined> {
      const item = await getItem(db, tableName, toMergesKey(accountId, datasetId), mergesItem);
      if (item === undefined) return undefined;
      const text = zstdDecompressSync(Buffer.from(item.packed, ENCODING), {
        maxOutputLength: MOST_BYTES,
      }).toString('utf8');
      return { ...v.parse(mergeList, JSON.parse(text)), version: item.version };
    },

    /**
     * `seen`: the version that must still be stored, null for none; undefined replaces any. Returns false if another
     * one is stored, or the list is too large.
     */
    async put(
      { accountId, datasetId }: DatasetRef,
      list: MergeList,
      version: string,
      seen?: string | null,
    ): Promise<'stored' | 'changed' | 'too large'> {
      const packed = zstdCompressSync(JSON.stringify(list)).toString(ENCODING);
      if (packed.length > MAX_MERGES_BYTES) return 'too large';
      const isAsSeen = seen === null ? 'attribute_not_exists(version)' : 'version = :seen';
      try {
        await db.send(
          new PutCommand({
            TableName: tableName,
            Item: { ...toMergesKey(accountId, datasetId), version, packed },
            ...(seen !== undefined && { ConditionExpression: isAsSeen }),
            ...(typeof seen === 'string' && { ExpressionAttributeValues: { ':seen': seen } }),
          }),
        );
        return 'stored';
      } catch (error) {
        if (isConditionFailed(error)) return 'changed';
        throw error;
      }
    },
  };
}
export type MergeLists = ReturnType<typeof createMergeLists>;
