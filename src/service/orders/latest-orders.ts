// Reads the latest orders of a customer with their line items, from the store. The index only locates them.
import type { OrderPart } from '../../analysis/ingest/stored-order.ts';
import { compareNewestFirst } from './list-orders.ts';
import type { OrderReader } from './order-reader.ts';
import type { DatasetRef } from './orders.ts';

export interface LatestOrders {
  readonly orders: readonly OrderPart[];
  /** Whether these are all orders of the customer, with all line items. */
  readonly isComplete: boolean;
}

export function createReadLatestOrders(reader: Pick<OrderReader, 'ofCustomer' | 'roots'>) {
  /** Undefined if the customer has too many orders to find the latest. Orders that are stored in parts are left out. */
  return async function readLatestOrders(
    dataset: DatasetRef,
    customerId: string,
    most: number,
  ): Promise<LatestOrders | undefined> {
    const found = await reader.ofCustomer(dataset, customerId);
    if (found === undefined) return undefined;
    const latest = found.sort(compareNewestFirst).slice(0, most);
    const roots = await reader.roots(
      dataset,
      latest.map(({ orderId }) => orderId),
    );
    // An order that has changed its customer since is still in the index for a moment.
    const orders = roots.filter((root) => root !== undefined && root.customerId?.value === customerId);
    return {
      orders: orders.filter((root) => root !== undefined),
      isComplete: roots.length === found.length && !orders.some((root) => root?.split),
    };
  };
}
