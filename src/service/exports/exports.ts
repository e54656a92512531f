// Stores exports and the slots that an account has for those in progress. The transaction that creates an
// export takes a slot, which it holds until its end, or for as long as its workflow may run.

import { DeleteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { decodeTime } from 'ulid';
import * as v from 'valibot';
import { ExportLimitError } from '../../contract/errors/errors.ts';
import { type Exportable, REPORT_TYPES } from '../../contract/report-types/report-types.ts';
import type { BornEvent } from '../../contract/resources/events.ts';
import { EXPORT_FORMATS, EXPORT_STATUSES } from '../../contract/resources/reports/exports.ts';
import { sentence } from '../../contract/schema/coded.ts';
import { explainFailure, type WorkSentence } from '../../contract/sentences/failed-because.ts';
import type { Sentence } from '../../contract/sentences/sentence.ts';
import { waitWithJitter } from '../aws/dynamodb-errors.ts';
import { buildPrefixQuery, buildUpdate, getItem, queryAll } from '../aws/items.ts';
import { transact } from '../aws/transact.ts';
import {
  SERVICE_KEYS,
  toExportKey,
  toExportPrefix,
  toExportSlotsKey,
  UNFINISHED_INDEX,
} from '../tables/service-table.ts';
import { endWithEvent } from '../webhooks/outbox.ts';

// An export as it is stored.

const exportItem = v.object({
  account_id: v.string(),
  report_id: v.string(),
  export_id: v.string(),
  dataset_id: v.string(),
  report_type: v.picklist(REPORT_TYPES),
  what: v.custom<Exportable>((what) => typeof what === 'string'),
  format: v.picklist(EXPORT_FORMATS),
  status: v.picklist(EXPORT_STATUSES),
  created_at: v.string(),
  completed_at: v.optional(v.string()),
  rows: v.optional(v.number()),
  bytes: v.optional(v.number()),
  fail_reason: v.optional(v.string()),
  fail_reason_coded: v.optional(v.array(sentence)),
  /** The run that wrote its file. */
  run: v.optional(v.string()),
  /** The latest erasure of the dataset that the file covers, a ULID; empty if there was none. */
  erased_until: v.optional(v.string()),
});
export type ExportItem = v.InferOutput<typeof exportItem>;

export interface ExportRef {
  readonly accountId: string;
  readonly reportId: string;
  readonly exportId: string;
}

/**
 * The workflow may run for 55 minutes, and its function after that for 15 more: an incomplete export then
 * never completes.
 */
export const LONGEST_RUN_MS = 75 * 60_000;
/** The item outlives the file, which S3 may delete late: an erasure finds every file by its item. */
const KEPT_DAYS = 14;
const DAY_MS = 86_400_000;
const MAX_ATTEMPTS = 8;

const slotsItem = v.object({ running: v.optional(v.instance(Set<string>)) });

/** The result of an export. */
export interface WrittenExport {
  /** Names its file. */
  readonly run: string;
  readonly rows: number;
  readonly bytes: number;
  /** The latest erasure that the file covers; empty if there was none. */
  readonly erasedUntil: string;
}

export function createExportStore(db: DynamoDBDocumentClient, tableName: string) {
  async function readRunning(accountId: string): Promise<ReadonlySet<string>> {
    const slots = await getItem(db, tableName, toExportSlotsKey(accountId), slotsItem);
    return slots?.running ?? new Set();
  }

  /** Ends an export that is in progress, and frees its slot. Returns false if it has ended or was erased. */
  async function end(
    { account_id, report_id, export_id, dataset_id }: ExportItem,
    changes: Readonly<Record<string, string | number | readonly Sentence[]>>,
    told: BornEvent,
  ): Promise<boolean> {
    const change = {
      set: changes,
      remove: [UNFINISHED_INDEX.partition, UNFINISHED_INDEX.sort],
      condition: '#status = :processing',
      values: { processing: 'Processing' },
    };
    const freed = buildUpdate(tableName, toExportSlotsKey(account_id), {
      subtract: { running: new Set([export_id]) },
    });
    const key = toExportKey(account_id, report_id, export_id);
    const event = { ...told, dataset_id, report_id, export_id };
    return endWithEvent(db, tableName, { key, change, event }, [{ Update: freed }]);
  }

  return {
    /** Throws ExportLimitError if `most` are in progress. Does nothing if the export exists. */
    async create(item: ExportItem, most: number, now: number): Promise<void> {
      for (let attempt = 0; ; attempt++) {
        const seen = await readRunning(item.account_id);
        const live = [...seen].filter((id) => decodeTime(id) > now - LONGEST_RUN_MS);
        if (live.length >= most) throw new ExportLimitError(most);
        const Put = {
          TableName: tableName,
          Item: {
            ...toExportKey(item.account_id, item.report_id, item.export_id),
            ...item,
            [UNFINISHED_INDEX.partition]: 'export',
            [UNFINISHED_INDEX.sort]: item.created_at,
            [SERVICE_KEYS.ttl]: Math.ceil((now + KEPT_DAYS * DAY_MS) / 1_000),
          },
          ConditionExpression: 'attribute_not_exists(pk)',
        };
        const Update = buildUpdate(tableName, toExportSlotsKey(item.account_id), {
          set: { running: new Set([...live, item.export_id]) },
          condition: seen.size === 0 ? 'attribute_not_exists(running)' : 'running = :seen',
          values: { seen },
        });
        const refused = await transact(db, { export: [{ Put }], slot: [{ Update }] });
        if (refused.size === 0 || refused.has('export')) return;
        // Another export has taken or freed a slot meanwhile.
        if (attempt === MAX_ATTEMPTS) throw new Error('no slot for an export: too much contention');
        await waitWithJitter(attempt);
      }
    },

    get: ({ accountId, reportId, exportId }: ExportRef): Promise<ExportItem | undefined> =>
      getItem(db, tableName, toExportKey(accountId, reportId, exportId), exportItem),

    /** Exports of a report, newest first: export ids are ULIDs. */
    async list(accountId: string, reportId: string): Promise<ExportItem[]> {
      const items = await queryAll(db, {
        ...buildPrefixQuery(tableName, accountId, toExportPrefix(reportId)),
        ScanIndexForward: false,
      });
      return v.parse(v.array(exportItem), items);
    },

    /** Returns false if it has ended or was erased. */
    complete: (
      item: ExportItem,
      { run, rows, bytes, erasedUntil }: WrittenExport,
      at: string,
    ): Promise<boolean> =>
      end(
        item,
        { status: 'Completed', completed_at: at, run, rows, bytes, erased_until: erasedUntil },
        { event: 'export.completed', timestamp: at, status: 'Completed', counts: { rows, bytes } },
      ),

    fail(item: ExportItem, reason: WorkSentence, at: string): Promise<boolean> {
      const because = explainFailure(reason);
      const told = { event: 'export.failed', timestamp: at, status: 'Failed', ...because } as const;
      return end(item, { status: 'Failed', ...because }, told);
    },

    /** Deletes the item; the caller deletes its files before. */
    async remove({ account_id, report_id, export_id }: ExportItem): Promise<void> {
      await db.send(
        new DeleteCommand({ TableName: tableName, Key: toExportKey(account_id, report_id, export_id) }),
      );
    },
  };
}
export type ExportStore = ReturnType<typeof createExportStore>;

/** Whether its workflow may still be running. */
export function isRunning({ status, export_id }: ExportItem, now: number): boolean {
  return status === 'Processing' && decodeTime(export_id) > now - LONGEST_RUN_MS;
}
