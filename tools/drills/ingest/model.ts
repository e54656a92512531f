// Models in memory what must be stored: for each line of an order, the result of its rows, applied in the sequence of
// their imports.
import type {
  SubmittedLine,
  SubmittedOrder,
} from '../../../src/contract/resources/orders/submitted-order.ts';

/** Lines and order-level values by name, as text that can be compared: "value, import". */
export type Contents = ReadonlyMap<string, string>;

interface Entry {
  readonly importId: string;
  readonly value: string;
}

interface Row {
  readonly importId: string;
  readonly line: SubmittedLine;
  readonly merges: boolean;
}

/** Identifies a line by its product within its order: by name, or by SKU if it has no name. */
export function formatLineName(
  orderId: string,
  line: Pick<SubmittedLine, 'product_name' | 'product_sku'>,
): string {
  return `${orderId} / ${line.product_name === undefined ? `sku ${line.product_sku}` : `name ${line.product_name}`}`;
}

export function formatLineValue(sku: string | undefined, unitPrice: number, quantity: number): string {
  return `${quantity} at ${unitPrice}${sku === undefined ? '' : ` (${sku})`}`;
}

export function createModel() {
  const rows = new Map<string, Row[]>();
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
  const toContents = (entries: ReadonlyMap<string, Entry>): Contents =>
    new Map([...entries].map(([name, { importId, value }]) => [name, `${value}, by ${importId}`]));

  return {
    apply(importId: string, orders: readonly SubmittedOrder[]): void {
      for (const { order_id, customer_id, order_date, line_items, merge } of orders) {
        put(headers, `${order_id} / customer`, importId, customer_id);
        const date = order_date === undefined ? undefined : new Date(order_date).toISOString();
        put(headers, `${order_id} / date`, importId, date);
        for (const line of line_items) {
          const name = formatLineName(order_id, line);
          rows.set(name, [...(rows.get(name) ?? []), { importId, line, merges: merge === true }]);
        }
      }
    },
    lines: (): Contents => new Map([...rows].map(([name, all]) => [name, mergeRows(all)])),
    headers: () => toContents(headers),
  };
}

function mergeRows(rows: readonly Row[]): string {
  let fields: SubmittedLine = {};
  let last = '';
  // Rows of one import keep their sequence.
  for (const { importId, line, merges } of rows.toSorted((a, b) =>
    a.importId < b.importId ? -1 : Number(a.importId > b.importId),
  )) {
    fields = merges ? { ...fields, ...omitUndefined(line) } : line;
    last = importId;
  }
  const { product_sku, unit_price = 0, quantity = 1 } = fields;
  return `${formatLineValue(product_sku, unit_price, quantity)}, by ${last}`;
}

function omitUndefined(line: SubmittedLine): SubmittedLine {
  return Object.fromEntries(Object.entries(line).filter(([, value]) => value !== undefined));
}
