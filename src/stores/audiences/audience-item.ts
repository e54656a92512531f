// The items of audiences and of their runs.
import * as v from 'valibot';
import {
  AUDIENCE_PAUSE_REASONS,
  audienceConditions,
  REFRESHES,
  RUN_STATUSES,
} from '../../contract/resources/audiences.ts';
import { sentence } from '../../schema/coded.ts';
import { authoredFields } from '../accounts/authors.ts';

/** As JSON text, like the request of a report. */
const conditions = v.pipe(v.string(), v.parseJson(), audienceConditions);
const counts = { customers: v.number(), held_out: v.number(), with_contact: v.number() };

export const audienceItem = v.object({
  account_id: v.string(),
  audience_id: v.string(),
  name: v.string(),
  dataset_id: v.string(),
  conditions,
  hold_out: v.number(),
  /** Decides who is held out; hexadecimal. Never returned. */
  hold_out_key: v.string(),
  refresh: v.picklist(REFRESHES),
  /** With `schedule`. */
  expression: v.optional(v.string()),
  time_zone: v.optional(v.string()),
  /** Epoch milliseconds; missing with `manual`. */
  next_run: v.optional(v.number()),
  /** Of the dataset when a run was last started after an import: the time of its last acceptance. */
  refreshed_for: v.optional(v.number()),
  /** Of the API key that created or last changed it. */
  key_hash: v.string(),
  created_at: v.string(),
  ...authoredFields,
  /** Runs are started on request alone. */
  paused: v.optional(v.object({ because: v.picklist(AUDIENCE_PAUSE_REASONS), at: v.string() })),
  /** A ULID: an erasure of the whole dataset with a later one deletes the audience. */
  activated_as: v.string(),
  /** Incremented by every write; writes are conditional on it. */
  version: v.number(),
  /** The run in progress. */
  run_id: v.optional(v.string()),
  /** Epoch milliseconds at which the run began to read customers; missing while it waits for reports. */
  reading_since: v.optional(v.number()),
  /** Missing before the first run has completed. */
  members: v.optional(
    v.object({
      /** Names the file. */
      file: v.string(),
      run_id: v.string(),
      as_of: v.string(),
      ...counts,
    }),
  ),
});
export type AudienceItem = v.InferOutput<typeof audienceItem>;

/** A paused audience: runs are started on request alone, and the one in progress finds that it is no longer the audience's. */
export function atRest(item: AudienceItem, paused: NonNullable<AudienceItem['paused']>): AudienceItem {
  return { ...item, paused, next_run: undefined, run_id: undefined, reading_since: undefined };
}

export const audienceRunItem = v.object({
  account_id: v.string(),
  audience_id: v.string(),
  run_id: v.string(),
  status: v.picklist(RUN_STATUSES),
  created_at: v.string(),
  /** Those of the audience when the run was started. */
  conditions,
  /** Of the API key that started it: its reports are requested in its name. */
  key_hash: v.string(),
  /** Ids for reports that the run may have to request, one a condition. */
  new_report_ids: v.array(v.string()),
  /** The reports that it compares, one a condition. */
  report_ids: v.optional(v.array(v.string())),
  completed_at: v.optional(v.string()),
  counts: v.optional(v.object({ ...counts, joined: v.number(), left: v.number() })),
  fail_reason: v.optional(v.string()),
  fail_reason_coded: v.optional(v.array(sentence)),
});
export type AudienceRunItem = v.InferOutput<typeof audienceRunItem>;

export interface AudienceRef {
  readonly accountId: string;
  readonly audienceId: string;
}

export interface RunRef extends AudienceRef {
  readonly runId: string;
}
