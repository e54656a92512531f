// The number of line-item rows that an account stores, in sharded counters that the chunk transactions update. A counter
// also names the last commit to each group of datasets that it counted.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { hash32 } from '../core/ingest/hash.ts';
import { COUNTER_SHARDS } from '../core/ingest/row-capacity.ts';
import { queryAll } from './query-all.ts';
import { rowCounterPartition } from './service-table.ts';

/** Few enough for a counter to stay below 1 kB, which is what a write costs; datasets that share a group move together. */
const REVISION_GROUPS = 16;

/** The attribute of a counter that names the last commit to the dataset, or to another of its group. */
export function revisionAttribute(datasetId: string): string {
  return `revision_${hash32(datasetId) % REVISION_GROUPS}`;
}

const counterItem = v.object({ sk: v.string(), stored_rows: v.number() });

export function createRowCounters(db: DynamoDBDocumentClient, tableName: string) {
  return {
    /** Rows per shard; 0 for a shard without a counter. */
    async read(accountId: string): Promise<number[]> {
      const counters = new Array<number>(COUNTER_SHARDS).fill(0);
      const items = await queryAll(db, {
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': rowCounterPartition(accountId) },
        ConsistentRead: true,
      });
      for (const { sk, stored_rows } of v.parse(v.array(counterItem), items))
        counters[Number(sk)] = stored_rows;
      return counters;
    },
  };
}
export type RowCounters = ReturnType<typeof createRowCounters>;
