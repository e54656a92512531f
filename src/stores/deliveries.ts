// Every attempt to deliver a report's webhook, kept so that its owner can see what the receiver answered.
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { queryAll } from './query-all.ts';
import type { ReportKey } from './reports.ts';
import { deliveryKey } from './service-table.ts';

const delivery = v.object({
  attempt: v.number(),
  at: v.string(),
  outcome: v.picklist(['delivered', 'retry', 'given_up']),
  /** The receiver's answer; missing when there was none. */
  response_status: v.optional(v.number()),
  /** Why the attempt failed, in words. */
  problem: v.optional(v.string()),
  duration_ms: v.number(),
});
export type Delivery = v.InferOutput<typeof delivery>;

export function createDeliveryLog(db: DynamoDBDocumentClient, tableName: string) {
  return {
    async add({ accountId, reportId }: ReportKey, entry: Delivery): Promise<void> {
      await db.send(
        new PutCommand({
          TableName: tableName,
          Item: { ...deliveryKey(accountId, reportId, entry.attempt), ...entry },
        }),
      );
    },

    async list({ accountId, reportId }: ReportKey): Promise<Delivery[]> {
      const items = await queryAll(db, {
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': deliveryKey(accountId, reportId, 0).pk, ':prefix': 'delivery#' },
        ConsistentRead: true,
      });
      return v.parse(v.array(delivery), items);
    },
  };
}
export type DeliveryLog = ReturnType<typeof createDeliveryLog>;
