// Schedules, in their account's partition. An active one is in the sparse index by the time of its next run. Every write
// is conditional on the version that was read, so that a run and a change, or two runs, never both take effect.
import { DeleteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { getItem } from '../aws/items.ts';
import { queryAll, startingWith } from '../aws/query-all.ts';
import { type TransactItem, transact } from '../aws/transact.ts';
import { SCHEDULE_PREFIX, scheduleKey, UNFINISHED_INDEX } from '../tables/service-table.ts';
import { type ScheduleItem, scheduleItem } from './schedule-item.ts';

export interface ScheduleRef {
  readonly accountId: string;
  readonly scheduleId: string;
}

export function createScheduleStore(db: DynamoDBDocumentClient, tableName: string) {
  /** Replaces the schedule if it has not changed since `item` was read. */
  function replacing(item: ScheduleItem): TransactItem {
    return {
      Put: {
        TableName: tableName,
        Item: stored({ ...item, version: item.version + 1 }),
        ConditionExpression: 'version = :read',
        ExpressionAttributeValues: { ':read': item.version },
      },
    };
  }

  return {
    replacing,

    /** False if it has changed since `item` was read, or was deleted. */
    async replace(item: ScheduleItem): Promise<boolean> {
      return (await transact(db, { schedule: [replacing(item)] })).size === 0;
    },

    /** Changes nothing if the schedule exists: the same request was sent before. */
    async create(item: ScheduleItem): Promise<void> {
      const Put = {
        TableName: tableName,
        Item: stored(item),
        ConditionExpression: 'attribute_not_exists(pk)',
      };
      await transact(db, { schedule: [{ Put }] });
    },

    get: ({ accountId, scheduleId }: ScheduleRef): Promise<ScheduleItem | undefined> =>
      getItem(db, tableName, scheduleKey(accountId, scheduleId), scheduleItem),

    /** Oldest first. */
    async list(accountId: string): Promise<ScheduleItem[]> {
      const items = await queryAll(db, startingWith(tableName, accountId, SCHEDULE_PREFIX));
      return v.parse(v.array(scheduleItem), items);
    },

    async remove({ accountId, scheduleId }: ScheduleRef): Promise<void> {
      await db.send(new DeleteCommand({ TableName: tableName, Key: scheduleKey(accountId, scheduleId) }));
    },
  };
}
export type ScheduleStore = ReturnType<typeof createScheduleStore>;

function stored(item: ScheduleItem) {
  return {
    ...scheduleKey(item.account_id, item.schedule_id),
    ...item,
    report: JSON.stringify(item.report),
    ...(item.next_run !== undefined && {
      [UNFINISHED_INDEX.partition]: 'schedule',
      [UNFINISHED_INDEX.sort]: new Date(item.next_run).toISOString(),
    }),
  };
}
