// Checks whether the contract accepts a row, by its rules of fields: typical rows at a glance, and all others for their
// first problem.
import { parseOrderDate } from '../../../src/contract/resources/orders/order-date.ts';
import {
  type FieldRule,
  isPlainLine,
  isPlainValue,
  LINE_FIELD_RULES,
  ORDER_FIELD_RULES,
  type TextRule,
} from '../../../src/contract/resources/orders/order-fields.ts';
import type { SubmittedLine } from '../../../src/contract/resources/orders/submitted-order.ts';
import { countCharacters, isBlank, isWithinBytes } from '../../../src/contract/schema/fields.ts';
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

/** The file's names of the contract's fields. */
export interface ColumnNames {
  /** Also takes `custom_fields.<key>`. */
  columnOf(field: string): string;
  /** Candidate columns for a product. */
  productColumns(): readonly string[];
}

/** Returns the first problem of a row, or undefined for a valid one. */
export function findRowProblem(row: OrderRow, names: ColumnNames): RowProblem | undefined {
  if (isPlainRow(row)) return undefined;
  const nameOf: NameOf = (...path) => names.columnOf(path.join('.'));
  return (
    findFieldProblem(ORDER_FIELD_RULES, { ...row }, nameOf) ??
    findFieldProblem(LINE_FIELD_RULES, { ...row.item }, nameOf) ??
    (namesProduct(row.item) ? undefined : { code: 'no_product', columns: names.productColumns() })
  );
}

/** True only for rows that the contract accepts unchanged; false leaves the question open. */
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

/**
 * The API books a row that names no product as failed; in a file it is reported with its line before anything is sent.
 */
export function namesProduct({ product_name = '', product_sku = '' }: SubmittedLine): boolean {
  return !isBlank(product_name) || !isBlank(product_sku);
}

/** Returns the file's name of a field. `path`: the field, and the key of a custom one. */
export type NameOf = (...path: readonly string[]) => string;

type Values = Readonly<Record<string, unknown>>;

/** Returns the problem of the first field that the contract refuses. */
export function findFieldProblem(
  rules: Readonly<Record<string, FieldRule>>,
  values: Values,
  nameOf: NameOf,
): RowProblem | undefined {
  for (const [field, rule] of Object.entries(rules)) {
    const value = values[field];
    const isOmitted = value === undefined || value === null;
    if (isOmitted && !(rule.kind === 'text' && rule.least > 0)) continue;
    const problem = findValueProblem(rule, value, field, nameOf);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function findValueProblem(
  rule: FieldRule,
  value: unknown,
  field: string,
  nameOf: NameOf,
): RowProblem | undefined {
  switch (rule.kind) {
    case 'date': {
      const isDate = typeof value === 'string' && (isBlank(value) || parseOrderDate(value) !== undefined);
      return isDate ? undefined : { code: 'not_iso_8601', column: nameOf(field) };
    }
    case 'number': {
      const { isWhole, most } = rule;
      if (typeof value !== 'number' || Number.isNaN(value) || (isWhole && !Number.isInteger(value)))
        return { code: isWhole ? 'not_whole' : 'no_number', column: nameOf(field) };
      return Math.abs(value) > most
        ? { code: 'out_of_range', column: nameOf(field), isWhole, most }
        : undefined;
    }
    case 'texts': {
      if (!isRecord(value)) return { code: 'not_custom_fields', column: nameOf(field) };
      const entries = listCustomFields(value);
      for (const [key, text] of entries) {
        const problem = findTextProblem(rule.key, key) ?? findTextProblem(rule.value, text);
        if (problem !== undefined) return { ...problem, column: nameOf(field, key) };
      }
      return entries.length > rule.most
        ? { code: 'too_many_custom_fields', column: nameOf(field), most: rule.most }
        : undefined;
    }
    case 'text': {
      const problem = findTextProblem(rule, value);
      return problem && { ...problem, column: nameOf(field) };
    }
  }
}

type TextProblem = RowProblem<'required' | 'text_length' | 'lone_surrogate' | 'too_many_bytes'>;
type WithoutColumn<P> = P extends unknown ? Omit<P, 'column'> : never;

function findTextProblem(
  { least, most, mostBytes }: TextRule,
  value: unknown,
): WithoutColumn<TextProblem> | undefined {
  if (value === undefined) return { code: 'required' };
  const text = typeof value === 'string' ? value : '';
  if (text !== value || text.length < least) return { code: 'text_length', least, most, got: undefined };
  const got = countCharacters(text);
  if (got > most) return { code: 'text_length', least, most, got };
  if (!text.isWellFormed()) return { code: 'lone_surrogate' };
  if (mostBytes === undefined || isWithinBytes(text, mostBytes)) return undefined;
  return { code: 'too_many_bytes', most: mostBytes };
}

/** The API drops members that could change a prototype. */
export function listCustomFields(fields: Values): [key: string, value: unknown][] {
  return Object.entries(fields).filter(([key]) => !/^(?:__proto__|prototype|constructor)$/.test(key));
}

export function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
