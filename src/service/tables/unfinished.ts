// Reads the sparse index of unfinished imports, reports, exports and erasures, oldest first, for the
// reconciler, and of due schedules, audiences and connections.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { queryAll } from '../aws/items.ts';
import { listUnfinishedPartitions, UNFINISHED_INDEX, type UnfinishedKind } from './service-table.ts';

export interface UnfinishedRef {
  readonly accountId: string;
  /**
   * Id of the import, report, erasure, schedule or audience; for an export, an audience's run or a
   * destination, the id of its report or audience and `#` come first.
   */
  readonly id: string;
  /** ISO timestamp of its creation or, for a schedule or an audience, when it is due. */
  readonly since: string;
}

/** Later than any time at which work is due. */
export const END_OF_TIME = '9999-12-31T23:59:59.999Z';

export function createUnfinished(db: DynamoDBDocumentClient, tableName: string) {
  return {
    /** Items created, or due, before `before`, an ISO timestamp. */
    async olderThan(kind: UnfinishedKind, before: string): Promise<UnfinishedRef[]> {
      const found = await Promise.all(
        listUnfinishedPartitions(kind).map((partition) =>
          queryAll(db, {
            TableName: tableName,
            IndexName: UNFINISHED_INDEX.name,
            KeyConditionExpression: '#kind = :kind AND #since < :before',
            ExpressionAttributeNames: {
              '#kind': UNFINISHED_INDEX.partition,
              '#since': UNFINISHED_INDEX.sort,
            },
            ExpressionAttributeValues: { ':kind': partition, ':before': before },
          }),
        ),
      );
      const refs = found.flat().map(({ pk, sk, [UNFINISHED_INDEX.sort]: since }) => ({
        accountId: String(pk),
        id: String(sk).slice(String(sk).indexOf('#') + 1),
        since: String(since),
      }));
      return refs.sort((a, b) => (a.since < b.since ? -1 : 1));
    },
  };
}
export type Unfinished = ReturnType<typeof createUnfinished>;
