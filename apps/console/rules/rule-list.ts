// Selects rules for the view: searched, limited by figures, without repetitions, sorted. 10,000 rules take
// milliseconds.
import type { AssociationRule, MbaReport } from '../../../packages/client/src/index.ts';

export const RULE_FIGURES = ['impact', 'orders', 'confidence', 'lift'] as const;
export type RuleFigure = (typeof RULE_FIGURES)[number];

export interface RuleFilters {
  /** Words that must all occur in the names of a rule's products. */
  readonly search: string;
  /** Two shares and a ratio. */
  readonly minSupport: number;
  readonly minConfidence: number;
  readonly minLift: number;
  /**
   * Shows rules that are not significant, and both directions of a rule. Few orders give no significant rule, and a
   * search covers all.
   */
  readonly repetitions: boolean;
  /** Products whose rules are hidden: postage is in every basket that is shipped. */
  readonly without: ReadonlySet<string>;
  readonly by: RuleFigure;
  readonly descending: boolean;
}

/** A rule with its index in the report, which links use. */
export interface ListedRule {
  readonly at: number;
  readonly rule: AssociationRule;
  /** Whether it is the reverse of a rule before it. */
  readonly isMirror: boolean;
}

export function listRules(rules: readonly AssociationRule[]): ListedRule[] {
  const seen = new Set<string>();
  return rules.map((rule, at) => {
    const [from, to] = [toProductsKey(rule.antecedents), toProductsKey(rule.consequents)];
    const isMirror = seen.has(to + BETWEEN + from);
    seen.add(from + BETWEEN + to);
    return { at, rule, isMirror };
  });
}

/** Separators that occur in no name. */
const [WITHIN, BETWEEN] = ['\n', '\n\n'];

function toProductsKey(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? '') : names.toSorted().join(WITHIN);
}

/** Returns the text that a search covers. */
function toSearchText({ antecedents, consequents }: AssociationRule): string {
  return [...antecedents, ...consequents].join(' ').toLowerCase();
}

/** Rules with equal figures, and rules by impact, stay in the order of the report. */
export function selectRules(listed: readonly ListedRule[], filters: RuleFilters): ListedRule[] {
  const words = filters.search.toLowerCase().split(/\s+/).filter(Boolean);
  const provenOnly = words.length === 0 && listed.some(({ rule }) => rule.proven);
  const kept = listed.filter(
    ({ rule, isMirror }) =>
      rule.support >= filters.minSupport &&
      rule.confidence >= filters.minConfidence &&
      rule.measures.lift_within_periods >= filters.minLift &&
      !(filters.without.size > 0 && hasAny(rule, filters.without)) &&
      (filters.repetitions || !(isMirror || rule.redundant || (provenOnly && !rule.proven))) &&
      (words.length === 0 || hasAll(toSearchText(rule), words)),
  );
  const { by, descending } = filters;
  if (by === 'impact') return descending ? kept : kept.reverse();
  const sign = descending ? -1 : 1;
  return kept.sort((a, b) => sign * (getRuleFigure(a.rule, by) - getRuleFigure(b.rule, by)));
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** Collects products that the report classifies as fees and services, if its rules have them. */
export function collectFees({
  fees_and_services: fees = [],
  association_rules: rules,
}: Pick<MbaReport, 'fees_and_services' | 'association_rules'>): ReadonlySet<string> {
  const names = new Set(fees);
  return names.size > 0 && rules.some((rule) => hasAny(rule, names)) ? names : new Set();
}

export function hasAny({ antecedents, consequents }: AssociationRule, names: ReadonlySet<string>): boolean {
  return [...antecedents, ...consequents].some((name) => names.has(name));
}

function getRuleFigure(rule: AssociationRule, figure: Exclude<RuleFigure, 'impact'>): number {
  if (figure === 'lift') return rule.measures.lift_within_periods;
  return figure === 'orders' ? rule.impact_analysis.occurrences : rule.confidence;
}

/** The ids of the list of rules, and of the selected one. */
export const RULES_ID = 'rules';
export const RULE_ID = 'rule';

/** Denominators that people use in speech. */
const WHOLES = [1, 2, 3, 4, 5, 10];
/** Largest error of a fraction. */
const NEAR = 0.025;

/** Converts a share to a fraction as people say it: 1 of 3, 9 of 10, 1 of 40; all or none only if exact. */
export function toFraction(share: number): readonly [part: number, whole: number] {
  if (share > 0 && share < 0.1) return [1, Math.round(1 / share)];
  for (const whole of WHOLES) {
    const part = Math.round(share * whole);
    const isExact = share === part / whole;
    if (isExact || (part > 0 && part < whole && Math.abs(part / whole - share) < NEAR)) return [part, whole];
  }
  return [Math.min(99, Math.round(100 * share)), 100];
}
