// Reports and the monthly usage they count against. Starting a report and counting it against the monthly limit is one
// transaction; so is failing a report and returning its unit. A report stays in the unfinished index until it has ended
// and its webhook, if it has one, has been delivered or abandoned.
import { type DynamoDBDocumentClient, GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { ReportProgress } from '../../contract/resources/progress.ts';
import { MonthlyLimitError } from '../../core/errors.ts';
import type { ReportType } from '../../report-types/report-types.ts';
import { conditionFailed } from '../aws/dynamodb-errors.ts';
import { type TransactItem, transact } from '../aws/transact.ts';
import { REPORT_PREFIX, reportKey, UNFINISHED_INDEX, usageKey } from '../tables/service-table.ts';
import { type ReportItem, type ReportKey, reportItem, runOf } from './report-item.ts';

/** The other write of the transaction that was to store the report is refused. */
export class NotClaimedError extends Error {
  override readonly name = 'NotClaimedError';
}

export interface ReportFilter {
  readonly datasetId: string | undefined;
  readonly reportType: ReportType | undefined;
}

/** Attribute names of the expressions that end a report. */
const NAMES = {
  '#status': 'status',
  '#kind': UNFINISHED_INDEX.partition,
  '#since': UNFINISHED_INDEX.sort,
} as const;

/**
 * End of a report's update expression: a report with a webhook stays unfinished until the webhook is delivered or
 * abandoned.
 */
function thenTell({ request }: ReportItem): string {
  return request.webhook_url === undefined
    ? 'REMOVE progress, #kind, #since'
    : ', #since = :at REMOVE progress';
}

/** DynamoDB refuses names that the expression does not use. */
function namesIn(expression: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(NAMES).filter(([name]) => name === '#status' || expression.includes(name)),
  );
}

