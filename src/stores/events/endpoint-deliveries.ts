// Every attempt to deliver an event to an endpoint, so that its owner can see how the receiver responded. An entry is written once.
import { type DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { EndpointDelivery } from '../../contract/resources/webhook-endpoints.ts';
import { EVENT_DAYS } from '../../schema/limits.ts';
import { endpointDeliveryKey, SERVICE_KEYS } from '../tables/service-table.ts';
import { type EndpointRef, endpointDeliveryItem } from './event-items.ts';

const DAY_MS = 86_400_000;

export function createEndpointDeliveries(db: DynamoDBDocumentClient, tableName: string) {
  return {
    async add({ accountId, endpointId }: EndpointRef, entry: EndpointDelivery): Promise<void> {
      await db.send(
        new PutCommand({
          TableName: tableName,
          Item: {
            ...endpointDeliveryKey(accountId, endpointId, entry.delivery_id),
            ...entry,
            [SERVICE_KEYS.ttl]: Math.ceil((Date.parse(entry.at) + EVENT_DAYS * DAY_MS) / 1_000),
          },
        }),
      );
    },

    /** Newest first, at most `limit`. `before`: the last id of the page before. */
    async list(
      { accountId, endpointId }: EndpointRef,
      { limit, before }: { readonly limit: number; readonly before: string | undefined },
    ): Promise<EndpointDelivery[]> {
      const { pk } = endpointDeliveryKey(accountId, endpointId, '');
      const { Items } = await db.send(
        new QueryCommand({
          TableName: tableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': pk },
          ConsistentRead: true,
          ScanIndexForward: false,
          Limit: limit,
          ...(before !== undefined && {
            ExclusiveStartKey: { ...endpointDeliveryKey(accountId, endpointId, before) },
          }),
        }),
      );
      return v.parse(v.array(endpointDeliveryItem), Items ?? []);
    },
  };
}
export type EndpointDeliveries = ReturnType<typeof createEndpointDeliveries>;
