// Row-level filters of a report: conditions joined by AND. Text compares case-insensitively; a missing field fails
// every operator but not_equals and not_contains.

import { productOf } from '../money/decimal.ts';
import {
  CONDITION_FIELDS,
  type ConditionOperator,
  comparesNumbers,
  isNumberField,
  isNumberOperator,
  isTextField,
  isTextOperator,
} from '../settings/conditions.ts';
import { CUSTOM_PREFIX } from '../settings/product-levels.ts';
import type { Condition } from '../settings/settings.ts';
import type { OrderHeader, OrderLine } from './row.ts';

/** True when a row passes. */
export type RowFilter = (header: OrderHeader, line: OrderLine) => boolean;

export interface ConditionProblem {
  readonly path: 'field' | 'operator' | 'value' | 'valueTo';
  readonly message: string;
}

const NUMBER_TEXT = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?\s*$/;

/** A number that is sent as text, where the field or the operator compares numbers, as that number. */
export function withNumericValue<
  C extends {
    readonly field: string;
    readonly operator: ConditionOperator;
    readonly value: string | number;
  },
>(condition: C): C {
  const { field, operator, value } = condition;
  if (!comparesNumbers(field, operator) || typeof value !== 'string' || !NUMBER_TEXT.test(value))
    return condition;
  const number = Number(value);
  return Number.isFinite(number) ? { ...condition, value: number } : condition;
}

/** Why an operator or value doesn't fit the field; undefined when it does. Custom fields take every operator. */
export function conditionProblem(condition: {
  readonly field: string;
  readonly operator: ConditionOperator;
  readonly value: string | number;
  readonly valueTo?: number | undefined;
}): ConditionProblem | undefined {
  const { field, operator, value, valueTo } = condition;
  const isNumber = isNumberField(field);
  const isText = isTextField(field);
  if (!isNumber && !isText && !field.startsWith(CUSTOM_PREFIX)) {
    const names = CONDITION_FIELDS.join(', ');
    return { path: 'field', message: `expected one of ${names} or custom:<key>` };
  }
  if (isNumber && isTextOperator(operator)) {
    return { path: 'operator', message: `expected an operator for numbers, since ${field} is a number` };
  }
  if (isText && isNumberOperator(operator)) {
    return { path: 'operator', message: `expected an operator for text, since ${field} is text` };
  }
  if (comparesNumbers(field, operator) && typeof value !== 'number') {
    return { path: 'value', message: 'expected a number' };
  }
  if (isTextOperator(operator) && typeof value !== 'string') {
    return { path: 'value', message: 'expected a string' };
  }
  if (operator !== 'between') return undefined;
  if (valueTo === undefined) return { path: 'valueTo', message: 'required for between' };
  if (valueTo < Number(value)) return { path: 'valueTo', message: 'expected a number not below value' };
  return undefined;
}

export const KEEP_ALL: RowFilter = () => true;

export function compileConditions(conditions: readonly Condition[]): RowFilter {
  if (conditions.length === 0) return KEEP_ALL;
  const filters = conditions.map(compile);
  return (header, line) => filters.every((passes) => passes(header, line));
}

function compile(condition: Condition): RowFilter {
  const read = reader(condition.field);
  const passes = matcher(condition);
  return (header, line) => passes(read(header, line));
}

type Value = string | number | undefined;

function reader(field: string): (header: OrderHeader, line: OrderLine) => Value {
  switch (field) {
    case 'product_name':
      return (_, line) => line.name;
    case 'customer_id':
      return (header) => header.customerId;
    case 'order_id':
      return (header) => header.orderId;
    case 'line_item_value':
      return (_, line) => productOf(line.unitPrice, line.quantity);
    case 'quantity':
      return (_, line) => line.quantity;
    default: {
      const key = field.slice(CUSTOM_PREFIX.length);
      return (_, { customFields }) =>
        customFields !== undefined && Object.hasOwn(customFields, key) ? customFields[key] : undefined;
    }
  }
}

function matcher({ field, operator, value, valueTo }: Condition): (actual: Value) => boolean {
  const text = fold(value);
  const lower = Number(value);
  const upper = valueTo ?? lower;
  // Ids and names are text even where they are all digits: 007 is not 7.
  const asNumber = typeof value === 'number' && !isTextField(field);
  const equal = (actual: string | number): boolean =>
    asNumber ? numeric(actual) === value : fold(actual) === text;
  switch (operator) {
    case 'equals':
      return (actual) => actual !== undefined && equal(actual);
    case 'not_equals':
      return (actual) => actual === undefined || !equal(actual);
    case 'contains':
      return (actual) => actual !== undefined && fold(actual).includes(text);
    case 'not_contains':
      return (actual) => actual === undefined || !fold(actual).includes(text);
    // NaN, from text that is no number, fails every comparison.
    case 'greater_than':
      return (actual) => actual !== undefined && numeric(actual) > lower;
    case 'less_than':
      return (actual) => actual !== undefined && numeric(actual) < lower;
    case 'between':
      return (actual) => actual !== undefined && numeric(actual) >= lower && numeric(actual) <= upper;
  }
}

/** As conditions compare texts: without regard to case. */
export function fold(value: string | number): string {
  return String(value).toLowerCase();
}

const DECIMAL = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;

/** Decimal notation only: '', '0x10' and 'Infinity' are text, hence NaN. */
function numeric(value: string | number): number {
  if (typeof value === 'number') return value;
  return DECIMAL.test(value) ? Number(value) : Number.NaN;
}
