// Reads the latest orders of a person with their line items, from the store. The index only locates them.
import type { OrderPart } from '../../analysis/ingest/stored-order.ts';
import { compareNewestFirst } from './list-orders.ts';
import type { CustomerOrderRef, OrderReader } from './order-reader.ts';
import type { DatasetRef } from './orders.ts';

export interface LatestOrders {
  readonly orders: readonly OrderPart[];
  /** Whether these are all orders of the customers, with all line items. */
  readonly isComplete: boolean;
}

export function createReadLatestOrders(reader: Pick<OrderReader, 'ofCustomer' | 'roots'>) {
  /** Undefined if a customer has too many orders to find the latest. Orders that are stored in parts are left out. */
  return async function readLatestOrders(
    dataset: DatasetRef,
    customerIds: readonly string[],
    most: number,
  ): Promise<LatestOrders | undefined> {
    const found: CustomerOrderRef[] = [];
    for (const orders of await Promise.all(customerIds.map((id) => reader.ofCustomer(dataset, id)))) {
      if (orders === undefined) return undefined;
      found.push(...orders);
    }
    const latest = found.sort(compareNewestFirst).slice(0, most);
    const roots = await reader.roots(
      dataset,
      latest.map(({ orderId }) => orderId),
    );
    // An order that has changed its customer since is still in the index for a moment.
    const wanted = new Set<string | undefined>(customerIds);
    const orders = roots.filter(
      (root) => root?.customerId !== undefined && wanted.has(root.customerId.value),
    );
    return {
      orders: orders.filter((root) => root !== undefined),
      isComplete: roots.length === found.length && !orders.some((root) => root?.split),
    };
  };
}
