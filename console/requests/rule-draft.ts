// Which rules a market basket report looks for, as the form has it: products one per line, numbers as typed.
import type { CreateReportRequest } from '../../client/src/index.ts';

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
export function rulesOf(draft: RuleDraft): Rules | undefined {
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
export function ruleDraftOf(rules: Rules | undefined): RuleDraft {
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
