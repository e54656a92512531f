// Stored orders in the words of the API. An order that has lost all its rows is kept, in case older rows follow, and shown
// to nobody.

import type { OrderPart, StoredLine } from '../../analysis/ingest/stored-order.ts';
import { amountOf, commonScale, productUnits } from '../../analysis/money/decimal.ts';
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

/** `parts`: those whose lines are on the page. */
export function orderView(
  datasetId: string,
  root: OrderPart,
  parts: readonly OrderPart[],
): Omit<StoredOrderView, 'next_cursor' | 'has_more'> {
  return {
    dataset_id: datasetId,
    ...headOf(root),
    version: root.version,
    written_by: {
      customer_id: root.customerId?.importId ?? null,
      order_date: root.orderDate?.importId ?? null,
      contact: root.contact?.importId ?? null,
      all_line_items: root.completeAs ?? null,
    },
    line_items: parts.flatMap(({ lines }) => [...lines.values()].map(storedLineView)),
  };
}

export function orderSummary(root: OrderPart): OrderSummary {
  const lines = [...root.lines.values()];
  return {
    ...headOf(root),
    line_count: root.split ? null : lines.length,
    revenue: root.split ? null : revenueOf(lines),
    line_items: lines.slice(0, ORDER_LIST_LINES).map(lineView),
  };
}

function headOf({ orderId, customerId, orderDate, contact }: OrderPart) {
  return {
    order_id: orderId,
    customer_id: customerId?.value ?? null,
    order_date: orderDate === undefined ? null : new Date(orderDate.value).toISOString(),
    contact: contact?.value ?? null,
  };
}

function lineView({ name, sku, unitPrice, quantity }: StoredLine) {
  return {
    ...(name !== undefined && { product_name: name }),
    ...(sku !== undefined && { product_sku: sku }),
    unit_price: unitPrice,
    quantity,
  };
}

function storedLineView(line: StoredLine): StoredLineView {
  return {
    ...lineView(line),
    ...(line.customFields !== undefined && { custom_fields: { ...line.customFields } }),
    written_by: line.importId,
  };
}

/** Exact, as reports add it up. */
function revenueOf(lines: readonly StoredLine[]): number {
  const scale = commonScale(lines.map(({ unitPrice }) => unitPrice));
  const units = lines.map(({ unitPrice, quantity }) => BigInt(productUnits(unitPrice, quantity, scale)));
  return amountOf(
    units.reduce((sum, one) => sum + one, 0n),
    scale,
  );
}
