// The ends of a report. Failing one and returning its unit to the monthly limit is one transaction.

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { failedBecause, type WorkSentence } from '../../contract/sentences/failed-because.ts';
import { updateOf } from '../aws/items.ts';
import { transact } from '../aws/transact.ts';
import { endTelling } from '../events/outbox.ts';
import { reportKey, type ServiceKey, UNFINISHED_INDEX, usageKey } from '../tables/service-table.ts';
import type { ReportItem } from './report-item.ts';

/** A report with a webhook stays unfinished until the webhook is delivered or abandoned. */
function endOf({ request }: ReportItem, at: string) {
  const { partition, sort } = UNFINISHED_INDEX;
  return request.webhook_url === undefined
    ? { attributes: { updated_at: at }, remove: ['progress', partition, sort] }
    : { attributes: { updated_at: at, [sort]: at }, remove: ['progress'] };
}

/** The event of its end. */
function eventOf(
  { report_id, report_type, dataset_id }: ReportItem,
  status: ReportItem['status'],
  at: string,
) {
  const event = status === 'Failed' ? 'report.failed' : 'report.completed';
  return { event, timestamp: at, dataset_id, report_id, report_type, status } as const;
}

export function createReportEnds(db: DynamoDBDocumentClient, tableName: string) {
  return {
    /** Completes a Processing report. Returns false if it had already ended. */
    async complete(
      item: ReportItem,
      status: 'Completed' | 'Completed with warnings',
      at: string,
    ): Promise<boolean> {
      const { attributes, remove } = endOf(item, at);
      const change = {
        set: { status, ...attributes },
        remove,
        condition: '#status = :processing',
        values: { processing: 'Processing' },
      };
      const key = reportKey(item.account_id, item.report_id);
      return endTelling(db, tableName, { key, change, event: eventOf(item, status, at) });
    },

    /** Fails a Processing report and returns its unit to the monthly limit. Returns false if it had already ended. */
    async fail(item: ReportItem, reason: WorkSentence, at: string): Promise<boolean> {
      const { attributes, remove } = endOf(item, at);
      const because = failedBecause(reason);
      const change = {
        set: { status: 'Failed', ...because, ...attributes },
        remove,
        condition: '#status = :processing',
        values: { processing: 'Processing' },
      };
      const returned = updateOf(tableName, usageKey(item.account_id, item.usage_month), {
        add: { reports: -1 },
      });
      const key = reportKey(item.account_id, item.report_id);
      const event = { ...eventOf(item, 'Failed', at), ...because };
      return endTelling(db, tableName, { key, change, event }, [{ Update: returned }]);
    },

    /** Deletes a report and counts it in its erasure, in one transaction. Returns false if it no longer exists. */
    async erase(item: ReportItem, counter: ServiceKey): Promise<boolean> {
      const Delete = {
        TableName: tableName,
        Key: reportKey(item.account_id, item.report_id),
        ConditionExpression: 'attribute_exists(pk)',
      };
      const Update = updateOf(tableName, counter, { add: { reports: 1 } });
      return (await transact(db, { report: [{ Delete }], counter: [{ Update }] })).size === 0;
    },
  };
}
