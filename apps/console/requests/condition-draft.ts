// A condition on rows as the form has it.
import type { CreateReportRequest } from '../../../packages/client/src/index.ts';
import {
  CONDITION_FIELDS,
  hasNumberValue,
  listOperators,
} from '../../../src/contract/settings/conditions.ts';

type Condition = NonNullable<NonNullable<CreateReportRequest['filters']>['conditions']>[number];
type Operator = Condition['operator'];

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
  return hasNumberValue(field, operator);
}

/** Another field, with an operator that it takes. */
export function withField(condition: ConditionDraft, field: Field): ConditionDraft {
  const [first = condition.operator] = listOperators(field);
  const operator = listOperators(field).includes(condition.operator) ? condition.operator : first;
  return { ...condition, field, operator };
}

/** Undefined for one that has no value yet, or no key. */
export function toCondition(condition: ConditionDraft): Condition | undefined {
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

export function toConditionDraft({ field, operator, value, valueTo }: Condition): ConditionDraft {
  const known = FIELDS.find((name) => name === field);
  return {
    field: known ?? 'custom',
    key: known === undefined ? field.replace(/^custom:/, '') : '',
    operator,
    value: String(value),
    valueTo: valueTo === undefined || valueTo === null ? '' : String(valueTo),
  };
}

// Which rules a market basket report looks for, as the form has it: products one per line, numbers as typed.

type Rules = NonNullable<NonNullable<CreateReportRequest['params']>['rules']>;

export const PRODUCT_LISTS = ['must_contain', 'antecedents', 'consequents', 'exclude'] as const;
export const LIMITS = [
  'max_products',
  'max_antecedents',
  'max_consequents',
  'min_lift',
  'max_p_value_corrected',
] as const;

/** By the API's names; empty where nothing is constrained. */
export type RuleDraft = Readonly<Record<(typeof PRODUCT_LISTS)[number] | (typeof LIMITS)[number], string>> & {
  readonly redundant: boolean;
};

export const emptyRules: RuleDraft = {
  must_contain: '',
  antecedents: '',
  consequents: '',
  exclude: '',
  max_products: '',
  max_antecedents: '',
  max_consequents: '',
  min_lift: '',
  max_p_value_corrected: '',
  redundant: true,
};

/** Undefined where nothing is constrained. */
export function toRules(draft: RuleDraft): Rules | undefined {
  const lists = PRODUCT_LISTS.flatMap((name) => {
    const products = draft[name].split('\n').flatMap((line) => line.trim() || []);
    return products.length === 0 ? [] : [[name, products] as const];
  });
  const limits = LIMITS.flatMap((name) => (draft[name] === '' ? [] : [[name, Number(draft[name])] as const]));
  const rules: Rules = {
    ...Object.fromEntries(lists),
    ...Object.fromEntries(limits),
    ...(!draft.redundant && { redundant: false }),
  };
  return Object.keys(rules).length === 0 ? undefined : rules;
}

/** Of a request, or of the settings of a report. */
export function toRuleDraft(rules: Rules | undefined): RuleDraft {
  if (rules === undefined) return emptyRules;
  const lists = PRODUCT_LISTS.map((name) => [name, (rules[name] ?? []).join('\n')]);
  const limits = LIMITS.map((name) => [name, String(rules[name] ?? '')]);
  return {
    ...emptyRules,
    ...Object.fromEntries(lists),
    ...Object.fromEntries(limits),
    redundant: rules.redundant !== false,
  };
}
