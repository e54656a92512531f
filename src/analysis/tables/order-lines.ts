// The table of a dataset's line items: one row a line, as `POST /datasets/{slug}/exports` documents it.
import type { Cell, TableColumn } from '../../contract/report-types/table.ts';
import { type PackedLine, toOrderLine } from '../ingest/stored-order.ts';
import { countDecimals, MAX_SCALE, multiplyToUnits } from '../money/decimal.ts';
import { formatDecimal, formatUnits } from '../money/decimal-text.ts';

/** A stored order, or a part of a wide one. */
export interface OrderRecord {
  /** Epoch milliseconds; null if it is not known. */
  readonly date: number | null;
  readonly orderId: string;
  /** Identifies the part of an order that is stored in several. */
  readonly path: string;
  readonly customerId: string | null;
  readonly contact: string | null;
  /** The imports that the lines refer to. */
  readonly imports: readonly string[];
  readonly lines: readonly PackedLine[];
}

/**
 * Digits that Parquet keeps of a price. A price below 10^12 with as many digits, times the greatest quantity, is an
 * amount of at most 30 digits with 8 decimals: both fit in 38.
 */
const PRICE_SCALE = 18;

const COLUMNS: readonly TableColumn[] = [
  { name: 'order_id', type: 'text' },
  { name: 'customer_id', type: 'text' },
  { name: 'order_date', type: 'timestamp' },
  { name: 'product_name', type: 'text' },
  { name: 'product_sku', type: 'text' },
  { name: 'unit_price', type: 'decimal', scale: PRICE_SCALE },
  { name: 'quantity', type: 'integer' },
  { name: 'amount', type: 'decimal', scale: MAX_SCALE },
  { name: 'custom_fields', type: 'map' },
  { name: 'import_id', type: 'text' },
];
const CONTACT: TableColumn = { name: 'contact', type: 'text' };

export const listOrderColumns = (contact: boolean): readonly TableColumn[] =>
  contact ? [...COLUMNS, CONTACT] : COLUMNS;

/** Rows of an order, a cell for each of `listOrderColumns`. */
export function* listOrderRows(order: OrderRecord, contact: boolean): Generator<readonly Cell[]> {
  for (const packed of order.lines) {
    const { name = null, sku = null, unitPrice, quantity, customFields = null } = toOrderLine(packed);
    const scale = countDecimals(unitPrice);
    const cells: Cell[] = [
      order.orderId,
      order.customerId,
      order.date,
      name,
      sku,
      formatDecimal(unitPrice),
      quantity,
      formatUnits(multiplyToUnits(unitPrice, quantity, scale), scale),
      customFields,
      order.imports[packed[4]] || null,
    ];
    if (contact) cells.push(order.contact);
    yield cells;
  }
}
