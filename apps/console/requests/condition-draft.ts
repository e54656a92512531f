// Holds a condition on rows as the form has it.
import type { CreateReportRequest } from '../../../packages/client/src/index.ts';
import {
  CONDITION_FIELDS,
  hasNumberValue,
  listOperators,
} from '../../../src/contract/settings/conditions.ts';

type Condition = NonNullable<NonNullable<CreateReportRequest['filters']>['conditions']>[number];
type Operator = Condition['operator'];

/** `custom` is any custom field, named by its key. */
export const FIELDS = [...CONDITION_FIELDS, 'custom'] as const;
export type Field = (typeof FIELDS)[number];

export interface ConditionDraft {
  readonly field: Field;
  /** The key of a custom field. */
  readonly key: string;
  readonly operator: Operator;
  /** The value as typed. */
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

/** Whether the condition's value is sent as a number. */
export function isNumeric({ field, operator }: Pick<ConditionDraft, 'field' | 'operator'>): boolean {
  return hasNumberValue(field, operator);
}

/** Changes the field, with an operator that it supports. */
export function withField(condition: ConditionDraft, field: Field): ConditionDraft {
  const [first = condition.operator] = listOperators(field);
  const operator = listOperators(field).includes(condition.operator) ? condition.operator : first;
  return { ...condition, field, operator };
}

/** Undefined if it has no value or no key yet. */
export function toCondition(condition: ConditionDraft): Condition | undefined {
  const { field, key, operator, value, valueTo } = condition;
  const text = value.trim();
  if (text === '' || (field === 'custom' && key.trim() === '')) return undefined;
  if (operator === 'between' && valueTo.trim() === '') return undefined;
  return {
    field: field === 'custom' ? `custom:${key.trim()}` : field,
    operator,
    value: isNumeric(condition) ? Number(text) : text,
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

// Holds constraints on the rules of a market basket report, as the form has them: products one per line, numbers as
// typed.

type Rules = NonNullable<NonNullable<CreateReportRequest['params']>['rules']>;

export const PRODUCT_LISTS = ['must_contain', 'antecedents', 'consequents', 'exclude'] as const;
export const LIMITS = [
  'max_products',
  'max_antecedents',
  'max_consequents',
  'min_lift',
  'max_p_value_corrected',
] as const;

/** Keyed by the API's names; empty without a constraint. */
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

/** Undefined without a constraint. */
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

/** Takes the constraints of a request, or of a report's settings. */
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
