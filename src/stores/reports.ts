// Reports and the monthly usage that pays for them. Starting a report and taking it from the month's limit is one
// transaction; so are failing it and giving it back. A report stays unfinished until it has ended and its receiver, where
// it has one, was told to the end.
import { type DynamoDBDocumentClient, GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type ReportProgress, reportProgress } from '../contract/progress.ts';
import { REPORT_STATUSES } from '../contract/report-responses.ts';
import { createReportRequest } from '../contract/reports.ts';
import { MonthlyLimitError } from '../core/errors.ts';
import { REPORT_TYPES, type ReportType } from '../core/settings/settings.ts';
import { conditionFailed } from './dynamodb-errors.ts';
import { REPORT_PREFIX, reportKey, UNFINISHED_INDEX, usageKey } from './service-table.ts';
import { transact } from './transact.ts';

/**
 * JSON text: a condition may compare with any number that JSON has, where DynamoDB's end at 1e126 and the SDK's at
 * 2^53. Reports of earlier versions hold the object itself.
 */
const storedRequest = v.pipe(v.string(), v.parseJson(), createReportRequest);

const reportItem = v.object({
  account_id: v.string(),
  report_id: v.string(),
  name: v.string(),
  report_type: v.picklist(REPORT_TYPES),
  dataset_id: v.string(),
  status: v.picklist(REPORT_STATUSES),
  fail_reason: v.optional(v.string()),
  created_at: v.string(),
  updated_at: v.string(),
  /** YYYY-MM whose limit the report was taken from. */
  usage_month: v.string(),
  /** The key that asked for the report: its hash is the secret of the webhook's signature. */
  key_hash: v.string(),
  request: v.union([storedRequest, createReportRequest]),
  /** Runs of the workflow that were begun: missing while it is the first. */
  runs: v.optional(v.number()),
  /** Where the reconciler finds it: missing once nothing is left to do. */
  [UNFINISHED_INDEX.partition]: v.optional(v.string()),
  /** When its receiver was told, or given up: nothing more is sent on schedule. */
  told_at: v.optional(v.string()),
  /** Of a Processing report that takes its time. */
  progress: v.optional(reportProgress),
});
export type ReportItem = v.InferOutput<typeof reportItem>;

export interface ReportKey {
  readonly accountId: string;
  readonly reportId: string;
}

export interface ReportFilter {
  readonly datasetId: string | undefined;
  readonly reportType: ReportType | undefined;
}

/** Names for the expressions that end a report. */
const NAMES = {
  '#status': 'status',
  '#kind': UNFINISHED_INDEX.partition,
  '#since': UNFINISHED_INDEX.sort,
} as const;

/** The end of a report's update: with a receiver, it is unfinished from now on until that was told. */
function thenTell({ request }: ReportItem): string {
  return request.webhook_url === undefined
    ? 'REMOVE progress, #kind, #since'
    : ', #since = :at REMOVE progress';
}

/** DynamoDB refuses names that an expression doesn't use. */
function namesIn(expression: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(NAMES).filter(([name]) => name === '#status' || expression.includes(name)),
  );
}

/** The number of the run of the workflow that it is in, from 1. */
export function runOf({ runs }: ReportItem): number {
  return runs ?? 1;
}

export function createReportStore(db: DynamoDBDocumentClient, tableName: string) {
  async function used(accountId: string, month: string): Promise<number> {
    const { Item } = await db.send(
      new GetCommand({ TableName: tableName, Key: usageKey(accountId, month), ConsistentRead: true }),
    );
    return Number(Item?.reports ?? 0);
  }

  return {
    /** Throws MonthlyLimitError when the month's limit is used up; then nothing is stored. */
    async create(item: ReportItem, monthlyLimit: number): Promise<void> {
      const refused = await transact(db, [
        {
          Update: {
            TableName: tableName,
            Key: usageKey(item.account_id, item.usage_month),
            UpdateExpression: 'ADD reports :one',
            // With a limit of none, not even the month's first has room.
            ConditionExpression: `${monthlyLimit > 0 ? 'attribute_not_exists(reports) OR ' : ''}reports < :limit`,
            ExpressionAttributeValues: { ':one': 1, ':limit': monthlyLimit },
          },
        },
        {
          Put: {
            TableName: tableName,
            Item: {
              ...reportKey(item.account_id, item.report_id),
              ...item,
              request: JSON.stringify(item.request),
              [UNFINISHED_INDEX.partition]: 'report',
              [UNFINISHED_INDEX.sort]: item.created_at,
            },
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
      ]);
      if (refused?.[0] === 'ConditionalCheckFailed') {
        throw new MonthlyLimitError(monthlyLimit, await used(item.account_id, item.usage_month));
      }
      if (refused !== undefined) throw new Error(`report ${item.report_id} exists already`);
    },

    async get({ accountId, reportId }: ReportKey): Promise<ReportItem | undefined> {
      const { Item } = await db.send(
        new GetCommand({ TableName: tableName, Key: reportKey(accountId, reportId), ConsistentRead: true }),
      );
      return Item === undefined ? undefined : v.parse(reportItem, Item);
    },

    /** Newest first: report ids are ULIDs. `before`: the id after which a former page ended. */
    async list(
      accountId: string,
      { datasetId, reportType }: ReportFilter,
      limit: number,
      before: string | undefined,
    ): Promise<{ items: ReportItem[]; more: boolean }> {
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
            Limit: Math.max(limit + 1, 50),
            ConsistentRead: true,
            ...(from && { ExclusiveStartKey: from }),
          }),
        );
        items.push(...v.parse(v.array(reportItem), page.Items ?? []));
        const last = page.LastEvaluatedKey;
        from = last && { pk: String(last.pk), sk: String(last.sk) };
      } while (items.length <= limit && from !== undefined);
      return { items: items.slice(0, limit), more: items.length > limit };
    },

    /** Nothing happens where the report has ended. */
    async noteProgress({ accountId, reportId }: ReportKey, progress: ReportProgress): Promise<void> {
      try {
        await db.send(
          new UpdateCommand({
            TableName: tableName,
            Key: reportKey(accountId, reportId),
            UpdateExpression: 'SET progress = :progress',
            ConditionExpression: '#status = :processing',
            ExpressionAttributeNames: { '#status': 'status' },
            ExpressionAttributeValues: { ':progress': progress, ':processing': 'Processing' },
          }),
        );
      } catch (error) {
        if (!conditionFailed(error)) throw error;
      }
    },

    /** Ends a Processing report well. False when it had ended before. */
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
     * The number of a report's next run of the workflow, for whoever takes it first; undefined for the others, and
     * where nothing is left to do.
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

    /** Removes a report, and counts it in the erasure that asked for it: both or neither. False when it was gone. */
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

    /** Fails a Processing report and gives it back to its month. False when it had ended before. */
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
