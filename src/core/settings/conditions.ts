// The fields that a condition on rows compares, and the operators that each takes: known here alone.

const TEXT_FIELDS = ['product_name', 'customer_id', 'order_id'] as const;
/** line_item_value is unit_price × quantity. */
const NUMBER_FIELDS = ['line_item_value', 'quantity'] as const;
/** Any other field is `custom:<key>`. */
export const CONDITION_FIELDS = [...TEXT_FIELDS, ...NUMBER_FIELDS] as const;

const OF_ALL = ['equals', 'not_equals'] as const;
const OF_TEXT = ['contains', 'not_contains'] as const;
const OF_NUMBERS = ['greater_than', 'less_than', 'between'] as const;
export const CONDITION_OPERATORS = [...OF_ALL, ...OF_TEXT, ...OF_NUMBERS] as const;
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

export function isNumberField(field: string): boolean {
  return NUMBER_FIELDS.some((name) => name === field);
}

export function isTextField(field: string): boolean {
  return TEXT_FIELDS.some((name) => name === field);
}

export function isTextOperator(operator: ConditionOperator): boolean {
  return OF_TEXT.some((name) => name === operator);
}

export function isNumberOperator(operator: ConditionOperator): boolean {
  return OF_NUMBERS.some((name) => name === operator);
}

/** Whether the value of such a condition is a number. */
export function comparesNumbers(field: string, operator: ConditionOperator): boolean {
  return isNumberField(field) || isNumberOperator(operator);
}

/** Custom fields take all. */
export function operatorsOf(field: string): readonly ConditionOperator[] {
  if (isNumberField(field)) return [...OF_ALL, ...OF_NUMBERS];
  return isTextField(field) ? [...OF_TEXT, ...OF_ALL] : [...OF_TEXT, ...OF_ALL, ...OF_NUMBERS];
}
