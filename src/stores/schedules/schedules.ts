// Schedules, in their account's partition. An active one is in the sparse index by the time of its next run.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { RestReason } from '../../core/schedules/relative-range.ts';
import { transact } from '../aws/transact.ts';
import { toldBy } from '../events/outbox.ts';
import { SCHEDULE_PREFIX, scheduleKey, UNFINISHED_INDEX } from '../tables/service-table.ts';
import { createVersionedItems } from '../versioned-items.ts';
import { type ScheduleItem, scheduleItem } from './schedule-item.ts';

export interface ScheduleRef {
  readonly accountId: string;
  readonly scheduleId: string;
}

export function createScheduleStore(db: DynamoDBDocumentClient, tableName: string) {
  const kind = { prefix: SCHEDULE_PREFIX, schema: scheduleItem, keyOf: scheduleKey, stored };
  const schedules = createVersionedItems<ScheduleItem>(db, tableName, kind);
  return {
    ...schedules,

    /** Pauses a schedule as the service does, with the event. False if it has changed since it was read, or was deleted. */
    async pause(item: ScheduleItem, because: RestReason, at: string): Promise<boolean> {
      const { account_id, schedule_id, dataset_id } = item;
      const event = { event: 'schedule.paused', timestamp: at, paused_because: because } as const;
      const told = await toldBy(db, tableName, account_id, { ...event, schedule_id, dataset_id });
      const paused = schedules.replacing({ ...item, paused: because, next_run: undefined });
      return (await transact(db, { schedule: [paused], told })).size === 0;
    },

    get: ({ accountId, scheduleId }: ScheduleRef) => schedules.get(accountId, scheduleId),
    remove: ({ accountId, scheduleId }: ScheduleRef) => schedules.remove(accountId, scheduleId),
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
