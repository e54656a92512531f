// Whether the contract takes a row. Its schema costs more than reading the line did, so what nearly every row is like
// is checked by hand; whatever that doesn't pass goes through the schema.
import * as v from 'valibot';
import { lineItemSchema, orderSchema } from '../../src/contract/resources/orders/order-schema.ts';
import type { SubmittedLine } from '../../src/core/ingest/submitted-order.ts';
import { isBlank } from '../../src/schema/fields.ts';
import {
  MAX_CONTACT_LENGTH,
  MAX_CUSTOM_FIELDS,
  MAX_CUSTOM_KEY_LENGTH,
  MAX_CUSTOM_VALUE_LENGTH,
  MAX_ID_LENGTH,
  MAX_PRODUCT_LENGTH,
  MAX_QUANTITY,
  MAX_UNIT_PRICE,
} from '../../src/schema/limits.ts';
import type { RowProblem } from '../problems/row-problems.ts';
import { problemOfIssue } from '../problems/value-problems.ts';
import { isPlainIso } from '../values/order-dates.ts';

/** One line item and the order fields of its line. */
export interface OrderRow {
  /** Physical line of the file where the record begins, from 1. */
  readonly line: number;
  /** Of several files, from 1; undefined for the first. */
  readonly file?: number | undefined;
  readonly order_id: string;
  readonly customer_id: string | undefined;
  /** How the customer is reached. */
  readonly contact?: string | undefined;
  /** ISO 8601. */
  readonly order_date: string | undefined;
  readonly item: SubmittedLine;
}

/** The API books a row that names no product as failed; in a file it is reported with its line before anything is sent. */
export const productLine = v.pipe(
  lineItemSchema,
  v.check(
    (line) => line.product_name !== undefined || line.product_sku !== undefined,
    'expected product_name or product_sku: a line item is keyed by its product',
  ),
);

const rowSchema = v.object({ ...v.omit(orderSchema, ['line_items']).entries, item: productLine });

/** What a file calls the contract's fields. */
export interface ColumnNames {
  /** Also of `custom_fields.<key>`. */
  columnOf(field: string): string;
  /** Columns that a product could stand in. */
  productColumns(): readonly string[];
}

/** The schema's verdict: the first problem, or undefined when the row is right. */
export function problemOfRow(row: OrderRow, names: ColumnNames): RowProblem | undefined {
  if (isPlainRow(row)) return undefined;
  const result = v.safeParse(rowSchema, row, { abortEarly: true });
  if (result.success) return undefined;
  const [issue] = result.issues;
  const keys = (issue.path ?? []).map(({ key }) => String(key)).filter((key) => key !== 'item');
  if (keys.length === 0) return { code: 'no_product', columns: names.productColumns() };
  return problemOfIssue(issue, names.columnOf(keys.join('.')));
}

/** True only for rows that the schema accepts unchanged; false leaves the question open. */
export function isPlainRow({ order_id, customer_id, contact, order_date, item }: OrderRow): boolean {
  const { product_name, product_sku, unit_price, quantity, custom_fields } = item;
  return (
    isPlainText(order_id, MAX_ID_LENGTH) &&
    (customer_id === undefined || isPlainName(customer_id, MAX_ID_LENGTH)) &&
    (contact === undefined || isPlainName(contact, MAX_CONTACT_LENGTH)) &&
    (order_date === undefined || isPlainIso(order_date)) &&
    (product_name !== undefined || product_sku !== undefined) &&
    (product_name === undefined || isPlainName(product_name, MAX_PRODUCT_LENGTH)) &&
    (product_sku === undefined || isPlainName(product_sku, MAX_PRODUCT_LENGTH)) &&
    (unit_price === undefined || Math.abs(unit_price) <= MAX_UNIT_PRICE) &&
    (quantity === undefined || (Number.isInteger(quantity) && Math.abs(quantity) <= MAX_QUANTITY)) &&
    (custom_fields === undefined || arePlainFields(custom_fields))
  );
}

function isPlainText(text: string, maxLength: number): boolean {
  return text.length >= 1 && text.length <= maxLength && text.isWellFormed();
}

function isPlainName(text: string, maxLength: number): boolean {
  return isPlainText(text, maxLength) && !isBlank(text);
}

function arePlainFields(fields: Readonly<Record<string, string>>): boolean {
  let count = 0;
  for (const [key, value] of Object.entries(fields)) {
    count++;
    if (!isPlainText(key, MAX_CUSTOM_KEY_LENGTH)) return false;
    if (value.length > MAX_CUSTOM_VALUE_LENGTH || !value.isWellFormed()) return false;
  }
  return count <= MAX_CUSTOM_FIELDS;
}
