// Counts the line-item rows that an account stores, in sharded counters that the chunk transactions update. A
// counter also names the last commit to each group of datasets that it counted, and counts the rows of each
// group.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { hash32 } from '../../analysis/ingest/hash.ts';
import { COUNTER_SHARDS, computeMostGroupRows } from '../../analysis/ingest/row-capacity.ts';
import { queryAll } from '../aws/items.ts';
import { toRowCounterPartition } from '../tables/service-table.ts';

/**
 * Few enough to keep a counter below 1 kB, the size of one write unit; datasets in a group share a revision.
 */
const DATASET_GROUPS = 16;

/** The attribute of a counter that names the last commit to the dataset, or to another of its group. */
export function toRevisionAttribute(datasetId: string): string {
  return `revision_${toGroup(datasetId)}`;
}

/**
 * The attribute of a counter with the rows of the dataset's group. Every write that adds to `stored_rows`
 * adds to it.
 */
export function toGroupRowsAttribute(datasetId: string): string {
  return `rows_${toGroup(datasetId)}`;
}

function toGroup(datasetId: string): number {
  return hash32(datasetId) % DATASET_GROUPS;
}

interface CountedDataset {
  readonly accountId: string;
  readonly datasetId: string;
}

const counterItem = v.object({ sk: v.string(), stored_rows: v.number() });
const groupRows = v.optional(v.number(), 0);

export function createRowCounters(db: DynamoDBDocumentClient, tableName: string) {
  const queryCounters = (accountId: string) =>
    queryAll(db, {
      TableName: tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': toRowCounterPartition(accountId) },
      ConsistentRead: true,
    });

  return {
    /** Rows per shard; 0 for a shard without a counter. */
    async read(accountId: string): Promise<number[]> {
      const counters = new Array<number>(COUNTER_SHARDS).fill(0);
      for (const { sk, stored_rows } of v.parse(v.array(counterItem), await queryCounters(accountId)))
        counters[Number(sk)] = stored_rows;
      return counters;
    },

    /**
     * Upper bound of a dataset's rows. Exact for an account whose rows were all counted by group, if no other
     * dataset is in the dataset's group.
     */
    async mostOfDataset({ accountId, datasetId }: CountedDataset): Promise<number> {
      const items = await queryCounters(accountId);
      const stored = v
        .parse(v.array(counterItem), items)
        .reduce((sum, { stored_rows }) => sum + stored_rows, 0);
      const byGroup = Array.from({ length: DATASET_GROUPS }, (_, group) =>
        items.reduce((sum, item) => sum + v.parse(groupRows, item[`rows_${group}`]), 0),
      );
      return computeMostGroupRows(stored, byGroup, toGroup(datasetId));
    },
  };
}
export type RowCounters = ReturnType<typeof createRowCounters>;
