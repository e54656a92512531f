// Converts stored orders to the API's format. An order that has lost all its rows is kept, in case older rows
// follow, but never shown.

import type { OrderPart, StoredLine } from '../../analysis/ingest/stored-order.ts';
import { findCommonScale, multiplyToUnits, toAmount } from '../../analysis/money/decimal.ts';
import type {
  OrderSummary,
  StoredLineView,
  StoredOrderView,
} from '../../contract/resources/orders/stored-orders.ts';
import { ORDER_LIST_LINES } from '../../contract/schema/limits.ts';

/** `root`: of the order. A root that was split has rows in its parts. */
export function hasRows(root: OrderPart): boolean {
  return root.split || root.lines.size > 0;
}

/** `parts`: those with lines on the page. */
export function toOrderView(
  datasetId: string,
  root: OrderPart,
  parts: readonly OrderPart[],
): Omit<StoredOrderView, 'next_cursor' | 'has_more'> {
  return {
    dataset_id: datasetId,
    ...toHead(root),
    version: root.version,
    written_by: {
      customer_id: root.customerId?.importId ?? null,
      order_date: root.orderDate?.importId ?? null,
      contact: root.contact?.importId ?? null,
      all_line_items: root.completeAs ?? null,
    },
    line_items: parts.flatMap(({ lines }) => [...lines.values()].map(toStoredLineView)),
  };
}

export function toOrderSummary(root: OrderPart): OrderSummary {
  const lines = [...root.lines.values()];
  return {
    ...toHead(root),
    line_count: root.split ? null : lines.length,
    revenue: root.split ? null : computeRevenue(lines),
    line_items: lines.slice(0, ORDER_LIST_LINES).map(toLineView),
  };
}

function toHead({ orderId, customerId, orderDate, contact }: OrderPart) {
  return {
    order_id: orderId,
    customer_id: customerId?.value ?? null,
    order_date: orderDate === undefined ? null : new Date(orderDate.value).toISOString(),
    contact: contact?.value ?? null,
  };
}

function toLineView({ name, sku, unitPrice, quantity }: StoredLine) {
  return {
    ...(name !== undefined && { product_name: name }),
    ...(sku !== undefined && { product_sku: sku }),
    unit_price: unitPrice,
    quantity,
  };
}

function toStoredLineView(line: StoredLine): StoredLineView {
  return {
    ...toLineView(line),
    ...(line.customFields !== undefined && { custom_fields: { ...line.customFields } }),
    written_by: line.importId,
  };
}

/** Exact, as in reports. */
function computeRevenue(lines: readonly StoredLine[]): number {
  const scale = findCommonScale(lines.map(({ unitPrice }) => unitPrice));
  const units = lines.map(({ unitPrice, quantity }) => BigInt(multiplyToUnits(unitPrice, quantity, scale)));
  return toAmount(
    units.reduce((sum, one) => sum + one, 0n),
    scale,
  );
}
