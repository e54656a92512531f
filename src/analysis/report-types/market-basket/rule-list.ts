// Lists the rules of a finished report: filtered, sorted by any of their figures.

import type { RuleOrder } from '../../../contract/report-types/market-basket/limits.ts';
import type { AssociationRule } from '../../mining/rules/rule.ts';

const FIGURES = {
  support: (rule) => rule.support,
  confidence: (rule) => rule.confidence,
  lift: (rule) => rule.lift,
  occurrences: (rule) => rule.impact_analysis.occurrences,
  customers: (rule) => rule.impact_analysis.customers ?? 0,
  revenue: (rule) => rule.impact_analysis.revenue,
  incremental_value: (rule) => rule.impact_analysis.incremental_value,
  leverage: (rule) => rule.measures.leverage,
  // Null if the rule never fails: no finite conviction is higher.
  conviction: (rule) => rule.measures.conviction ?? Number.POSITIVE_INFINITY,
  zhang: (rule) => rule.measures.zhang,
  kulczynski: (rule) => rule.measures.kulczynski,
  imbalance_ratio: (rule) => rule.measures.imbalance_ratio,
  expected_occurrences: (rule) => rule.measures.expected_occurrences,
  lift_given_sizes: (rule) => rule.measures.lift_given_sizes,
  lift_within_periods: (rule) => rule.measures.lift_within_periods,
  p_value: (rule) => rule.measures.p_value,
  p_value_given_sizes: (rule) => rule.measures.p_value_given_sizes,
  p_value_corrected: (rule) => rule.measures.p_value_corrected,
  q_value: (rule) => rule.measures.q_value,
} as const satisfies Readonly<Record<Exclude<RuleOrder, 'impact'>, (rule: AssociationRule) => number>>;

/** Figures with a lower and an upper bound. */
const BOUNDED_FIGURES = [
  'support',
  'confidence',
  'lift',
  'lift_given_sizes',
  'p_value_corrected',
  'q_value',
] as const;
type BoundedFigure = (typeof BOUNDED_FIGURES)[number];

export interface RuleFilter {
  /** Products that must all be in the rule, on either side; on the left; on the right. */
  readonly product?: readonly string[] | undefined;
  readonly antecedent?: readonly string[] | undefined;
  readonly consequent?: readonly string[] | undefined;
  /** A part of the name of any of its products, case-insensitive. */
  readonly q?: string | undefined;
  readonly redundant?: boolean | undefined;
  readonly productive?: boolean | undefined;
  readonly proven?: boolean | undefined;
  /** Both ends are included. */
  readonly bounds: Readonly<
    Partial<Record<BoundedFigure, { readonly min?: number | undefined; readonly max?: number | undefined }>>
  >;
}

/** `rules`: in the order of the report. Ties keep that order, whatever the direction. */
export function pickRules(
  rules: readonly AssociationRule[],
  filter: RuleFilter,
  { by, descending }: { readonly by: RuleOrder; readonly descending: boolean },
): AssociationRule[] {
  const found = rules.filter(createRuleMatcher(filter));
  if (by === 'impact') return descending ? found : found.reverse();
  const figure = FIGURES[by];
  const sign = descending ? -1 : 1;
  return found.sort((a, b) => sign * compare(figure(a), figure(b)));
}

/** Equal infinities have no difference of 0. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function createRuleMatcher(filter: RuleFilter): (rule: AssociationRule) => boolean {
  const { product = [], antecedent = [], consequent = [], redundant, productive, proven } = filter;
  const part = filter.q?.toLowerCase();
  const bounds = BOUNDED_FIGURES.flatMap((name) => {
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = filter.bounds[name] ?? {};
    return [{ figure: FIGURES[name], min, max }];
  });
  return (rule) => {
    const { antecedents, consequents } = rule;
    return (
      (redundant === undefined || rule.redundant === redundant) &&
      (productive === undefined || rule.productive === productive) &&
      (proven === undefined || rule.proven === proven) &&
      bounds.every(({ figure, min, max }) => figure(rule) >= min && figure(rule) <= max) &&
      antecedent.every((name) => antecedents.includes(name)) &&
      consequent.every((name) => consequents.includes(name)) &&
      product.every((name) => antecedents.includes(name) || consequents.includes(name)) &&
      (part === undefined ||
        [...antecedents, ...consequents].some((name) => name.toLowerCase().includes(part)))
    );
  };
}
