// Checks whether the contract accepts a row. Its schema takes longer than reading the line, so typical rows are checked
// by hand, and all others by the schema.
import * as v from 'valibot';
import {
  type FieldRule,
  isPlainLine,
  isPlainValue,
  LINE_FIELD_RULES,
  ORDER_FIELD_RULES,
  type TextRule,
} from '../../../src/contract/resources/orders/order-fields.ts';
import { lineItemSchema, orderSchema } from '../../../src/contract/resources/orders/order-schema.ts';
import type { SubmittedLine } from '../../../src/contract/resources/orders/submitted-order.ts';
import { countCharacters, MAX_ID_BYTES } from '../../../src/contract/schema/fields.ts';
import type { RowProblem } from '../problems/row-problems.ts';
import { isPlainIso } from '../values/order-dates.ts';

/** One line item and the order fields of its line. */
export interface OrderRow {
  /** Physical line of the file where the record begins, from 1. */
  readonly line: number;
  /** The number of the file, from 1; undefined for the first. */
  readonly file?: number | undefined;
  readonly order_id: string;
  readonly customer_id: string | undefined;
  /** The customer's address. */
  readonly contact?: string | undefined;
  /** ISO 8601. */
  readonly order_date: string | undefined;
  readonly item: SubmittedLine;
}

/**
 * The API books a row that names no product as failed; in a file it is reported with its line before anything is sent.
 */
export const productLine = v.pipe(
  lineItemSchema,
  v.check(
    (line) => line.product_name !== undefined || line.product_sku !== undefined,
    'expected product_name or product_sku: a line item is keyed by its product',
  ),
);

const rowSchema = v.object({ ...v.omit(orderSchema, ['line_items']).entries, item: productLine });

/** The file's names of the contract's fields. */
export interface ColumnNames {
  /** Also takes `custom_fields.<key>`. */
  columnOf(field: string): string;
  /** Candidate columns for a product. */
  productColumns(): readonly string[];
}

/** Returns the first problem that the schema finds, or undefined for a valid row. */
export function findRowProblem(row: OrderRow, names: ColumnNames): RowProblem | undefined {
  if (isPlainRow(row)) return undefined;
  const result = v.safeParse(rowSchema, row, { abortEarly: true });
  if (result.success) return undefined;
  const [issue] = result.issues;
  const keys = (issue.path ?? []).map(({ key }) => String(key)).filter((key) => key !== 'item');
  if (keys.length === 0) return { code: 'no_product', columns: names.productColumns() };
  return toRowProblem(issue, names.columnOf(keys.join('.')));
}

/** True only for rows that the schema accepts unchanged; false leaves the question open. */
export function isPlainRow({ order_id, customer_id, contact, order_date, item }: OrderRow): boolean {
  return (
    isPlainValue('order_id', order_id) &&
    (customer_id === undefined || isPlainValue('customer_id', customer_id)) &&
    (contact === undefined || isPlainValue('contact', contact)) &&
    (order_date === undefined || isPlainIso(order_date)) &&
    (item.product_name !== undefined || item.product_sku !== undefined) &&
    isPlainLine(item)
  );
}

type Issue = v.BaseIssue<unknown>;

const RULES: Readonly<Record<string, FieldRule>> = { ...ORDER_FIELD_RULES, ...LINE_FIELD_RULES };

/** Converts an issue of the schema into a problem with a code. `column`: the file's name of the field. */
export function toRowProblem(issue: Issue, column: string): RowProblem {
  const { type, received, path = [] } = issue;
  const names = path.flatMap(({ key }) => (typeof key === 'string' ? [key] : []));
  const [field = '', custom] = names.filter((name) => name !== 'item' && name !== 'line_items');
  if (received === 'undefined') return { code: 'required', column };
  const rule = RULES[field];
  switch (rule?.kind) {
    case undefined:
      return toLineItemsProblem(issue, column);
    case 'date':
      return { code: 'not_iso_8601', column };
    case 'number': {
      const { isWhole, most } = rule;
      if (type === 'min_value' || type === 'max_value')
        return { code: 'out_of_range', column, isWhole, most };
      return { code: isWhole ? 'not_whole' : 'no_number', column };
    }
    case 'texts':
      if (custom !== undefined)
        return toTextProblem(issue, path.at(-1)?.origin === 'key' ? rule.key : rule.value, column);
      return type === 'max_entries'
        ? { code: 'too_many_custom_fields', column, most: rule.most }
        : { code: 'not_custom_fields', column };
    case 'text':
      return toTextProblem(issue, rule, column);
  }
}

function toLineItemsProblem({ type }: Issue, column: string): RowProblem {
  if (type === 'min_length') return { code: 'no_line_items', column };
  if (type === 'array') return { code: 'not_line_items', column };
  if (type === 'object') return { code: 'not_a_line_item', column };
  return { code: 'no_product', columns: column === '' ? [] : [column] };
}

function toTextProblem({ type, input }: Issue, { least, most }: TextRule, column: string): RowProblem {
  if (type === 'check' && typeof input === 'string') {
    return input.isWellFormed()
      ? { code: 'too_many_bytes', column, most: MAX_ID_BYTES }
      : { code: 'lone_surrogate', column };
  }
  const got = type === 'max_length' && typeof input === 'string' ? countCharacters(input) : undefined;
  return { code: 'text_length', column, least, most, got };
}
