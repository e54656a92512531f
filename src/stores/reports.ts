// Reports and the monthly usage that pays for them. Starting a report and taking it from the month's limit is one
// transaction; so are failing it and giving it back.
import {
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type ReportProgress, reportProgress } from '../contract/progress.ts';
import { REPORT_STATUSES } from '../contract/report-responses.ts';
import { createReportRequest } from '../contract/reports.ts';
import { MonthlyLimitError } from '../core/errors.ts';
import { REPORT_TYPES, type ReportType } from '../core/reports/settings.ts';
import { backoff, cancellationCodes, conditionFailed, isTransient } from './dynamodb-errors.ts';
import { REPORT_PREFIX, reportKey, UNFINISHED_INDEX, usageKey } from './service-table.ts';

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

const MAX_ATTEMPTS = 10;

export function createReportStore(db: DynamoDBDocumentClient, tableName: string) {
  type Item = NonNullable<ConstructorParameters<typeof TransactWriteCommand>[0]['TransactItems']>[number];

  /** Sends a transaction until nobody interferes. The codes of a refusal for good, or undefined when it is done. */
  async function transact(items: Item[]): Promise<readonly string[] | undefined> {
    for (let attempt = 0; ; attempt++) {
      try {
        await db.send(new TransactWriteCommand({ TransactItems: items }));
        return undefined;
      } catch (error) {
        const codes = cancellationCodes(error);
        if (codes === undefined) throw error;
        if (codes.includes('ConditionalCheckFailed')) return codes;
        if (!codes.some(isTransient) || attempt >= MAX_ATTEMPTS) throw error;
        await backoff(attempt);
      }
    }
  }

  async function used(accountId: string, month: string): Promise<number> {
    const { Item } = await db.send(
      new GetCommand({ TableName: tableName, Key: usageKey(accountId, month), ConsistentRead: true }),
    );
    return Number(Item?.reports ?? 0);
  }

  return {
    /** Throws MonthlyLimitError when the month's limit is used up; then nothing is stored. */
    async create(item: ReportItem, monthlyLimit: number): Promise<void> {
      const refused = await transact([
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
      { accountId, reportId }: ReportKey,
      status: 'Completed' | 'Completed with warnings',
      at: string,
    ): Promise<boolean> {
      try {
        await db.send(
          new UpdateCommand({
            TableName: tableName,
            Key: reportKey(accountId, reportId),
            UpdateExpression: 'SET #status = :status, updated_at = :at REMOVE #kind, #since, progress',
            ConditionExpression: '#status = :processing',
            ExpressionAttributeNames: {
              '#status': 'status',
              '#kind': UNFINISHED_INDEX.partition,
              '#since': UNFINISHED_INDEX.sort,
            },
            ExpressionAttributeValues: { ':status': status, ':processing': 'Processing', ':at': at },
          }),
        );
        return true;
      } catch (error) {
        if (conditionFailed(error)) return false;
        throw error;
      }
    },

    /** Removes a report, and counts it in the erasure that asked for it: both or neither. False when it was gone. */
    async erase(item: ReportItem, counter: Readonly<Record<string, string>>): Promise<boolean> {
      const refused = await transact([
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
      const refused = await transact([
        {
          Update: {
            TableName: tableName,
            Key: reportKey(item.account_id, item.report_id),
            UpdateExpression:
              'SET #status = :failed, fail_reason = :reason, updated_at = :at REMOVE #kind, #since, progress',
            ConditionExpression: '#status = :processing',
            ExpressionAttributeNames: {
              '#status': 'status',
              '#kind': UNFINISHED_INDEX.partition,
              '#since': UNFINISHED_INDEX.sort,
            },
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
