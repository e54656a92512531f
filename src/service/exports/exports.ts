// Stores exports and the slots that an account has for those in progress. The transaction that creates an
// export takes a slot, which it holds until its end, or for as long as its workflow may run.

import { DeleteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { decodeTime } from 'ulid';
import * as v from 'valibot';
import { ExportLimitError, MonthlyLimitError } from '../../contract/errors/errors.ts';
import type { ExportInput } from '../../contract/messages/workflow.ts';
import { type Exportable, REPORT_TYPES } from '../../contract/report-types/report-types.ts';
import type { BornEvent } from '../../contract/resources/events.ts';
import { EXPORT_FORMATS, EXPORT_STATUSES } from '../../contract/resources/reports/exports.ts';
import { sentence } from '../../contract/schema/coded.ts';
import { explainFailure, type WorkSentence } from '../../contract/sentences/failed-because.ts';
import { waitWithJitter } from '../aws/dynamodb-errors.ts';
import { buildPrefixQuery, buildUpdate, getItem, queryAll } from '../aws/items.ts';
import { type TransactItem, transact } from '../aws/transact.ts';
import {
  SERVICE_KEYS,
  toExportKey,
  toExportPrefix,
  toExportSlotsKey,
  toUsageKey,
  UNFINISHED_INDEX,
} from '../tables/service-table.ts';
import { endWithEvent } from '../webhooks/outbox.ts';

// An export as it is stored.

const fields = {
  account_id: v.string(),
  export_id: v.string(),
  dataset_id: v.string(),
  format: v.picklist(EXPORT_FORMATS),
  status: v.picklist(EXPORT_STATUSES),
  created_at: v.string(),
  completed_at: v.optional(v.string()),
  rows: v.optional(v.number()),
  bytes: v.optional(v.number()),
  fail_reason: v.optional(v.string()),
  fail_reason_coded: v.optional(v.array(sentence)),
  /** The latest erasure of the dataset that the file covers, a ULID; empty if there was none. */
  erased_until: v.optional(v.string()),
};

/** A list of a report. */
const reportExportItem = v.object({
  ...fields,
  report_id: v.string(),
  report_type: v.picklist(REPORT_TYPES),
  what: v.custom<Exportable>((what) => typeof what === 'string'),
  /** The run that wrote its file. */
  run: v.optional(v.string()),
});
export type ReportExportItem = v.InferOutput<typeof reportExportItem>;

/** `month`: of its orders, YYYY-MM; none for orders without a date, and unless the export is partitioned. */
export const orderFile = v.object({
  name: v.string(),
  rows: v.number(),
  bytes: v.number(),
  month: v.optional(v.string()),
});

/** The line items of a dataset. */
const orderExportItem = v.object({
  ...fields,
  /** Only orders dated from then on, and before the end; epoch milliseconds. */
  from: v.optional(v.number()),
  to: v.optional(v.number()),
  contact: v.boolean(),
  partition_by: v.optional(v.literal('month')),
  /** The month, YYYY-MM, in which it counts. */
  usage_month: v.string(),
  /** Bytes that its files may have. */
  most_bytes: v.number(),
  files: v.optional(v.array(orderFile)),
});
export type OrderExportItem = v.InferOutput<typeof orderExportItem>;

const exportItem = v.union([reportExportItem, orderExportItem]);
export type ExportItem = v.InferOutput<typeof exportItem>;

export interface ExportRef {
  readonly accountId: string;
  /** The report, or the dataset. */
  readonly source: string;
  readonly exportId: string;
}

/** Report ids are in capitals: no report has such an id. */
export const toOrdersSource = (datasetId: string): string => `orders.${datasetId}`;

export function getSource(item: ExportItem | ExportInput): string {
  if ('report_id' in item && item.report_id !== undefined) return item.report_id;
  return toOrdersSource(item.dataset_id ?? '');
}

export const toExportRef = (item: ExportItem | ExportInput): ExportRef => ({
  accountId: item.account_id,
  source: getSource(item),
  exportId: item.export_id,
});

/** Names of its files, which begin with the run that wrote them. */
export function listFileNames(item: ExportItem | undefined): readonly string[] {
  if (item === undefined) return [];
  if ('contact' in item) return (item.files ?? []).map(({ name }) => name);
  return item.run === undefined ? [] : [item.run];
}

/**
 * The workflow may run for 4 hours, and its function after that for 15 minutes more: an incomplete export then
 * never completes.
 */
export const LONGEST_RUN_MS = 260 * 60_000;
/** The item outlives the file, which S3 may delete late: an erasure finds every file by its item. */
const KEPT_DAYS = 14;
const DAY_MS = 86_400_000;
const MAX_ATTEMPTS = 8;

const slotsItem = v.object({ running: v.optional(v.instance(Set<string>)) });

const usageItem = v.object({
  order_exports: v.optional(v.number(), 0),
  order_export_bytes: v.optional(v.number(), 0),
});

/** The result of an export: its file, by the run that wrote it, or its files. */
export interface WrittenExport extends Pick<OrderExportItem, 'files'> {
  readonly run?: string;
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
    item: ExportItem,
    changes: Readonly<Record<string, unknown>>,
    told: BornEvent,
    used: { readonly order_exports?: number; readonly order_export_bytes?: number },
  ): Promise<boolean> {
    const { account_id, export_id, dataset_id } = item;
    const change = {
      set: changes,
      remove: [UNFINISHED_INDEX.partition, UNFINISHED_INDEX.sort],
      condition: '#status = :processing',
      values: { processing: 'Processing' },
    };
    const freed = buildUpdate(tableName, toExportSlotsKey(account_id), {
      subtract: { running: new Set([export_id]) },
    });
    const key = toExportKey(account_id, getSource(item), export_id);
    const event = {
      ...told,
      ...('report_id' in item && { report_id: item.report_id }),
      ...{ dataset_id, export_id },
    };
    const counted =
      'contact' in item
        ? [{ Update: buildUpdate(tableName, toUsageKey(account_id, item.usage_month), { add: used }) }]
        : [];
    return endWithEvent(db, tableName, { key, change, event }, [{ Update: freed }, ...counted]);
  }

  /** Exports of orders of a month, YYYY-MM, and their bytes. */
  async function readUsed(accountId: string, month: string): Promise<v.InferOutput<typeof usageItem>> {
    const used = await getItem(db, tableName, toUsageKey(accountId, month), usageItem);
    return used ?? v.parse(usageItem, {});
  }

  /** Counts an export of orders; refused when the month's are used up. */
  function countOrders(item: ExportItem, limit: number): TransactItem[] {
    if (!('contact' in item)) return [];
    const Update = buildUpdate(tableName, toUsageKey(item.account_id, item.usage_month), {
      add: { order_exports: 1 },
      // A limit of 0 refuses even the month's first.
      condition: `${limit > 0 ? 'attribute_not_exists(order_exports) OR ' : ''}order_exports < :limit`,
      values: { limit },
    });
    return [{ Update }];
  }

  return {
    usedInMonth: readUsed,

    /**
     * Throws ExportLimitError if `most` are in progress, and MonthlyLimitError for one more export of orders than
     * `monthly`. Does nothing if the export exists.
     */
    async create(item: ExportItem, most: number, now: number, monthly = 0): Promise<void> {
      for (let attempt = 0; ; attempt++) {
        const seen = await readRunning(item.account_id);
        const live = [...seen].filter((id) => decodeTime(id) > now - LONGEST_RUN_MS);
        if (live.length >= most) throw new ExportLimitError(most);
        const Put = {
          TableName: tableName,
          Item: {
            ...toExportKey(item.account_id, getSource(item), item.export_id),
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
        const refused = await transact(db, {
          export: [{ Put }],
          slot: [{ Update }],
          usage: countOrders(item, monthly),
        });
        if (refused.size === 0 || refused.has('export')) return;
        if (refused.has('usage')) throw new MonthlyLimitError(monthly, monthly, 'exports of orders');
        // Another export has taken or freed a slot meanwhile.
        if (attempt === MAX_ATTEMPTS) throw new Error('no slot for an export: too much contention');
        await waitWithJitter(attempt);
      }
    },

    get: ({ accountId, source, exportId }: ExportRef): Promise<ExportItem | undefined> =>
      getItem(db, tableName, toExportKey(accountId, source, exportId), exportItem),

    /** Exports of a report, or of a dataset's orders, newest first: export ids are ULIDs. */
    async list(accountId: string, source: string): Promise<ExportItem[]> {
      const items = await queryAll(db, {
        ...buildPrefixQuery(tableName, accountId, toExportPrefix(source)),
        ScanIndexForward: false,
      });
      return v.parse(v.array(exportItem), items);
    },

    /** Returns false if it has ended or was erased. */
    complete: (
      item: ExportItem,
      { run, files, rows, bytes, erasedUntil }: WrittenExport,
      at: string,
    ): Promise<boolean> =>
      end(
        item,
        { status: 'Completed', completed_at: at, run, files, rows, bytes, erased_until: erasedUntil },
        { event: 'export.completed', timestamp: at, status: 'Completed', counts: { rows, bytes } },
        { order_export_bytes: bytes },
      ),

    fail(item: ExportItem, reason: WorkSentence, at: string): Promise<boolean> {
      const because = explainFailure(reason);
      const told = { event: 'export.failed', timestamp: at, status: 'Failed', ...because } as const;
      return end(item, { status: 'Failed', ...because }, told, { order_exports: -1 });
    },

    /** Deletes the item; the caller deletes its files before. */
    async remove(item: ExportItem): Promise<void> {
      const Key = toExportKey(item.account_id, getSource(item), item.export_id);
      await db.send(new DeleteCommand({ TableName: tableName, Key }));
    },
  };
}
export type ExportStore = ReturnType<typeof createExportStore>;

/** Whether its workflow may still be running. */
export function isRunning({ status, export_id }: ExportItem, now: number): boolean {
  return status === 'Processing' && decodeTime(export_id) > now - LONGEST_RUN_MS;
}
