// Constraints of params.rules that no rule can meet together: a request with them is refused, because a report without
// rules would look like an answer.
import type * as v from 'valibot';
import { DEFAULT_MAX_CONSEQUENTS, type ruleParams } from './rule-params.ts';

type Rules = v.InferOutput<typeof ruleParams>;

export interface RuleConflict {
  readonly param: keyof Rules & string;
  readonly problem: string;
}

/** The first constraint that excludes another one; undefined if they can all be met, as far as names can tell. */
export function findRuleConflict(rules: Rules): RuleConflict | undefined {
  const { antecedents, consequents, exclude = [] } = rules;
  const required = [...new Set(rules.must_contain ?? [])];
  const excluded = required.find((name) => exclude.includes(name));
  if (excluded !== undefined)
    return { param: 'exclude', problem: `excludes ${JSON.stringify(excluded)}, which must_contain requires` };
  const pickAllowed = (names: readonly string[]): string[] => names.filter((name) => !exclude.includes(name));
  for (const param of ['antecedents', 'consequents'] as const) {
    const names = rules[param];
    if (names !== undefined && pickAllowed(names).length === 0)
      return { param: 'exclude', problem: `excludes all ${param}` };
  }
  if (antecedents !== undefined && consequents !== undefined) {
    const either = new Set([...pickAllowed(antecedents), ...pickAllowed(consequents)]);
    if (either.size < 2)
      return { param: 'consequents', problem: 'expected another product than the only one of antecedents' };
    const nowhere = required.find((name) => !either.has(name));
    if (nowhere !== undefined)
      return {
        param: 'must_contain',
        problem: `requires ${JSON.stringify(nowhere)}, which neither antecedents nor consequents allow`,
      };
  }
  const most = Math.min(
    rules.max_products ?? Number.POSITIVE_INFINITY,
    (rules.max_antecedents ?? Number.POSITIVE_INFINITY) + (rules.max_consequents ?? DEFAULT_MAX_CONSEQUENTS),
  );
  return required.length > most
    ? {
        param: 'must_contain',
        problem: `requires ${required.length} products, more than the ${most} that a rule may have`,
      }
    : undefined;
}
