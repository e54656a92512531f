// Which rules a report has that the one before had not, which are gone, and which are stronger or weaker.
import type { AssociationRule } from '../mining/rule.ts';

export interface ComparedFigures {
  readonly support: number;
  readonly confidence: number;
  readonly lift: number;
  readonly incremental_value: number;
}

export interface RuleChange {
  readonly antecedents: readonly string[];
  readonly consequents: readonly string[];
  /** The figure that says whether it is stronger: of the later report, or of the earlier one for a vanished rule. */
  readonly lift: number;
  readonly before: ComparedFigures | null;
  readonly after: ComparedFigures | null;
}

export interface RuleChanges {
  /** How many there are of each; at most 50 are listed, the most valuable first. */
  readonly counts: {
    readonly appeared: number;
    readonly vanished: number;
    readonly strengthened: number;
    readonly weakened: number;
    readonly unchanged: number;
  };
  readonly appeared: readonly RuleChange[];
  readonly vanished: readonly RuleChange[];
  readonly strengthened: readonly RuleChange[];
  readonly weakened: readonly RuleChange[];
}

type ComparedRule = Pick<
  AssociationRule,
  'antecedents' | 'consequents' | 'support' | 'confidence' | 'lift' | 'impact_analysis'
>;

/** A lift that moved by less, in proportion, is the same rule as before. */
export const NOTABLE_CHANGE = 0.1;
/** Of each kind of change; all are counted. */
export const MAX_LISTED = 50;

/** Rules are the same where both sides are. Both lists as the reports return them. */
export function ruleChanges(before: readonly ComparedRule[], after: readonly ComparedRule[]): RuleChanges {
  const earlier = new Map(before.map((rule) => [keyOf(rule), rule]));
  const appeared: RuleChange[] = [];
  const strengthened: RuleChange[] = [];
  const weakened: RuleChange[] = [];
  let unchanged = 0;
  for (const rule of after) {
    const key = keyOf(rule);
    const known = earlier.get(key);
    earlier.delete(key);
    const change = changeOf(rule, known, rule);
    if (known === undefined) appeared.push(change);
    else if (rule.lift >= known.lift * (1 + NOTABLE_CHANGE)) strengthened.push(change);
    else if (rule.lift <= known.lift * (1 - NOTABLE_CHANGE)) weakened.push(change);
    else unchanged++;
  }
  const vanished = [...earlier.values()].map((rule) => changeOf(rule, rule, undefined));
  return {
    counts: {
      appeared: appeared.length,
      vanished: vanished.length,
      strengthened: strengthened.length,
      weakened: weakened.length,
      unchanged,
    },
    appeared: mostValuable(appeared),
    vanished: mostValuable(vanished),
    strengthened: mostValuable(strengthened),
    weakened: mostValuable(weakened),
  };
}

function keyOf({ antecedents, consequents }: ComparedRule): string {
  return JSON.stringify([antecedents, consequents]);
}

function changeOf(
  { antecedents, consequents, lift }: ComparedRule,
  before: ComparedRule | undefined,
  after: ComparedRule | undefined,
): RuleChange {
  return { antecedents, consequents, lift, before: figuresOf(before), after: figuresOf(after) };
}

function figuresOf(rule: ComparedRule | undefined): ComparedFigures | null {
  if (rule === undefined) return null;
  const { support, confidence, lift, impact_analysis } = rule;
  return { support, confidence, lift, incremental_value: impact_analysis.incremental_value };
}

function mostValuable(changes: readonly RuleChange[]): RuleChange[] {
  const value = ({ before, after }: RuleChange): number =>
    Math.max(...[before, after].flatMap((figures) => figures?.incremental_value ?? []));
  return changes
    .toSorted((a, b) => value(b) - value(a) || (keyOfChange(a) < keyOfChange(b) ? -1 : 1))
    .slice(0, MAX_LISTED);
}

function keyOfChange({ antecedents, consequents }: RuleChange): string {
  return JSON.stringify([antecedents, consequents]);
}
