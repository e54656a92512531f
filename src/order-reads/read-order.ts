// GET /orders/{order_id}: one order with its line items. Those of an order that is stored in parts come on several pages.
import { cursorOf, idOfCursor, pageEndOf } from '../contract/paging.ts';
import type { StoredOrderView } from '../contract/resources/orders/stored-orders.ts';
import { NotFoundError } from '../core/errors.ts';
import type { OrderReader } from '../stores/orders/order-reader.ts';
import type { DatasetRef } from '../stores/orders/orders.ts';
import { hasRows, orderView } from './order-view.ts';

export function createReadOrder(reader: OrderReader) {
  return async function readOrder(
    dataset: DatasetRef,
    orderId: string,
    cursor: string | undefined,
  ): Promise<StoredOrderView> {
    const after = idOfCursor(cursor, (key) => key.startsWith(`${orderId}#`));
    const root = await reader.root(dataset, orderId);
    if (root === undefined || !hasRows(root)) throw new NotFoundError('Order not found.');
    if (!root.split)
      return {
        ...orderView(dataset.datasetId, root, after === undefined ? [root] : []),
        ...pageEndOf(undefined),
      };
    const { parts, next } = await reader.parts(dataset, orderId, after);
    return {
      ...orderView(dataset.datasetId, root, parts),
      ...pageEndOf(next === undefined ? undefined : cursorOf(next)),
    };
  };
}
