// Applies a report's row-level filters: conditions joined by AND. Text compares case-insensitively; a missing field
// fails every operator but not_equals and not_contains.

import type { OrderHeader, OrderLine } from '../../contract/resources/orders/row.ts';
import { fold, isTextField } from '../../contract/settings/conditions.ts';
import { CUSTOM_PREFIX } from '../../contract/settings/product-levels.ts';
import type { Condition } from '../../contract/settings/settings.ts';
import { multiplyPrice } from '../money/decimal.ts';

/** True when a row passes. */
export type RowFilter = (header: OrderHeader, line: OrderLine) => boolean;

export const KEEP_ALL: RowFilter = () => true;

export function compileConditions(conditions: readonly Condition[]): RowFilter {
  if (conditions.length === 0) return KEEP_ALL;
  const filters = conditions.map(compile);
  return (header, line) => filters.every((passes) => passes(header, line));
}

function compile(condition: Condition): RowFilter {
  const read = createReader(condition.field);
  const passes = createMatcher(condition);
  return (header, line) => passes(read(header, line));
}

type Value = string | number | undefined;

function createReader(field: string): (header: OrderHeader, line: OrderLine) => Value {
  switch (field) {
    case 'product_name':
      return (_, line) => line.name;
    case 'customer_id':
      return (header) => header.customerId;
    case 'order_id':
      return (header) => header.orderId;
    case 'line_item_value':
      return (_, line) => multiplyPrice(line.unitPrice, line.quantity);
    case 'quantity':
      return (_, line) => line.quantity;
    default: {
      const key = field.slice(CUSTOM_PREFIX.length);
      return (_, { customFields }) =>
        customFields !== undefined && Object.hasOwn(customFields, key) ? customFields[key] : undefined;
    }
  }
}

function createMatcher({ field, operator, value, valueTo }: Condition): (actual: Value) => boolean {
  const text = fold(value);
  const lower = Number(value);
  const upper = valueTo ?? lower;
  // Ids and names are text even if they are all digits: 007 is not 7.
  const asNumber = typeof value === 'number' && !isTextField(field);
  const equal = (actual: string | number): boolean =>
    asNumber ? toNumber(actual) === value : fold(actual) === text;
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
      return (actual) => actual !== undefined && toNumber(actual) > lower;
    case 'less_than':
      return (actual) => actual !== undefined && toNumber(actual) < lower;
    case 'between':
      return (actual) => actual !== undefined && toNumber(actual) >= lower && toNumber(actual) <= upper;
  }
}

const DECIMAL = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;

/** Decimal notation only: '', '0x10' and 'Infinity' are text, hence NaN. */
function toNumber(value: string | number): number {
  if (typeof value === 'number') return value;
  return DECIMAL.test(value) ? Number(value) : Number.NaN;
}
