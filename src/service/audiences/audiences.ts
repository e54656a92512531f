// Stores audiences and their runs. The transaction that creates a run locks its audience, and the one that
// ends the run unlocks it, so that two runs of an audience never write at the same time.

import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import {
  AUDIENCE_PAUSE_REASONS,
  type AudienceCondition,
  REFRESHES,
  RUN_STATUSES,
} from '../../contract/resources/audiences.ts';
import { sentence } from '../../contract/schema/coded.ts';
import { explainFailure, type WorkSentence } from '../../contract/sentences/failed-because.ts';
import { authoredFields } from '../accounts/authors.ts';
import { buildPrefixQuery, buildUpdate, type Change, getItem, jsonText, updateIf } from '../aws/items.ts';
import { type TransactItem, transact } from '../aws/transact.ts';
import type { DestinationItem } from '../destinations/destination-item.ts';
import { buildDestinationWake } from '../destinations/destinations.ts';
import {
  AUDIENCE_PREFIX,
  SERVICE_KEYS,
  toAudienceKey,
  toAudienceRunKey,
  toAudienceRunPrefix,
  UNFINISHED_INDEX,
} from '../tables/service-table.ts';
import { createVersionedItems } from '../versioned-items.ts';
import { buildEventWrite } from '../webhooks/outbox.ts';

// The items of audiences and of their runs.

const conditions = jsonText<AudienceCondition[]>();
const counts = { customers: v.number(), held_out: v.number(), with_contact: v.number() };

const audienceItem = v.object({
  account_id: v.string(),
  audience_id: v.string(),
  name: v.string(),
  dataset_id: v.string(),
  conditions,
  hold_out: v.number(),
  /** Key that decides who is held out; hexadecimal. Never returned. */
  hold_out_key: v.string(),
  refresh: v.picklist(REFRESHES),
  /** Set with `schedule`. */
  expression: v.optional(v.string()),
  time_zone: v.optional(v.string()),
  /** Epoch milliseconds; missing with `manual`. */
  next_run: v.optional(v.number()),
  /** Time of the dataset's last acceptance (epoch milliseconds) when a run was last started. */
  refreshed_for: v.optional(v.number()),
  /** Hash of the API key that created or last changed it. */
  key_hash: v.string(),
  created_at: v.string(),
  ...authoredFields,
  /** Set while runs start on request only. */
  paused: v.optional(v.object({ because: v.picklist(AUDIENCE_PAUSE_REASONS), at: v.string() })),
  /** A ULID: a later erasure of the whole dataset deletes the audience. */
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
      /** Names the file of members. */
      file: v.string(),
      run_id: v.string(),
      as_of: v.string(),
      ...counts,
    }),
  ),
});
export type AudienceItem = v.InferOutput<typeof audienceItem>;

/**
 * Pauses an audience: runs start on request only, and the run in progress no longer belongs to the audience.
 */
export function pauseAudience(item: AudienceItem, paused: NonNullable<AudienceItem['paused']>): AudienceItem {
  return { ...item, paused, next_run: undefined, run_id: undefined, reading_since: undefined };
}

