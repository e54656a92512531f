// A condition on rows as the form has it. Which operators a field takes, and whether its value is a number, are the
// service's rules: a test compares them.
import type { CreateReportRequest } from '../../client/src/index.ts';

type Condition = NonNullable<NonNullable<CreateReportRequest['filters']>['conditions']>[number];
export type Operator = Condition['operator'];

/** `custom` is any field of the shop's own, named by its key. */
export const FIELDS = [
  'product_name',
  'customer_id',
  'order_id',
  'line_item_value',
  'quantity',
  'custom',
] as const;
export type Field = (typeof FIELDS)[number];

const ON_TEXT = ['contains', 'not_contains'] as const;
const ON_ALL = ['equals', 'not_equals'] as const;
const ON_NUMBERS = ['greater_than', 'less_than', 'between'] as const;

export interface ConditionDraft {
  readonly field: Field;
  /** Of a custom field. */
  readonly key: string;
  readonly operator: Operator;
  /** As typed. */
  readonly value: string;
  /** The upper bound of `between`. */
  readonly valueTo: string;
}

export const emptyCondition: ConditionDraft = {
  field: 'product_name',
  key: '',
  operator: 'contains',
  value: '',
  valueTo: '',
};

export function operatorsOf(field: Field): readonly Operator[] {
  if (isNumber(field)) return [...ON_ALL, ...ON_NUMBERS];
  return field === 'custom' ? [...ON_TEXT, ...ON_ALL, ...ON_NUMBERS] : [...ON_TEXT, ...ON_ALL];
}

/** Whether its value is sent as a number. */
export function takesNumber({ field, operator }: Pick<ConditionDraft, 'field' | 'operator'>): boolean {
  return isNumber(field) || ON_NUMBERS.some((name) => name === operator);
}

/** Another field, with an operator that it takes. */
export function withField(condition: ConditionDraft, field: Field): ConditionDraft {
  const [first = condition.operator] = operatorsOf(field);
  const operator = operatorsOf(field).includes(condition.operator) ? condition.operator : first;
  return { ...condition, field, operator };
}

/** Undefined for one that has no value yet, or no key. */
export function conditionOf(condition: ConditionDraft): Condition | undefined {
  const { field, key, operator, value, valueTo } = condition;
  const text = value.trim();
  if (text === '' || (field === 'custom' && key.trim() === '')) return undefined;
  if (operator === 'between' && valueTo.trim() === '') return undefined;
  return {
    field: field === 'custom' ? `custom:${key.trim()}` : field,
    operator,
    value: takesNumber(condition) ? Number(text) : text,
    ...(operator === 'between' && { valueTo: Number(valueTo) }),
  };
}

export function conditionDraftOf({ field, operator, value, valueTo }: Condition): ConditionDraft {
  const known = FIELDS.find((name) => name === field);
  return {
    field: known ?? 'custom',
    key: known === undefined ? field.replace(/^custom:/, '') : '',
    operator,
    value: String(value),
    valueTo: valueTo === undefined || valueTo === null ? '' : String(valueTo),
  };
}

function isNumber(field: Field): boolean {
  return field === 'line_item_value' || field === 'quantity';
}
