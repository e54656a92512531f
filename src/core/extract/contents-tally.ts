// How much a dataset holds, counted shard by shard while an extract of all its orders is collected.
import type { ShardOrders } from './shard-columns.ts';

export interface DatasetContents {
  readonly rows: number;
  readonly orders: number;
  /** Different ids; orders without a customer have none. */
  readonly customers: number;
  /** Epoch milliseconds; undefined if no order has a date. */
  readonly firstOrderDate: number | undefined;
  readonly lastOrderDate: number | undefined;
}

export class ContentsTally {
  private rows = 0;
  private orders = 0;
  // Orders are in shards by their id, so that a customer may be in several.
  private readonly customers = new Set<string>();
  private first = Number.POSITIVE_INFINITY;
  private last = Number.NEGATIVE_INFINITY;

  add({ lineCount, customers, orderDates }: ShardOrders): void {
    this.rows += lineCount;
    this.orders += orderDates.length;
    for (const customer of customers) this.customers.add(customer);
    for (const date of orderDates) {
      if (date < this.first) this.first = date;
      if (date > this.last) this.last = date;
    }
  }

  get contents(): DatasetContents {
    return {
      rows: this.rows,
      orders: this.orders,
      customers: this.customers.size,
      firstOrderDate: Number.isFinite(this.first) ? this.first : undefined,
      lastOrderDate: Number.isFinite(this.last) ? this.last : undefined,
    };
  }
}