const audienceRunItem = v.object({
  account_id: v.string(),
  audience_id: v.string(),
  run_id: v.string(),
  status: v.picklist(RUN_STATUSES),
  created_at: v.string(),
  /** Conditions of the audience when the run was started. */
  conditions,
  /** Hash of the API key that started it: its reports are requested with that key. */
  key_hash: v.string(),
  /** Ids for reports that the run may have to request, one per condition. */
  new_report_ids: v.array(v.string()),
  /** The reports that it compares, one per condition. */
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

const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;

export function createAudienceStore(db: DynamoDBDocumentClient, tableName: string) {
  const kind = { prefix: AUDIENCE_PREFIX, schema: audienceItem, toKey: toAudienceKey, stored: toStored };
  const { replacing, ...audiences } = createVersionedItems<AudienceItem>(db, tableName, kind);

  function buildRunEnd(
    { account_id, audience_id, run_id }: AudienceRunItem,
    set: Change['set'],
  ): TransactItem {
    return {
      Update: buildUpdate(tableName, toAudienceRunKey(account_id, audience_id, run_id), {
        ...(set && { set }),
        remove: [UNFINISHED_INDEX.partition, UNFINISHED_INDEX.sort],
        condition: '#status = :processing',
        values: { processing: 'Processing' },
      }),
    };
  }

  return {
    replace: audiences.replace,
    create: audiences.create,
    list: audiences.list,
    get: ({ accountId, audienceId }: AudienceRef) => audiences.get(accountId, audienceId),
    remove: ({ accountId, audienceId }: AudienceRef) => audiences.remove(accountId, audienceId),

    /** Replaces only the members, for an erasure: it has no right to put an item. */
    async replaceMembers(
      { account_id, audience_id, version }: AudienceItem,
      members: NonNullable<AudienceItem['members']>,
    ): Promise<boolean> {
      const { met } = await updateIf(db, tableName, toAudienceKey(account_id, audience_id), {
        set: { members, version: version + 1 },
        condition: 'version = :read',
        values: { read: version },
      });
      return met;
    },

    /** Starts a run. Returns false if the audience has changed since it was read, such as by another run. */
    async startRun(audience: AudienceItem, run: AudienceRunItem, now: number): Promise<boolean> {
      const Put = {
        TableName: tableName,
        Item: {
          ...toAudienceRunKey(run.account_id, run.audience_id, run.run_id),
          ...run,
          conditions: JSON.stringify(run.conditions),
          [UNFINISHED_INDEX.partition]: 'audience-run',
          [UNFINISHED_INDEX.sort]: run.created_at,
          [SERVICE_KEYS.ttl]: Math.ceil((now + KEPT_DAYS * DAY_MS) / 1_000),
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      };
      const taken = replacing({ ...audience, run_id: run.run_id, reading_since: undefined });
      return (await transact(db, { audience: [taken], run: [{ Put }] })).size === 0;
    },

    run: ({ accountId, audienceId, runId }: RunRef): Promise<AudienceRunItem | undefined> =>
      getItem(db, tableName, toAudienceRunKey(accountId, audienceId, runId), audienceRunItem),

    /** Newest first. `before`: the last id of the previous page. */
    async runs({ accountId, audienceId }: AudienceRef, limit: number, before: string | undefined) {
      const { Items } = await db.send(
        new QueryCommand({
          ...buildPrefixQuery(tableName, accountId, toAudienceRunPrefix(audienceId)),
          ScanIndexForward: false,
          Limit: limit,
          ...(before !== undefined && {
            ExclusiveStartKey: { ...toAudienceRunKey(accountId, audienceId, before) },
          }),
        }),
      );
      return v.parse(v.array(audienceRunItem), Items ?? []);
    },

    /** The first write wins: a run compares the same reports whenever it is repeated. */
    async noteReports({ account_id, audience_id, run_id }: AudienceRunItem, ids: readonly string[]) {
      await updateIf(db, tableName, toAudienceRunKey(account_id, audience_id, run_id), {
        setOnce: { report_ids: ids },
        condition: 'attribute_exists(pk)',
      });
    },

    /**
     * `audience`: as read before its customers were, with the new members. Returns false if it has changed
     * since, or one of its `destinations` was deleted. Marks the destinations as having something to send.
     */
    async complete(
      audience: AudienceItem,
      run: AudienceRunItem,
      counts: NonNullable<AudienceRunItem['counts']>,
      at: string,
      destinations: readonly DestinationItem[],
    ): Promise<boolean> {
      const released = replacing({ ...audience, run_id: undefined, reading_since: undefined });
      const ended = buildRunEnd(run, { status: 'Completed', completed_at: at, counts });
      const woken = destinations.map((item) => buildDestinationWake(tableName, item, at));
      const { customers, joined, left } = counts;
      const event = { ...createRunEvent(run, 'completed', at), counts: { customers, joined, left } };
      const told = await buildEventWrite(db, tableName, run.account_id, event);
      const refused = await transact(db, { audience: [released], run: [ended], destinations: woken, told });
      return refused.size === 0;
    },

    /** Does nothing if the run has ended. Its audience, if it still exists, can be refreshed again. */
    async fail(run: AudienceRunItem, reason: WorkSentence, at: string): Promise<boolean> {
      const { account_id, audience_id, run_id } = run;
      const because = explainFailure(reason);
      const ended = buildRunEnd(run, { status: 'Failed', completed_at: at, ...because });
      const event = { ...createRunEvent(run, 'failed', at), ...because };
      const told = await buildEventWrite(db, tableName, account_id, event);
      const hasEnded = (await transact(db, { run: [ended], told })).size === 0;
      // If this write is lost, the next run replaces the ended one in the audience.
      await updateIf(db, tableName, toAudienceKey(account_id, audience_id), {
        remove: ['run_id', 'reading_since'],
        add: { version: 1 },
        condition: 'run_id = :run',
        values: { run: run_id },
      });
      return hasEnded;
    },
  };
}
export type AudienceStore = ReturnType<typeof createAudienceStore>;

/** The event of a run's end. */
function createRunEvent({ audience_id, run_id }: AudienceRunItem, end: 'completed' | 'failed', at: string) {
  const status = end === 'completed' ? 'Completed' : 'Failed';
  return { event: `audience_run.${end}`, timestamp: at, audience_id, run_id, status } as const;
}

function toStored(item: AudienceItem) {
  return {
    ...toAudienceKey(item.account_id, item.audience_id),
    ...item,
    conditions: JSON.stringify(item.conditions),
    ...(item.next_run !== undefined && {
      [UNFINISHED_INDEX.partition]: 'audience',
      [UNFINISHED_INDEX.sort]: new Date(item.next_run).toISOString(),
    }),
  };
}
