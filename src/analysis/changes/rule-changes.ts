// Compares the rules of a report with those of the previous one: new, vanished, stronger and weaker rules.

import { MAX_LISTED, NOTABLE_CHANGE } from '../../contract/report-types/market-basket/limits.ts';
import type {
  ruleChange,
  ruleChanges as ruleChangesSchema,
} from '../../contract/report-types/market-basket/schema/changes.ts';
import type { Shape } from '../../contract/schema/shape.ts';
import { type ComparedRule, type FoundRules, hasFound } from './found-rules.ts';

interface ComparedFigures {
  readonly support: number;
  readonly confidence: number;
  readonly lift: number;
  readonly incremental_value: number;
}

export type RuleChange = Shape<typeof ruleChange>;

export type RuleChanges = Shape<typeof ruleChangesSchema>;

/**
 * Compares the best rules of both reports, before any was cut for its size. Rules are the same if both sides are. A
 * rule that is among the best of one report only has appeared or vanished if the other report did not find it; it has
 * only moved in rank if that report did; and it is not counted if that report found too many rules to decide.
 */
export function compareFoundRules(before: FoundRules, after: FoundRules): RuleChanges {
  const earlier = new Map(before.rules.map((rule) => [toRuleIdentity(rule), rule]));
  const appeared: RuleChange[] = [];
  const strengthened: RuleChange[] = [];
  const weakened: RuleChange[] = [];
  let unchanged = 0;
  for (const rule of after.rules) {
    const key = toRuleIdentity(rule);
    const known = earlier.get(key);
    earlier.delete(key);
    const change = createChange(rule, known, rule);
    if (known === undefined) {
      if (hasFound(before, rule) === false) appeared.push(change);
    } else if (rule.lift >= known.lift * (1 + NOTABLE_CHANGE)) strengthened.push(change);
    else if (rule.lift <= known.lift * (1 - NOTABLE_CHANGE)) weakened.push(change);
    else unchanged++;
  }
  const vanished = [...earlier.values()]
    .filter((rule) => hasFound(after, rule) === false)
    .map((rule) => createChange(rule, rule, undefined));
  return {
    counts: {
      appeared: appeared.length,
      vanished: vanished.length,
      strengthened: strengthened.length,
      weakened: weakened.length,
      unchanged,
    },
    appeared: pickMostValuable(appeared),
    vanished: pickMostValuable(vanished),
    strengthened: pickMostValuable(strengthened),
    weakened: pickMostValuable(weakened),
  };
}

function toRuleIdentity({ antecedents, consequents }: ComparedRule): string {
  return JSON.stringify([antecedents, consequents]);
}

function createChange(
  { antecedents, consequents, lift }: ComparedRule,
  before: ComparedRule | undefined,
  after: ComparedRule | undefined,
): RuleChange {
  return { antecedents, consequents, lift, before: pickFigures(before), after: pickFigures(after) };
}

function pickFigures(rule: ComparedRule | undefined): ComparedFigures | null {
  if (rule === undefined) return null;
  const { support, confidence, lift, incremental_value } = rule;
  return { support, confidence, lift, incremental_value };
}

function pickMostValuable(changes: readonly RuleChange[]): RuleChange[] {
  const getLargestValue = ({ before, after }: RuleChange): number =>
    Math.max(...[before, after].flatMap((figures) => figures?.incremental_value ?? []));
  return changes
    .toSorted((a, b) => getLargestValue(b) - getLargestValue(a) || (toChangeKey(a) < toChangeKey(b) ? -1 : 1))
    .slice(0, MAX_LISTED);
}

function toChangeKey({ antecedents, consequents }: RuleChange): string {
  return JSON.stringify([antecedents, consequents]);
}
