// A condition on rows as the form has it.
import type { CreateReportRequest } from '../../client/src/index.ts';
import { CONDITION_FIELDS, comparesNumbers, operatorsOf } from '../../src/core/settings/conditions.ts';

type Condition = NonNullable<NonNullable<CreateReportRequest['filters']>['conditions']>[number];
export type Operator = Condition['operator'];

/** `custom` is any field of the shop's own, named by its key. */
export const FIELDS = [...CONDITION_FIELDS, 'custom'] as const;
export type Field = (typeof FIELDS)[number];

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

/** Whether its value is sent as a number. */
export function takesNumber({ field, operator }: Pick<ConditionDraft, 'field' | 'operator'>): boolean {
  return comparesNumbers(field, operator);
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