export function createReportStore(db: DynamoDBDocumentClient, tableName: string) {
  function put(item: ReportItem, isUnfinished: boolean): TransactItem {
    return {
      Put: {
        TableName: tableName,
        Item: {
          ...reportKey(item.account_id, item.report_id),
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

  async function used(accountId: string, month: string): Promise<number> {
    const { Item } = await db.send(
      new GetCommand({ TableName: tableName, Key: usageKey(accountId, month), ConsistentRead: true }),
    );
    return Number(Item?.reports ?? 0);
  }

  return {
    /** Reports that count against the limit of a month, YYYY-MM. */
    usedInMonth: used,

    /**
     * Throws MonthlyLimitError if the monthly limit is used up, and NotClaimedError if `claim` is refused; nothing is
     * stored then.
     */
    async create(item: ReportItem, monthlyLimit: number, claim?: TransactItem): Promise<void> {
      const refused = await transact(db, [
        {
          Update: {
            TableName: tableName,
            Key: usageKey(item.account_id, item.usage_month),
            UpdateExpression: 'ADD reports :one',
            // With a limit of 0, even the month's first report is refused.
            ConditionExpression: `${monthlyLimit > 0 ? 'attribute_not_exists(reports) OR ' : ''}reports < :limit`,
            ExpressionAttributeValues: { ':one': 1, ':limit': monthlyLimit },
          },
        },
        put(item, true),
        ...(claim === undefined ? [] : [claim]),
      ]);
      if (refused?.[2] === 'ConditionalCheckFailed') throw new NotClaimedError(item.report_id);
      if (refused?.[0] === 'ConditionalCheckFailed') {
        throw new MonthlyLimitError(monthlyLimit, await used(item.account_id, item.usage_month));
      }
      if (refused !== undefined) throw new Error(`report ${item.report_id} exists already`);
    },

    /**
     * Stores a report that could not be started, as Failed: it counts against no limit, and its webhook is delivered.
     * False if `claim` is refused; nothing is stored then.
     */
    async createFailed(item: ReportItem, claim: TransactItem): Promise<boolean> {
      const refused = await transact(db, [put(item, item.request.webhook_url !== undefined), claim]);
      return refused === undefined;
    },

    async get({ accountId, reportId }: ReportKey): Promise<ReportItem | undefined> {
      const { Item } = await db.send(
        new GetCommand({ TableName: tableName, Key: reportKey(accountId, reportId), ConsistentRead: true }),
      );
      return Item === undefined ? undefined : v.parse(reportItem, Item);
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
      const items: ReportItem[] = [];
      let from = before === undefined ? undefined : { ...reportKey(accountId, before) };
      do {
        const page = await db.send(
          new QueryCommand({
            TableName: tableName,
            KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
            ...(conditions.length > 0 && { FilterExpression: conditions.join(' AND ') }),
            ExpressionAttributeValues: {
              ':pk': accountId,
              ':prefix': REPORT_PREFIX,
              ':dataset': datasetId,
              ':type': reportType,
            },
            ScanIndexForward: false,
            Limit: Math.max(limit, 50),
            ConsistentRead: true,
            ...(from && { ExclusiveStartKey: from }),
          }),
        );
        items.push(...v.parse(v.array(reportItem), page.Items ?? []));
        const last = page.LastEvaluatedKey;
        from = last && { pk: String(last.pk), sk: String(last.sk) };
      } while (items.length < limit && from !== undefined);
      return items.slice(0, limit);
    },

    /** Does nothing if the report has ended; with `onlyAhead`, neither if it is known to be further. */
    async noteProgress(
      { accountId, reportId }: ReportKey,
      progress: ReportProgress,
      { onlyAhead = false }: { readonly onlyAhead?: boolean } = {},
    ): Promise<void> {
      const isAhead = 'attribute_not_exists(progress.fraction) OR progress.fraction < :fraction';
      try {
        await db.send(
          new UpdateCommand({
            TableName: tableName,
            Key: reportKey(accountId, reportId),
            UpdateExpression: 'SET progress = :progress',
            ConditionExpression: `#status = :processing${onlyAhead ? ` AND (${isAhead})` : ''}`,
            ExpressionAttributeNames: { '#status': 'status' },
            ExpressionAttributeValues: {
              ':progress': progress,
              ':processing': 'Processing',
              ...(onlyAhead && { ':fraction': progress.fraction }),
            },
          }),
        );
      } catch (error) {
        if (!conditionFailed(error)) throw error;
      }
    },

    /** Before the first file of a partition is written. Does nothing if the report has ended. */
    async notePartitions({ accountId, reportId }: ReportKey, parts: number): Promise<void> {
      try {
        await db.send(
          new UpdateCommand({
            TableName: tableName,
            Key: reportKey(accountId, reportId),
            UpdateExpression: 'SET #partitions = :parts',
            ConditionExpression: '#status = :processing',
            ExpressionAttributeNames: { '#status': 'status', '#partitions': 'partitions' },
            ExpressionAttributeValues: { ':parts': parts, ':processing': 'Processing' },
          }),
        );
      } catch (error) {
        if (!conditionFailed(error)) throw error;
      }
    },

    /** Completes a Processing report. Returns false if it had already ended. */
    async complete(
      item: ReportItem,
      status: 'Completed' | 'Completed with warnings',
      at: string,
    ): Promise<boolean> {
      try {
        await db.send(
          new UpdateCommand({
            TableName: tableName,
            Key: reportKey(item.account_id, item.report_id),
            UpdateExpression: `SET #status = :status, updated_at = :at ${thenTell(item)}`,
            ConditionExpression: '#status = :processing',
            ExpressionAttributeNames: namesIn(thenTell(item)),
            ExpressionAttributeValues: { ':status': status, ':processing': 'Processing', ':at': at },
          }),
        );
        return true;
      } catch (error) {
        if (conditionFailed(error)) return false;
        throw error;
      }
    },

    /**
     * The run number of a report's next workflow run, for the first caller that asks; undefined for all others and if
     * nothing is left to do.
     */
    async takeRun(item: ReportItem): Promise<number | undefined> {
      const next = runOf(item) + 1;
      try {
        await db.send(
          new UpdateCommand({
            TableName: tableName,
            Key: reportKey(item.account_id, item.report_id),
            UpdateExpression: 'SET runs = :next',
            ConditionExpression: `attribute_exists(#kind) AND ${item.runs === undefined ? 'attribute_not_exists(runs)' : 'runs = :runs'}`,
            ExpressionAttributeNames: { '#kind': UNFINISHED_INDEX.partition },
            ExpressionAttributeValues: { ':next': next, ':runs': item.runs },
          }),
        );
        return next;
      } catch (error) {
        if (conditionFailed(error)) return undefined;
        throw error;
      }
    },

    /** Deletes a report and counts it in its erasure, in one transaction. Returns false if it no longer exists. */
    async erase(item: ReportItem, counter: Readonly<Record<string, string>>): Promise<boolean> {
      const refused = await transact(db, [
        {
          Delete: {
            TableName: tableName,
            Key: reportKey(item.account_id, item.report_id),
            ConditionExpression: 'attribute_exists(pk)',
          },
        },
        {
          Update: {
            TableName: tableName,
            Key: counter,
            UpdateExpression: 'ADD reports :one',
            ExpressionAttributeValues: { ':one': 1 },
          },
        },
      ]);
      return refused === undefined;
    },

    /** Fails a Processing report and returns its unit to the monthly limit. Returns false if it had already ended. */
    async fail(item: ReportItem, reason: string, at: string): Promise<boolean> {
      const refused = await transact(db, [
        {
          Update: {
            TableName: tableName,
            Key: reportKey(item.account_id, item.report_id),
            UpdateExpression: `SET #status = :failed, fail_reason = :reason, updated_at = :at ${thenTell(item)}`,
            ConditionExpression: '#status = :processing',
            ExpressionAttributeNames: namesIn(thenTell(item)),
            ExpressionAttributeValues: {
              ':failed': 'Failed',
              ':processing': 'Processing',
              ':reason': reason,
              ':at': at,
            },
          },
        },
        {
          Update: {
            TableName: tableName,
            Key: usageKey(item.account_id, item.usage_month),
            UpdateExpression: 'ADD reports :back',
            ExpressionAttributeValues: { ':back': -1 },
          },
        },
      ]);
      return refused === undefined;
    },
  };
}
export type ReportStore = ReturnType<typeof createReportStore>;
