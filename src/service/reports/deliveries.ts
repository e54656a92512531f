// Every attempt to deliver a report's webhook, in order, so that its owner can see how the receiver responded. An entry
// is written once and never replaced.

import { DeleteCommand, type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { delivery } from '../../contract/schema/delivery.ts';
import { buildPrefixQuery, buildUpdate, queryAll } from '../aws/items.ts';
import { type TransactItem, transact } from '../aws/transact.ts';
import { toDeliveryKey, toReportKey, UNFINISHED_INDEX } from '../tables/service-table.ts';
import type { ReportKey } from './report-item.ts';

export type Delivery = v.InferOutput<typeof delivery>;
export type DeliveryTrigger = Delivery['trigger'];

export function createDeliveryLog(db: DynamoDBDocumentClient, tableName: string) {
  /**
   * Records what follows a scheduled attempt: the next attempt, which the reconciler makes if it is overdue,
   * or nothing.
   */
  function buildReportNote({ accountId, reportId }: ReportKey, { next_at, at }: Delivery): TransactItem {
    const { partition, sort } = UNFINISHED_INDEX;
    const isOver = next_at === undefined;
    return {
      Update: buildUpdate(tableName, toReportKey(accountId, reportId), {
        ...(isOver ? { set: { told_at: at }, remove: [partition, sort] } : { set: { [sort]: next_at } }),
        condition: 'attribute_exists(pk)',
      }),
    };
  }

  const buildLogQuery = (accountId: string, reportId: string) =>
    buildPrefixQuery(tableName, toDeliveryKey(accountId, reportId, 0).pk, 'delivery#');

  return {
    /**
     * Returns the entry as stored, under the next free number if its own is taken. A scheduled attempt is recorded in
     * its report in the same transaction. Nothing is stored for a report that no longer exists.
     */
    async add(key: ReportKey, entry: Delivery): Promise<Delivery> {
      const { fail_reason: _shown, ...stored } = entry;
      for (let { attempt } = entry; ; attempt++) {
        const kept = { ...stored, attempt };
        const put: TransactItem = {
          Put: {
            TableName: tableName,
            Item: { ...toDeliveryKey(key.accountId, key.reportId, attempt), ...kept },
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        };
        const note = entry.trigger === 'schedule' ? [buildReportNote(key, entry)] : [];
        const refused = await transact(db, { entry: [put], note });
        if (!refused.has('entry')) return addReason(kept);
      }
    },

    async remove(key: ReportKey): Promise<void> {
      for (const { attempt } of await this.list(key)) {
        await db.send(
          new DeleteCommand({
            TableName: tableName,
            Key: toDeliveryKey(key.accountId, key.reportId, attempt),
          }),
        );
      }
    },

    /** Newest first, at most `limit`. `before`: the number of the last attempt of the previous page. */
    async newest({ accountId, reportId }: ReportKey, limit: number, before?: number): Promise<Delivery[]> {
      const { Items = [] } = await db.send(
        new QueryCommand({
          ...buildLogQuery(accountId, reportId),
          ScanIndexForward: false,
          Limit: limit,
          ...(before !== undefined && {
            ExclusiveStartKey: { ...toDeliveryKey(accountId, reportId, before) },
          }),
        }),
      );
      return v.parse(v.array(delivery), Items).map(addReason);
    },

    /** All attempts, in the order of delivery. */
    async list({ accountId, reportId }: ReportKey): Promise<Delivery[]> {
      const items = await queryAll(db, buildLogQuery(accountId, reportId));
      return v.parse(v.array(delivery), items).map(addReason);
    },
  };
}

/** Stored under one name, shown under two. */
function addReason(entry: Delivery): Delivery {
  return entry.problem === undefined ? entry : { ...entry, fail_reason: entry.problem };
}
export type DeliveryLog = ReturnType<typeof createDeliveryLog>;
