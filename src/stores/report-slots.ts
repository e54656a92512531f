// Which reports of an account are being generated, and which wait: one item with a set of ids for each. Report ids are
// ULIDs, so that the waiting ones are taken in the order of their requests. Every write can be repeated.
import {
  type DynamoDBDocumentClient,
  GetCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { backoff, conditionFailed, isConflict } from './dynamodb-errors.ts';
import type { ReportKey } from './reports.ts';
import { reportSlotsKey } from './service-table.ts';

const ids = v.optional(v.instance(Set<string>));
const slotsItem = v.optional(v.object({ computing: ids, waiting: ids }), {});

export interface ReportSlots {
  readonly computing: readonly string[];
  /** In the order of their requests. */
  readonly waiting: readonly string[];
}

const MAX_ATTEMPTS = 8;
const IS_FREE = 'attribute_not_exists(computing) OR size(computing) < :limit';

function slotsOf(item: unknown): ReportSlots {
  const { computing = [], waiting = [] } = v.parse(slotsItem, item);
  return { computing: [...computing], waiting: [...waiting].sort() };
}

export function createReportSlots(db: DynamoDBDocumentClient, tableName: string) {
  /** Undefined when the condition does not hold. */
  async function update(
    accountId: string,
    expression: Pick<
      UpdateCommandInput,
      'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeValues'
    >,
  ): Promise<ReportSlots | undefined> {
    for (let attempt = 0; ; attempt++) {
      try {
        const { Attributes } = await db.send(
          new UpdateCommand({
            TableName: tableName,
            Key: reportSlotsKey(accountId),
            ...expression,
            ReturnValues: 'ALL_NEW',
          }),
        );
        return slotsOf(Attributes);
      } catch (error) {
        if (conditionFailed(error)) return undefined;
        if (!isConflict(error) || attempt >= MAX_ATTEMPTS) throw error;
        await backoff(attempt);
      }
    }
  }

  return {
    async read(accountId: string): Promise<ReportSlots> {
      const { Item } = await db.send(
        new GetCommand({ TableName: tableName, Key: reportSlotsKey(accountId), ConsistentRead: true }),
      );
      return slotsOf(Item);
    },

    /** Adds a report to those that wait. Undefined if it has a slot already. */
    line: ({ accountId, reportId }: ReportKey): Promise<ReportSlots | undefined> =>
      update(accountId, {
        UpdateExpression: 'ADD waiting :report',
        ConditionExpression: 'NOT contains(computing, :id)',
        ExpressionAttributeValues: { ':report': new Set([reportId]), ':id': reportId },
      }),

    /** Gives a slot to a report that waits. False if none of the `limit` slots is free. */
    async occupy({ accountId, reportId }: ReportKey, limit: number): Promise<boolean> {
      const taken = await update(accountId, {
        UpdateExpression: 'ADD computing :report DELETE waiting :report',
        ConditionExpression: IS_FREE,
        ExpressionAttributeValues: { ':report': new Set([reportId]), ':limit': limit },
      });
      return taken !== undefined;
    },

    /** Removes reports that have ended from both sets. */
    async free(accountId: string, reportIds: readonly string[]): Promise<void> {
      await update(accountId, {
        UpdateExpression: 'DELETE computing :reports, waiting :reports',
        ExpressionAttributeValues: { ':reports': new Set(reportIds) },
      });
    },
  };
}
export type ReportSlotStore = ReturnType<typeof createReportSlots>;
