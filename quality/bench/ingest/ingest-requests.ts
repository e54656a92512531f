// Requests of made-up orders for the benches of ingest.
import type { SubmittedOrder } from '../../../src/core/ingest/submitted-order.ts';

/** 2.5 lines per order: orders have 2 and 3 lines alternately. */
export function requestOf(
  index: number,
  linesPerOrder: number,
  rows: number,
  prefix: string,
): SubmittedOrder[] {
  const orders: SubmittedOrder[] = [];
  for (let left = rows, i = 0; left > 0; i++) {
    const wanted = Math.floor(linesPerOrder * (i + 1)) - Math.floor(linesPerOrder * i);
    const width = Math.min(left, wanted);
    const id = `${prefix}-${index}-${i}`;
    orders.push({
      order_id: id,
      customer_id: `c${(index * 7 + i) % 20_000}`,
      order_date: new Date(Date.UTC(2026, 0, 1 + (i % 90))).toISOString(),
      line_items: Array.from({ length: width }, (_, j) => ({
        product_name: `product ${(i * 7 + j * 13) % 900}`,
        product_sku: `sku-${(i * 7 + j * 13) % 900}`,
        unit_price: 1 + (j % 20),
        quantity: 1 + (i % 3),
      })),
    });
    left -= width;
  }
  return orders;
}
