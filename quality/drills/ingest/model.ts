// An in-memory model of what must be stored: for each line of an order, the values of the newest import.
import type { SubmittedLine, SubmittedOrder } from '../../../src/core/ingest/submitted-order.ts';

/** Lines and order-level values by name, as text that can be compared: "value, import". */
export type Contents = ReadonlyMap<string, string>;

interface Entry {
  readonly importId: string;
  readonly value: string;
}

/** A line is identified by its product within its order: by name, or by SKU if it has no name. */
export function lineName(orderId: string, line: Pick<SubmittedLine, 'product_name' | 'product_sku'>): string {
  return `${orderId} / ${line.product_name === undefined ? `sku ${line.product_sku}` : `name ${line.product_name}`}`;
}

export function lineValue(sku: string | undefined, unitPrice: number, quantity: number): string {
  return `${quantity} at ${unitPrice}${sku === undefined ? '' : ` (${sku})`}`;
}

export function createModel() {
  const lines = new Map<string, Entry>();
  const headers = new Map<string, Entry>();

  /** The newer import wins; within one import, the later row. */
  const put = (
    entries: Map<string, Entry>,
    name: string,
    importId: string,
    value: string | undefined,
  ): void => {
    const known = entries.get(name);
    if (value === undefined || (known !== undefined && known.importId > importId)) return;
    entries.set(name, { importId, value });
  };
  const contents = (entries: ReadonlyMap<string, Entry>): Contents =>
    new Map([...entries].map(([name, { importId, value }]) => [name, `${value}, by ${importId}`]));

  return {
    apply(importId: string, orders: readonly SubmittedOrder[]): void {
      for (const { order_id, customer_id, order_date, line_items } of orders) {
        put(headers, `${order_id} / customer`, importId, customer_id);
        const date = order_date === undefined ? undefined : new Date(order_date).toISOString();
        put(headers, `${order_id} / date`, importId, date);
        for (const line of line_items) {
          const value = lineValue(line.product_sku, line.unit_price ?? 0, line.quantity ?? 1);
          put(lines, lineName(order_id, line), importId, value);
        }
      }
    },
    lines: () => contents(lines),
    headers: () => contents(headers),
  };
}
