// What destinations were sent: one item a delivery, in its audience, without customers.
import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { AudienceRef } from '../audiences/audience-item.ts';
import { getItem } from '../aws/items.ts';
import { startingWith } from '../aws/query-all.ts';
import { audienceDeliveryKey, audienceDeliveryPrefix } from '../tables/service-table.ts';
import { type DeliveryItem, deliveryItem } from './destination-item.ts';

export function createDeliveryRecords(db: DynamoDBDocumentClient, tableName: string) {
  return {
    get: ({ accountId, audienceId }: AudienceRef, deliveryId: string): Promise<DeliveryItem | undefined> =>
      getItem(db, tableName, audienceDeliveryKey(accountId, audienceId, deliveryId), deliveryItem),

    /** Newest first, at most `limit`. `before`: the last id of the page before; `destinationId`: only of this one. */
    async list(
      { accountId, audienceId }: AudienceRef,
      {
        limit,
        before,
        destinationId,
      }: {
        readonly limit: number;
        readonly before?: string | undefined;
        readonly destinationId?: string | undefined;
      },
    ): Promise<DeliveryItem[]> {
      const found: DeliveryItem[] = [];
      let from = before;
      // Others are passed over in pages of the same size: 90 days of an audience have some thousands at most.
      for (;;) {
        const { Items = [], LastEvaluatedKey } = await db.send(
          new QueryCommand({
            ...startingWith(tableName, accountId, audienceDeliveryPrefix(audienceId)),
            ScanIndexForward: false,
            Limit: limit,
            ...(from !== undefined && {
              ExclusiveStartKey: { ...audienceDeliveryKey(accountId, audienceId, from) },
            }),
          }),
        );
        const page = v.parse(v.array(deliveryItem), Items);
        found.push(
          ...page.filter((one) => destinationId === undefined || one.destination_id === destinationId),
        );
        from = page.at(-1)?.delivery_id;
        if (found.length >= limit || LastEvaluatedKey === undefined || from === undefined)
          return found.slice(0, limit);
      }
    },
  };
}
export type DeliveryRecords = ReturnType<typeof createDeliveryRecords>;
