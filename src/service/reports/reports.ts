// Stores reports. A report stays in the unfinished index until it has ended and its webhook, if it has one,
// has been delivered or abandoned.

import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { MonthlyLimitError } from '../../contract/errors/errors.ts';
import type { ReportType } from '../../contract/report-types/report-types.ts';
import type { ReportProgress } from '../../contract/resources/reports/progress.ts';
import { explainFailure, type WorkSentence } from '../../contract/sentences/failed-because.ts';
import { buildPrefixQuery, buildUpdate, getItem, updateIf } from '../aws/items.ts';
import { type CreatedRange, type ItemPage, listNewestFirst, type PageRequest } from '../aws/newest-first.ts';
import { markShort } from '../aws/short-way.ts';
import { type TransactItem, transact } from '../aws/transact.ts';
import {
  REPORT_PREFIX,
  type ServiceKey,
  toReportKey,
  toUsageKey,
  UNFINISHED_INDEX,
} from '../tables/service-table.ts';
import { endWithEvent } from '../webhooks/outbox.ts';
import { getRun, type ReportItem, type ReportKey, reportItem } from './report-item.ts';

// Creates reports. Starting a report and counting it against the monthly limit is one transaction.

/** The claim, which is the other write of the transaction that was to store the report, was refused. */
export class NotClaimedError extends Error {
  override readonly name = 'NotClaimedError';
}

const usageItem = v.object({ reports: v.optional(v.number(), 0) });

