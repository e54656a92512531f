// Weighs chosen rules by evidence: expectation within periods, tests by customers instead of baskets, value without
// outliers. Proven rules are rated and come first.

import type { SelectedBy } from '../../../contract/report-types/market-basket/limits.ts';
import { toNearest } from '../../money/limbs.ts';
import { type BasketPeriods, computeSeasonalFactor } from '../periods.ts';
import { countOutliers, type JointEvidence, listSides, type RuleEvidence } from '../rule-evidence.ts';
import type { Weight } from './described-rule.ts';
import { computeLastRanks } from './measures.ts';
import type { AssociationRule, ImpactRating } from './rule.ts';
import { compareSides } from './rule-names.ts';

/** `rules`: those of the evidence, with the number of baskets of each. */
export function computeWeights(
  rules: readonly (Pick<AssociationRule, 'antecedents' | 'consequents'> & { readonly together: number })[],
  evidence: RuleEvidence,
  periods: BasketPeriods,
): Weight[] {
  const { placesOf } = listSides(rules);
  const baskets = periods.baskets.reduce((sum, count) => sum + count, 0);
  return rules.map(({ together }, at) => {
    const [antecedents, consequents] = placesOf[at];
    const joint = evidence.rules[at];
    return {
      season: computeSeasonalFactor(
        evidence.sides[antecedents],
        evidence.sides[consequents],
        periods.baskets,
      ),
      basketsEach: computeDesignEffect(joint, together, evidence.squares, baskets),
      customers: joint.customers,
      ...computeWinsorizedValue(joint, together),
    };
  });
}

/**
 * The number of baskets with both sides that carry the information of one independent basket (the design effect; Kish
 * 1965): the ratio of their variance over customers, as if each had the share of all baskets, to that of independent
 * baskets. At most Σ n² / Σ n of the customers' baskets with both sides, as if all of one customer were one.
 */
function computeDesignEffect(
  { squares, products }: JointEvidence,
  together: number,
  squaresOfAll: number,
  baskets: number,
): number {
  const share = together / baskets;
  if (share >= 1) return 1;
  const variance = squares - 2 * share * products + share * share * squaresOfAll;
  return Math.min(squares / together, Math.max(1, variance / (together * (1 - share))));
}

/** Number of largest values that `computeWinsorizedValue` needs for a rule. */
export function countLargestNeeded(together: number): number {
  return countOutliers(together) + 1;
}

function computeWinsorizedValue({ sums, largest }: JointEvidence, together: number) {
  const total = toNearest(sums);
  const outliers = countOutliers(together);
  const cap = largest[outliers] ?? 0;
  let beyond = 0;
  let brought = 0;
  let halfFrom: number | null = null;
  for (let at = 0; at < Math.min(outliers, largest.length); at++) {
    beyond += largest[at] - cap;
    brought += largest[at];
    if (halfFrom === null && brought >= total / 2) halfFrom = at + 1;
  }
  return { robustValue: total - beyond, halfFrom };
}

/**
 * Sorts proven leading rules, one per set of products, by value: the first fifth is rated High, the next three tenths
 * Medium, and equal values alike. `leftOut`: rated, but not returned. All others follow, by support beyond
 * independence.
 */
export function rankRules(
  leading: readonly AssociationRule[],
  others: readonly AssociationRule[],
  leftOut: ReadonlySet<AssociationRule>,
): AssociationRule[] {
  const first = leading.filter(isWorthActing).sort(compareByValue);
  const thresholds = computeLastRanks(first.length);
  const getValueAt = (rank: number) =>
    rank === 0 ? Number.POSITIVE_INFINITY : getActionValue(first[rank - 1]);
  const [high, medium] = [getValueAt(thresholds.high), getValueAt(thresholds.medium)];
  const rateValue = (value: number): ImpactRating =>
    value >= high ? 'High' : value >= medium ? 'Medium' : 'Low';
  const isReturned = (rule: AssociationRule) => !leftOut.has(rule);
  const rest = [...leading.filter((rule) => !isWorthActing(rule)), ...others].filter(isReturned);
  return [
    ...first.filter(isReturned).map((rule) => ({ ...rule, impact_rating: rateValue(getActionValue(rule)) })),
    ...rest.sort(compareByLeverage),
  ];
}

function isWorthActing({ proven, impact_analysis }: AssociationRule): boolean {
  return proven && impact_analysis.incremental_value > 0;
}

function getActionValue({ impact_analysis }: AssociationRule): number {
  return impact_analysis.incremental_value;
}

/** Ties in value: revenue, lift, names. */
function compareByValue(a: AssociationRule, b: AssociationRule): number {
  return getActionValue(b) - getActionValue(a) || compareByRevenue(a, b);
}

function compareByLeverage(a: AssociationRule, b: AssociationRule): number {
  return b.measures.leverage - a.measures.leverage || compareByRevenue(a, b);
}

function compareByRevenue(a: AssociationRule, b: AssociationRule): number {
  return b.impact_analysis.revenue - a.impact_analysis.revenue || b.lift - a.lift || compareSides(a, b);
}

/** Stable: ties stay in the order of the report. */
export function sortRulesBy(rules: readonly AssociationRule[], by: SelectedBy): AssociationRule[] {
  const figureOf: Readonly<Record<SelectedBy, (rule: AssociationRule) => number>> = {
    support: ({ support }) => support,
    confidence: ({ confidence }) => confidence,
    lift: ({ lift }) => lift,
    lift_given_sizes: ({ measures }) => measures.lift_given_sizes,
    leverage: ({ measures }) => measures.leverage,
    revenue: ({ impact_analysis }) => impact_analysis.revenue,
    incremental_value: getActionValue,
    p_value_given_sizes: ({ measures }) => -measures.p_value_given_sizes,
  };
  return [...rules].sort((a, b) => figureOf[by](b) - figureOf[by](a));
}
