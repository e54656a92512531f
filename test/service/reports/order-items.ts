// Creates orders as items of the Orders table, by the code that merges chunks into stored orders.

import { mergeOrder, type OrderParts } from '../../../src/analysis/ingest/merge-order.ts';
import { createEmptyPart, packOrderPart, ROOT_PATH } from '../../../src/analysis/ingest/stored-order.ts';
import type { SubmittedOrder } from '../../../src/contract/resources/orders/submitted-order.ts';
import { toOrderKey } from '../../../src/service/tables/orders-table.ts';

/** Items by partition key, ascending by sort key. */
export type OrderItems = ReadonlyMap<string, readonly { readonly sk: string }[]>;

export interface Dataset {
  readonly accountId: string;
  readonly datasetId: string;
}

/** `isWide`: the order is stored in parts, as if it were too large for one item. */
export function createOrderItems(
  { accountId, datasetId }: Dataset,
  orders: Iterable<SubmittedOrder>,
  isWide: (order: SubmittedOrder) => boolean = () => false,
): OrderItems {
  const items = Array.from(orders).flatMap((order) => {
    const split = { ...createEmptyPart(order.order_id), version: 1, split: true };
    const stored: OrderParts = new Map(isWide(order) ? [[ROOT_PATH, split]] : []);
    const date = order.order_date === undefined ? undefined : Date.parse(order.order_date);
    const { writes } = mergeOrder(stored, order, date, 'import', { remaining: Number.POSITIVE_INFINITY });
    return writes.map((part) => ({
      ...toOrderKey(accountId, datasetId, part.orderId, part.path),
      ...packOrderPart(part),
    }));
  });
  const shards = Map.groupBy(items, ({ pk }) => pk);
  for (const shard of shards.values()) shard.sort((a, b) => (a.sk < b.sk ? -1 : 1));
  return shards;
}
