// Explains why rows of an import failed: a few examples beside the counts.

import type { SubmittedLine, SubmittedOrder } from '../../contract/resources/orders/submitted-order.ts';
import { MAX_ROW_ERRORS } from '../../contract/schema/limits.ts';
import { formatReason } from '../../contract/sentences/import-reasons.ts';

export interface RowError {
  readonly order_id: string;
  readonly product_name?: string | undefined;
  /** Present if the row has no product_name. */
  readonly product_sku?: string | undefined;
  readonly reason: string;
}

export const NO_LINE_ITEMS_REASON = formatReason('order_without_items');
export const NO_PRODUCT_REASON = formatReason('item_without_product');
export const OVER_CAP_REASON = formatReason('row_over_storage_cap');

/** In a message that fits no schema, texts may have lone surrogates, which tables cannot store: they become U+FFFD. */
export function createRowError(
  orderId: string,
  { product_name, product_sku }: Pick<SubmittedLine, 'product_name' | 'product_sku'>,
  reason: string,
): RowError {
  const order_id = orderId.toWellFormed();
  return product_name === undefined
    ? { order_id, product_sku: product_sku?.toWellFormed(), reason }
    : { order_id, product_name: product_name.toWellFormed(), reason };
}

/** The first rows of orders that all failed for the same reason. */
export function listRowErrors(orders: readonly SubmittedOrder[], reason: string): RowError[] {
  const errors: RowError[] = [];
  for (const { order_id, line_items, erased } of orders) {
    if (errors.length === MAX_ROW_ERRORS) return errors;
    if (erased) continue;
    if (line_items.length === 0) errors.push({ order_id: order_id.toWellFormed(), reason });
    for (const line of line_items) {
      if (errors.length === MAX_ROW_ERRORS) return errors;
      errors.push(createRowError(order_id, line, reason));
    }
  }
  return errors;
}
