// Builds columns from orders as they arrive, in growable typed arrays: nothing is kept per line but its numbers.
import type { ProductIdentifier } from '../reports/settings.ts';
import type { OrderColumns } from './columns.ts';
import type { RowFilter } from './filters.ts';
import type { OrderHeader, OrderLine } from './row.ts';

export interface ColumnsBuilderOptions {
  readonly productIdentifier: ProductIdentifier;
  /** The report's row-level conditions, asked while the row's strings are at hand. */
  readonly keep: RowFilter;
}

export interface ColumnsBuilder {
  /** Orders in canonical order. Lines likewise. */
  add(header: OrderHeader, lines: Iterable<OrderLine>): void;
  build(): OrderColumns;
}

/** Labels to dense indexes, in order of first appearance. */
function createDictionary() {
  const indexes = new Map<string, number>();
  const labels: string[] = [];
  return {
    labels,
    index(label: string): number {
      let index = indexes.get(label);
      if (index === undefined) {
        index = labels.push(label) - 1;
        indexes.set(label, index);
      }
      return index;
    },
  };
}

interface LineArrays {
  product: Uint32Array<ArrayBuffer>;
  quantity: Int32Array<ArrayBuffer>;
  value: Float64Array<ArrayBuffer>;
  kept: Uint8Array<ArrayBuffer>;
}

function lineArrays(capacity: number): LineArrays {
  return {
    product: new Uint32Array(capacity),
    quantity: new Int32Array(capacity),
    value: new Float64Array(capacity),
    kept: new Uint8Array(capacity),
  };
}

function grown(arrays: LineArrays, capacity: number): LineArrays {
  const larger = lineArrays(capacity);
  larger.product.set(arrays.product);
  larger.quantity.set(arrays.quantity);
  larger.value.set(arrays.value);
  larger.kept.set(arrays.kept);
  return larger;
}

export function createColumnsBuilder({ productIdentifier, keep }: ColumnsBuilderOptions): ColumnsBuilder {
  const customers = createDictionary();
  const products = createDictionary();
  const orderIds: string[] = [];
  const orderCustomer: number[] = [];
  const orderDate: number[] = [];
  const lineStart: number[] = [0];
  let lines = lineArrays(1_024);
  let lineCount = 0;
  let underOther = 0;
  const bySku = productIdentifier === 'sku';

  return {
    add(header, orderLines) {
      for (const line of orderLines) {
        if (lineCount === lines.product.length) lines = grown(lines, lineCount * 2);
        const asked = bySku ? line.sku : line.name;
        if (asked === undefined) underOther++;
        const label = asked ?? (bySku ? line.name : line.sku) ?? '';
        lines.product[lineCount] = products.index(label);
        lines.quantity[lineCount] = line.quantity;
        lines.value[lineCount] = line.unitPrice * line.quantity;
        lines.kept[lineCount] = keep(header, line) ? 1 : 0;
        lineCount++;
      }
      orderIds.push(header.orderId);
      orderCustomer.push(header.customerId === undefined ? -1 : customers.index(header.customerId));
      orderDate.push(header.orderDate ?? Number.NaN);
      lineStart.push(lineCount);
    },

    build() {
      return {
        orderCount: orderIds.length,
        lineCount,
        orderIds,
        orderCustomer: Int32Array.from(orderCustomer),
        orderDate: Float64Array.from(orderDate),
        lineStart: Uint32Array.from(lineStart),
        lineProduct: lines.product.slice(0, lineCount),
        lineQuantity: lines.quantity.slice(0, lineCount),
        lineValue: lines.value.slice(0, lineCount),
        lineKept: lines.kept.slice(0, lineCount),
        customers: customers.labels,
        products: products.labels,
        linesUnderOtherIdentifier: underOther,
      };
    },
  };
}

/** Partitions as one, in the order given: orders are appended, dictionaries merged. */
export function combineColumns(parts: readonly OrderColumns[]): OrderColumns {
  const customers = createDictionary();
  const products = createDictionary();
  const orderCount = parts.reduce((sum, part) => sum + part.orderCount, 0);
  const lineCount = parts.reduce((sum, part) => sum + part.lineCount, 0);
  const orderIds: string[] = [];
  const orderCustomer = new Int32Array(orderCount);
  const orderDate = new Float64Array(orderCount);
  const lineStart = new Uint32Array(orderCount + 1);
  const lines = lineArrays(lineCount);
  let order = 0;
  let line = 0;
  for (const part of parts) {
    const customerOf = part.customers.map((label) => customers.index(label));
    const productOf = part.products.map((label) => products.index(label));
    for (let i = 0; i < part.orderCount; i++) {
      orderIds.push(part.orderIds[i] ?? '');
      orderCustomer[order + i] = customerOf[part.orderCustomer[i] ?? -1] ?? -1;
      lineStart[order + i] = line + (part.lineStart[i] ?? 0);
    }
    orderDate.set(part.orderDate, order);
    for (let i = 0; i < part.lineCount; i++)
      lines.product[line + i] = productOf[part.lineProduct[i] ?? 0] ?? 0;
    lines.quantity.set(part.lineQuantity, line);
    lines.value.set(part.lineValue, line);
    lines.kept.set(part.lineKept, line);
    order += part.orderCount;
    line += part.lineCount;
  }
  lineStart[orderCount] = lineCount;
  return {
    orderCount,
    lineCount,
    orderIds,
    orderCustomer,
    orderDate,
    lineStart,
    lineProduct: lines.product,
    lineQuantity: lines.quantity,
    lineValue: lines.value,
    lineKept: lines.kept,
    customers: customers.labels,
    products: products.labels,
    linesUnderOtherIdentifier: parts.reduce((sum, part) => sum + part.linesUnderOtherIdentifier, 0),
  };
}
