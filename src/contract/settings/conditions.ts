// The fields that a condition on rows compares, and the operators that each takes: known here alone.
import { CUSTOM_PREFIX } from './product-levels.ts';

const TEXT_FIELDS = ['product_name', 'customer_id', 'order_id'] as const;
/** line_item_value is unit_price × quantity. */
const NUMBER_FIELDS = ['line_item_value', 'quantity'] as const;
/** Any other field is `custom:<key>`. */
export const CONDITION_FIELDS = [...TEXT_FIELDS, ...NUMBER_FIELDS] as const;

const ANY_OPERATORS = ['equals', 'not_equals'] as const;
const TEXT_OPERATORS = ['contains', 'not_contains'] as const;
const NUMBER_OPERATORS = ['greater_than', 'less_than', 'between'] as const;
export const CONDITION_OPERATORS = [...ANY_OPERATORS, ...TEXT_OPERATORS, ...NUMBER_OPERATORS] as const;
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

function isNumberField(field: string): boolean {
  return NUMBER_FIELDS.some((name) => name === field);
}

export function isTextField(field: string): boolean {
  return TEXT_FIELDS.some((name) => name === field);
}

function isTextOperator(operator: ConditionOperator): boolean {
  return TEXT_OPERATORS.some((name) => name === operator);
}

function isNumberOperator(operator: ConditionOperator): boolean {
  return NUMBER_OPERATORS.some((name) => name === operator);
}

/** Whether the value of such a condition is a number. */
export function hasNumberValue(field: string, operator: ConditionOperator): boolean {
  return isNumberField(field) || isNumberOperator(operator);
}

/** Custom fields take all. */
export function listOperators(field: string): readonly ConditionOperator[] {
  if (isNumberField(field)) return [...ANY_OPERATORS, ...NUMBER_OPERATORS];
  return isTextField(field)
    ? [...TEXT_OPERATORS, ...ANY_OPERATORS]
    : [...TEXT_OPERATORS, ...ANY_OPERATORS, ...NUMBER_OPERATORS];
}

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
  if (!hasNumberValue(field, operator) || typeof value !== 'string' || !NUMBER_TEXT.test(value))
    return condition;
  const number = Number(value);
  return Number.isFinite(number) ? { ...condition, value: number } : condition;
}

/** Why an operator or value doesn't fit the field; undefined when it does. Custom fields take every operator. */
export function findConditionProblem(condition: {
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
  if (hasNumberValue(field, operator) && typeof value !== 'number') {
    return { path: 'value', message: 'expected a number' };
  }
  if (isTextOperator(operator) && typeof value !== 'string') {
    return { path: 'value', message: 'expected a string' };
  }
  if (operator !== 'between') {
    return valueTo === undefined
      ? undefined
      : { path: 'valueTo', message: `expected nothing with ${operator}: only between takes it` };
  }
  if (valueTo === undefined) return { path: 'valueTo', message: 'required for between' };
  if (valueTo < Number(value)) return { path: 'valueTo', message: 'expected a number not below value' };
  return undefined;
}

/** Normalizes a text for conditions, which ignore case. */
export function fold(value: string | number): string {
  return String(value).toLowerCase();
}
