// Whole orders in batches of one request, or one import, each.
import { MAX_LINE_ITEMS_PER_REQUEST } from '../contract/limits.ts';
import type { SubmittedOrder } from '../core/ingest/submitted-order.ts';

/** Bytes of JSON: below what one request may hold. */
const MAX_BATCH_BYTES = 4_500_000;

export interface OrderBatch {
  /** From 0. */
  readonly index: number;
  readonly orders: readonly SubmittedOrder[];
  readonly rows: number;
  /** Orders of the file before and with this batch: what a checkpoint goes by. */
  readonly ordersBehind: number;
}

/** `skip`: orders at the beginning that are left out, because they were sent before. */
export async function* orderBatches(
  orders: AsyncIterable<SubmittedOrder>,
  skip: number,
): AsyncGenerator<OrderBatch> {
  let batch: SubmittedOrder[] = [];
  let rows = 0;
  let bytes = 0;
  let index = 0;
  let seen = 0;
  for await (const order of orders) {
    seen++;
    if (seen <= skip) continue;
    const orderRows = order.line_items.length;
    const orderBytes = Buffer.byteLength(JSON.stringify(order)) + 1;
    const isFull = rows + orderRows > MAX_LINE_ITEMS_PER_REQUEST || bytes + orderBytes > MAX_BATCH_BYTES;
    if (batch.length > 0 && isFull) {
      yield { index: index++, orders: batch, rows, ordersBehind: seen - 1 };
      batch = [];
      rows = 0;
      bytes = 0;
    }
    batch.push(order);
    rows += orderRows;
    bytes += orderBytes;
  }
  if (batch.length > 0) yield { index, orders: batch, rows, ordersBehind: seen };
}
