// Every attempt to deliver a report's webhook, in the order in which they were made, so that its owner can see what
// the receiver answered. An entry is written once and never replaced.
import { DeleteCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { delivery } from '../contract/delivery.ts';
import { conditionFailed } from './dynamodb-errors.ts';
import { queryAll } from './query-all.ts';
import type { ReportKey } from './reports.ts';
import { deliveryKey } from './service-table.ts';

export type Delivery = v.InferOutput<typeof delivery>;
export type DeliveryTrigger = Delivery['trigger'];

/** An error's words are kept this long: some carry what a receiver's certificate says. */
const MAX_PROBLEM_LENGTH = 300;

export function createDeliveryLog(db: DynamoDBDocumentClient, tableName: string) {
  /** False when there is an attempt of that number. */
  async function put({ accountId, reportId }: ReportKey, entry: Delivery): Promise<boolean> {
    try {
      await db.send(
        new PutCommand({
          TableName: tableName,
          Item: { ...deliveryKey(accountId, reportId, entry.attempt), ...entry },
          ConditionExpression: 'attribute_not_exists(pk)',
        }),
      );
      return true;
    } catch (error) {
      if (conditionFailed(error)) return false;
      throw error;
    }
  }

  return {
    /** Gives the entry as kept: under the next free number, where its own is taken. */
    async add(key: ReportKey, entry: Delivery): Promise<Delivery> {
      const problem = entry.problem?.slice(0, MAX_PROBLEM_LENGTH);
      for (let { attempt } = entry; ; attempt++) {
        const kept = { ...entry, attempt, ...(problem !== undefined && { problem }) };
        if (await put(key, kept)) return kept;
      }
    },

    async remove(key: ReportKey): Promise<void> {
      for (const { attempt } of await this.list(key)) {
        await db.send(
          new DeleteCommand({ TableName: tableName, Key: deliveryKey(key.accountId, key.reportId, attempt) }),
        );
      }
    },

    /** In the order in which they were made. */
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
