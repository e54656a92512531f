// Marks that keep erased data from coming back: a chunk of an older import that is applied late finds the mark. The
// dataset's mark also names the erasure that leads the work on the dataset, and the last time that one took the lead.
import { randomUUID } from 'node:crypto';
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { decodeTime } from 'ulid';
import * as v from 'valibot';
import { conditionFailed } from '../aws/dynamodb-errors.ts';
import { customerMarkKey, erasureMarkKey } from '../tables/service-table.ts';
import type { ErasureRef } from './erasure-item.ts';

const datasetMark = v.object({
  latest: v.string(),
  whole: v.optional(v.string()),
  active: v.optional(v.instance(Set<string>)),
  /** The erasure that may be deleting orders. */
  leader: v.optional(v.string()),
  /** New whenever an erasure takes the lead: orders are deleted only afterwards, and before the lead is released. */
  led: v.optional(v.string()),
});
export type DatasetMark = v.InferOutput<typeof datasetMark>;

async function readMark(
  db: DynamoDBDocumentClient,
  tableName: string,
  accountId: string,
  datasetId: string,
): Promise<DatasetMark | undefined> {
  const { Item } = await db.send(
    new GetCommand({ TableName: tableName, Key: erasureMarkKey(accountId, datasetId), ConsistentRead: true }),
  );
  return Item === undefined ? undefined : v.parse(datasetMark, Item);
}

/** The time in the id of the dataset's latest erasure, epoch milliseconds; 0 if there was none. */
export async function latestErasure(
  db: DynamoDBDocumentClient,
  tableName: string,
  accountId: string,
  datasetId: string,
): Promise<number> {
  const mark = await readMark(db, tableName, accountId, datasetId);
  return mark === undefined ? 0 : decodeTime(mark.latest);
}

export function createErasureMarks(db: DynamoDBDocumentClient, tableName: string) {
  return {
    mark: (accountId: string, datasetId: string): Promise<DatasetMark | undefined> =>
      readMark(db, tableName, accountId, datasetId),

    /** When each of these customers was last erased, by digest. */
    async customerMarks(
      accountId: string,
      datasetId: string,
      digests: ReadonlySet<string>,
    ): Promise<ReadonlyMap<string, string>> {
      const found = await Promise.all(
        [...digests].map(async (digest) => {
          const { Item } = await db.send(
            new GetCommand({
              TableName: tableName,
              Key: customerMarkKey(accountId, datasetId, digest),
              ConsistentRead: true,
            }),
          );
          return Item === undefined ? [] : [[digest, v.parse(v.string(), Item.before)] as const];
        }),
      );
      return new Map(found.flat());
    },

    /** Whether this erasure leads the dataset's work, now or already: only one erasure does at a time. */
    async takeLead({ accountId, erasureId }: ErasureRef, datasetId: string): Promise<boolean> {
      try {
        await db.send(
          new UpdateCommand({
            TableName: tableName,
            Key: erasureMarkKey(accountId, datasetId),
            UpdateExpression: 'SET leader = :id, led = :led',
            ConditionExpression: 'attribute_not_exists(leader) OR leader = :id',
            ExpressionAttributeValues: { ':id': erasureId, ':led': randomUUID() },
          }),
        );
        return true;
      } catch (error) {
        if (conditionFailed(error)) return false;
        throw error;
      }
    },

    async releaseLead({ accountId, erasureId }: ErasureRef, datasetId: string): Promise<void> {
      try {
        await db.send(
          new UpdateCommand({
            TableName: tableName,
            Key: erasureMarkKey(accountId, datasetId),
            UpdateExpression: 'REMOVE leader',
            ConditionExpression: 'leader = :id',
            ExpressionAttributeValues: { ':id': erasureId },
          }),
        );
      } catch (error) {
        if (!conditionFailed(error)) throw error;
      }
    },
  };
}
