// Marks that keep erased data from returning: a chunk of an older import that is applied late finds the mark.
// The dataset's mark also names the erasure that leads the work on the dataset, and the last time that one
// became the leader.
import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { decodeTime } from 'ulid';
import * as v from 'valibot';
import { getItem, updateIf } from '../aws/items.ts';
import { toCustomerMarkKey, toErasureMarkKey } from '../tables/service-table.ts';

const datasetMark = v.object({
  latest: v.string(),
  whole: v.optional(v.string()),
  active: v.optional(v.instance(Set<string>)),
  /** The erasure that may be deleting orders. */
  leader: v.optional(v.string()),
  /**
   * Changes whenever an erasure becomes the leader: orders are deleted only afterwards, and before the lead
   * is released.
   */
  led: v.optional(v.string()),
});
export type DatasetMark = v.InferOutput<typeof datasetMark>;

const customerMark = v.object({ before: v.string() });

/** The time in the id of the dataset's latest erasure, epoch milliseconds; 0 if there was none. */
export async function readLatestErasure(
  db: DynamoDBDocumentClient,
  tableName: string,
  accountId: string,
  datasetId: string,
): Promise<number> {
  const mark = await getItem(db, tableName, toErasureMarkKey(accountId, datasetId), datasetMark);
  return mark === undefined ? 0 : decodeTime(mark.latest);
}

/** Identifies an erasure for work on its dataset alone. */
type Lead = Readonly<Record<'accountId' | 'erasureId', string>>;

export function createErasureMarks(db: DynamoDBDocumentClient, tableName: string) {
  return {
    mark: (accountId: string, datasetId: string): Promise<DatasetMark | undefined> =>
      getItem(db, tableName, toErasureMarkKey(accountId, datasetId), datasetMark),

    /** When each of these customers was last erased, by digest. */
    async customerMarks(
      accountId: string,
      datasetId: string,
      digests: ReadonlySet<string>,
    ): Promise<ReadonlyMap<string, string>> {
      const found = await Promise.all(
        [...digests].map(async (digest) => {
          const mark = await getItem(
            db,
            tableName,
            toCustomerMarkKey(accountId, datasetId, digest),
            customerMark,
          );
          return mark === undefined ? [] : [[digest, mark.before] as const];
        }),
      );
      return new Map(found.flat());
    },

    /** Whether this erasure leads the dataset's work, newly or already: only one erasure does at a time. */
    async takeLead({ accountId, erasureId }: Lead, datasetId: string): Promise<boolean> {
      const { met } = await updateIf(db, tableName, toErasureMarkKey(accountId, datasetId), {
        set: { leader: erasureId, led: randomUUID() },
        condition: 'attribute_not_exists(leader) OR leader = :id',
        values: { id: erasureId },
      });
      return met;
    },

    async releaseLead({ accountId, erasureId }: Lead, datasetId: string): Promise<void> {
      await updateIf(db, tableName, toErasureMarkKey(accountId, datasetId), {
        remove: ['leader'],
        condition: 'leader = :id',
        values: { id: erasureId },
      });
    },
  };
}
