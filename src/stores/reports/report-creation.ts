// Creates reports. Starting a report and counting it against the monthly limit is one transaction.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { MonthlyLimitError } from '../../contract/errors/errors.ts';
import { getItem, updateOf } from '../aws/items.ts';
import { type TransactItem, transact } from '../aws/transact.ts';
import { reportKey, UNFINISHED_INDEX, usageKey } from '../tables/service-table.ts';
import type { ReportItem } from './report-item.ts';

/** The other write of the transaction that was to store the report is refused. */
export class NotClaimedError extends Error {
  override readonly name = 'NotClaimedError';
}

const usageItem = v.object({ reports: v.optional(v.number(), 0) });

export function createReportCreation(db: DynamoDBDocumentClient, tableName: string) {
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

  async function usedInMonth(accountId: string, month: string): Promise<number> {
    const usage = await getItem(db, tableName, usageKey(accountId, month), usageItem);
    return usage?.reports ?? 0;
  }

  return {
    /** Reports that count against the limit of a month, YYYY-MM. */
    usedInMonth,

    /**
     * Throws MonthlyLimitError if the monthly limit is used up, and NotClaimedError if `claim` is refused; nothing is
     * stored then.
     */
    async create(item: ReportItem, monthlyLimit: number, claim?: TransactItem): Promise<void> {
      const Update = updateOf(tableName, usageKey(item.account_id, item.usage_month), {
        add: { reports: 1 },
        // With a limit of 0, even the month's first report is refused.
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
        throw new MonthlyLimitError(monthlyLimit, await usedInMonth(item.account_id, item.usage_month));
      }
      if (refused.has('report')) throw new Error(`report ${item.report_id} exists already`);
    },

    /**
     * Stores a report that could not be started, as Failed: it counts against no limit, and its webhook is delivered.
     * False if `claim` is refused; nothing is stored then.
     */
    async createFailed(item: ReportItem, claim: TransactItem): Promise<boolean> {
      const report = put(item, item.request.webhook_url !== undefined);
      return (await transact(db, { report: [report], claim: [claim] })).size === 0;
    },
  };
}