function createReportCreation(db: DynamoDBDocumentClient, tableName: string) {
  function put(item: ReportItem, isUnfinished: boolean): TransactItem {
    return {
      Put: {
        TableName: tableName,
        Item: {
          ...toReportKey(item.account_id, item.report_id),
          ...item,
          request: JSON.stringify(item.request),
          ...(isUnfinished && {
            [UNFINISHED_INDEX.partition]: 'report',
            [UNFINISHED_INDEX.sort]: item.created_at,
          }),
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    };
  }

  async function readUsedInMonth(accountId: string, month: string): Promise<number> {
    const usage = await getItem(db, tableName, toUsageKey(accountId, month), usageItem);
    return usage?.reports ?? 0;
  }

  return {
    /** Reports that count against the limit of a month, YYYY-MM. */
    usedInMonth: readUsedInMonth,

    /**
     * Throws MonthlyLimitError if the monthly limit is used up, and NotClaimedError if `claim` is refused; nothing is
     * stored then.
     */
    async create(item: ReportItem, monthlyLimit: number, claim?: TransactItem): Promise<void> {
      const Update = buildUpdate(tableName, toUsageKey(item.account_id, item.usage_month), {
        add: { reports: 1 },
        // A limit of 0 refuses even the month's first report.
        condition: `${monthlyLimit > 0 ? 'attribute_not_exists(reports) OR ' : ''}reports < :limit`,
        values: { limit: monthlyLimit },
      });
      const refused = await transact(db, {
        usage: [{ Update }],
        report: [put(item, true)],
        claim: claim === undefined ? [] : [claim],
      });
      if (refused.has('claim')) throw new NotClaimedError(item.report_id);
      if (refused.has('usage')) {
        throw new MonthlyLimitError(monthlyLimit, await readUsedInMonth(item.account_id, item.usage_month));
      }
      if (refused.has('report')) throw new Error(`report ${item.report_id} exists already`);
    },

    /**
     * Stores a report that could not be started, as Failed: it counts against no limit, and its webhook is
     * delivered. Returns false, and stores nothing, if `claim` is refused.
     */
    async createFailed(item: ReportItem, claim: TransactItem): Promise<boolean> {
      const report = put(item, item.request.webhook_url !== undefined);
      return (await transact(db, { report: [report], claim: [claim] })).size === 0;
    },
  };
}

// Ends reports. Failing one and returning its unit to the monthly limit is one transaction.

/** A report with a webhook stays unfinished until the webhook is delivered or abandoned. */
function buildEnd({ request }: ReportItem, at: string) {
  const { partition, sort } = UNFINISHED_INDEX;
  return request.webhook_url === undefined
    ? { attributes: { updated_at: at }, remove: ['progress', partition, sort] }
    : { attributes: { updated_at: at, [sort]: at }, remove: ['progress'] };
}

/** The event of the report's end. */
function createEndEvent(
  { report_id, report_type, dataset_id, schedule_id }: ReportItem,
  status: ReportItem['status'],
  at: string,
) {
  const event = status === 'Failed' ? 'report.failed' : 'report.completed';
  const work = { dataset_id, report_id, report_type, ...(schedule_id !== undefined && { schedule_id }) };
  return { event, timestamp: at, ...work, status } as const;
}

function createReportEnds(db: DynamoDBDocumentClient, tableName: string) {
  return {
    /** Completes a Processing report. Returns false if it had already ended. */
    async complete(
      item: ReportItem,
      status: 'Completed' | 'Completed with warnings',
      at: string,
    ): Promise<boolean> {
      const { attributes, remove } = buildEnd(item, at);
      const change = {
        set: { status, ...attributes },
        remove,
        condition: '#status = :processing',
        values: { processing: 'Processing' },
      };
      const key = toReportKey(item.account_id, item.report_id);
      return endWithEvent(db, tableName, { key, change, event: createEndEvent(item, status, at) });
    },

    /** Fails a Processing report and returns its unit to the monthly limit. Returns false if it had already ended. */
    async fail(item: ReportItem, reason: WorkSentence, at: string): Promise<boolean> {
      const { attributes, remove } = buildEnd(item, at);
      const because = explainFailure(reason);
      const change = {
        set: { status: 'Failed', ...because, ...attributes },
        remove,
        condition: '#status = :processing',
        values: { processing: 'Processing' },
      };
      const returned = buildUpdate(tableName, toUsageKey(item.account_id, item.usage_month), {
        add: { reports: -1 },
      });
      const key = toReportKey(item.account_id, item.report_id);
      const event = { ...createEndEvent(item, 'Failed', at), ...because };
      return endWithEvent(db, tableName, { key, change, event }, [{ Update: returned }]);
    },

    /** Deletes a report and counts it in its erasure, in one transaction. Returns false if it no longer exists. */
    async erase(item: ReportItem, counter: ServiceKey): Promise<boolean> {
      const Delete = {
        TableName: tableName,
        Key: toReportKey(item.account_id, item.report_id),
        ConditionExpression: 'attribute_exists(pk)',
      };
      const Update = buildUpdate(tableName, counter, { add: { reports: 1 } });
      return (await transact(db, { report: [{ Delete }], counter: [{ Update }] })).size === 0;
    },
  };
}

type ReportStatus = ReportItem['status'];

export interface ReportFilter {
  readonly datasetId: string | undefined;
  readonly reportType: ReportType | undefined;
}

export function createReportStore(db: DynamoDBDocumentClient, tableName: string) {
  return {
    ...createReportCreation(db, tableName),
    ...createReportProgress(db, tableName),
    ...createReportEnds(db, tableName),

    get: ({ accountId, reportId }: ReportKey): Promise<ReportItem | undefined> =>
      getItem(db, tableName, toReportKey(accountId, reportId), reportItem),

    /** Newest first, for a caller's list. */
    page(
      accountId: string,
      {
        datasetId,
        reportType,
        status,
        ...range
      }: ReportFilter & CreatedRange & { readonly status: ReportStatus | undefined },
      request: PageRequest,
    ): Promise<ItemPage<ReportItem>> {
      const conditions = [
        ...(datasetId === undefined ? [] : ['dataset_id = :dataset']),
        ...(reportType === undefined ? [] : ['report_type = :type']),
        ...(status === undefined ? [] : ['#status = :status']),
      ];
      return listNewestFirst(
        db,
        tableName,
        {
          ...{ pk: accountId, prefix: REPORT_PREFIX, conditions },
          names: status === undefined ? undefined : { '#status': 'status' },
          values: { ':dataset': datasetId, ':type': reportType, ':status': status },
        },
        range,
        request,
        (item) => v.parse(reportItem, item),
      );
    },

    /** Newest first: report ids are ULIDs. `before`: the last id of the previous page. */
    async list(
      accountId: string,
      { datasetId, reportType }: ReportFilter,
      limit: number,
      before: string | undefined,
    ): Promise<ReportItem[]> {
      const conditions = [
        ...(datasetId === undefined ? [] : ['dataset_id = :dataset']),
        ...(reportType === undefined ? [] : ['report_type = :type']),
      ];
      const reports = buildPrefixQuery(tableName, accountId, REPORT_PREFIX);
      const items: ReportItem[] = [];
      let from = before === undefined ? undefined : { ...toReportKey(accountId, before) };
      do {
        const query = new QueryCommand({
          ...reports,
          ...(conditions.length > 0 && { FilterExpression: conditions.join(' AND ') }),
          ExpressionAttributeValues: {
            ...reports.ExpressionAttributeValues,
            ...{ ':dataset': datasetId, ':type': reportType },
          },
          ScanIndexForward: false,
          Limit: Math.max(limit, 50),
          ...(from && { ExclusiveStartKey: from }),
        });
        const page = await db.send(markShort(query));
        items.push(...v.parse(v.array(reportItem), page.Items ?? []));
        const last = page.LastEvaluatedKey;
        from = last && { pk: String(last.pk), sk: String(last.sk) };
      } while (items.length < limit && from !== undefined);
      return items.slice(0, limit);
    },
  };
}
export type ReportStore = ReturnType<typeof createReportStore>;

// Writes the progress of a report that is being generated.
function createReportProgress(db: DynamoDBDocumentClient, tableName: string) {
  return {
    /** Does nothing if the report has ended, or, with `onlyAhead`, if its recorded progress is further. */
    async noteProgress(
      { accountId, reportId }: ReportKey,
      progress: ReportProgress,
      { onlyAhead = false }: { readonly onlyAhead?: boolean } = {},
    ): Promise<void> {
      const isAhead = 'attribute_not_exists(progress.fraction) OR progress.fraction < :fraction';
      await updateIf(db, tableName, toReportKey(accountId, reportId), {
        set: { progress },
        condition: `#status = :processing${onlyAhead ? ` AND (${isAhead})` : ''}`,
        values: { processing: 'Processing', fraction: progress.fraction },
      });
    },

    /** Call before the first file of a partition is written. Does nothing if the report has ended. */
    async notePartitions({ accountId, reportId }: ReportKey, parts: number): Promise<void> {
      await updateIf(db, tableName, toReportKey(accountId, reportId), {
        set: { partitions: parts },
        condition: '#status = :processing',
        values: { processing: 'Processing' },
      });
    },

    /**
     * Reserves the number of a report's next workflow run for the first caller; undefined for all others and
     * if nothing is left to do.
     */
    async takeRun(item: ReportItem): Promise<number | undefined> {
      const runs = getRun(item) + 1;
      const { met } = await updateIf(db, tableName, toReportKey(item.account_id, item.report_id), {
        set: { runs },
        condition: `attribute_exists(${UNFINISHED_INDEX.partition}) AND ${item.runs === undefined ? 'attribute_not_exists(runs)' : 'runs = :runs'}`,
        values: { runs: item.runs },
      });
      return met ? runs : undefined;
    },
  };
}
