// The item of a schedule.
import * as v from 'valibot';
import { createReportRequest } from '../../contract/resources/reports/reports.ts';
import { REST_REASONS, RUN_OUTCOMES } from '../../core/schedules/relative-range.ts';
import { authoredFields } from '../accounts/authors.ts';

const count = v.optional(v.number(), 0);

export const scheduleItem = v.object({
  account_id: v.string(),
  schedule_id: v.string(),
  name: v.string(),
  expression: v.string(),
  time_zone: v.string(),
  /** As JSON text, like the request of a report. */
  report: v.pipe(v.string(), v.parseJson(), createReportRequest),
  dataset_id: v.string(),
  date_range: v.optional(v.string()),
  only_if_changed: v.boolean(),
  /** Of the API key that created or last changed it: its hash is the secret of the webhooks' signatures. */
  key_hash: v.string(),
  created_at: v.string(),
  ...authoredFields,
  /** A ULID: an erasure of the whole dataset with a later one pauses the schedule. */
  activated_as: v.string(),
  /** Incremented by every write; writes are conditional on it. */
  version: v.number(),
  paused: v.optional(v.picklist(REST_REASONS)),
  /** Epoch milliseconds; of a schedule that is not paused. */
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
      /** Of the error, as the API's errors. */
      error_code: v.optional(v.string()),
    }),
  ),
  /** The latest reports since it was activated, newest last; without those that the monthly limit refused. */
  recent: v.optional(v.array(v.string()), []),
  /** The last report that was started, and what it was computed from. */
  basis: v.optional(v.object({ report_id: v.string(), stamp: v.string() })),
});
export type ScheduleItem = v.InferOutput<typeof scheduleItem>;
