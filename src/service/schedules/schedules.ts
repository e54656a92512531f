// Stores schedules, in their account's partition. An active one is in the sparse index by the time of its
// next run.

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { CreateReportRequest } from '../../contract/resources/reports/reports.ts';
import { REST_REASONS, type RestReason, RUN_OUTCOMES } from '../../contract/schedules/relative-range.ts';
import { authoredFields } from '../accounts/authors.ts';
import { jsonText } from '../aws/items.ts';
import { transact } from '../aws/transact.ts';
import { SCHEDULE_PREFIX, toScheduleKey, UNFINISHED_INDEX } from '../tables/service-table.ts';
import { createVersionedItems } from '../versioned-items.ts';
import { buildEventWrite } from '../webhooks/outbox.ts';

// The item of a schedule.

const count = v.optional(v.number(), 0);

const scheduleItem = v.object({
  account_id: v.string(),
  schedule_id: v.string(),
  name: v.string(),
  expression: v.string(),
  time_zone: v.string(),
  report: jsonText<CreateReportRequest>(),
  dataset_id: v.string(),
  date_range: v.optional(v.string()),
  only_if_changed: v.boolean(),
  /** Hash of the API key that created or last changed it: the secret of the webhooks' signatures. */
  key_hash: v.string(),
  created_at: v.string(),
  ...authoredFields,
  /** A ULID: a later erasure of the whole dataset pauses the schedule. */
  activated_as: v.string(),
  /** Incremented by every write; writes are conditional on it. */
  version: v.number(),
  paused: v.optional(v.picklist(REST_REASONS)),
  /** Epoch milliseconds; missing while the schedule is paused. */
  next_run: v.optional(v.number()),
  started: count,
  skipped: count,
  failed: count,
  last_run: v.optional(
    v.object({
      due: v.number(),
      at: v.number(),
      outcome: v.picklist(RUN_OUTCOMES),
      report_id: v.optional(v.string()),
      reason: v.optional(v.string()),
      /** Code of the error, as in the API's errors. */
      error_code: v.optional(v.string()),
    }),
  ),
  /** The latest reports since its activation, newest last; without those that the monthly limit refused. */
  recent: v.optional(v.array(v.string()), []),
  /** The last started report, and the state that it was computed from. */
  basis: v.optional(v.object({ report_id: v.string(), stamp: v.string() })),
});
export type ScheduleItem = v.InferOutput<typeof scheduleItem>;

export interface ScheduleRef {
  readonly accountId: string;
  readonly scheduleId: string;
}

export function createScheduleStore(db: DynamoDBDocumentClient, tableName: string) {
  const kind = { prefix: SCHEDULE_PREFIX, schema: scheduleItem, toKey: toScheduleKey, stored: toStored };
  const schedules = createVersionedItems<ScheduleItem>(db, tableName, kind);
  return {
    ...schedules,

    /**
     * Pauses a schedule for the service, with the event. Returns false if it has changed since it was read,
     * or was deleted.
     */
    async pause(item: ScheduleItem, because: RestReason, at: string): Promise<boolean> {
      const { account_id, schedule_id, dataset_id } = item;
      const event = { event: 'schedule.paused', timestamp: at, paused_because: because } as const;
      const told = await buildEventWrite(db, tableName, account_id, { ...event, schedule_id, dataset_id });
      const paused = schedules.replacing({ ...item, paused: because, next_run: undefined });
      return (await transact(db, { schedule: [paused], told })).size === 0;
    },

    get: ({ accountId, scheduleId }: ScheduleRef) => schedules.get(accountId, scheduleId),
    remove: ({ accountId, scheduleId }: ScheduleRef) => schedules.remove(accountId, scheduleId),
  };
}
export type ScheduleStore = ReturnType<typeof createScheduleStore>;

function toStored(item: ScheduleItem) {
  return {
    ...toScheduleKey(item.account_id, item.schedule_id),
    ...item,
    report: JSON.stringify(item.report),
    ...(item.next_run !== undefined && {
      [UNFINISHED_INDEX.partition]: 'schedule',
      [UNFINISHED_INDEX.sort]: new Date(item.next_run).toISOString(),
    }),
  };
}
