// Picks the rules that findings are chosen from: proven, with enough baskets and customers, and about goods.

import { DEFAULT_INSIGHT_MIN_BASKETS } from '../../../contract/report-types/market-basket/settings.ts';
import type { AssociationRule } from '../../mining/rules/rule.ts';

/** Least confidence for offering a consequent as a matter of course. */
const CROSS_SELL_CONFIDENCE = 0.3;
/** Fewest customers who bought both sides: fewer may share a habit. */
export const LEAST_RULE_CUSTOMERS = 5;
/** If at most this many baskets hold half of the value, a handful of baskets carries it. */
const HANDFUL = 5;

/** The requirements of a rule for a finding. */
export interface Support {
  readonly fees: readonly string[];
  /** Undefined: the default. */
  readonly leastBaskets: number | undefined;
}

export interface FindingRules {
  /** One rule per set of products, the most valuable first. */
  readonly usable: readonly AssociationRule[];
  /** Rules of `usable` whose products are each bought more often given all others: the set says more than its parts. */
  readonly bundles: readonly AssociationRule[];
  /** Rules for which a handful of baskets holds half of the value, the most valuable first. */
  readonly carriedByFew: readonly AssociationRule[];
}

/** `rules`: in the order of the report, in which the first rule of a set of products is the one to act on. */
export function pickFindingRules(
  rules: readonly AssociationRule[],
  { fees, leastBaskets = DEFAULT_INSIGHT_MIN_BASKETS }: Support,
): FindingRules {
  const isFee = new Set(fees);
  const proven = rules.filter(({ proven: isProven, redundant }) => isProven && !redundant);
  const supported = pickFirstOfSets(proven).filter(
    ({ impact_analysis: { occurrences, customers = 0, incremental_value }, ...rule }) =>
      incremental_value > 0 &&
      occurrences >= leastBaskets &&
      customers >= LEAST_RULE_CUSTOMERS &&
      !listProducts(rule).some((product) => isFee.has(product)),
  );
  const usable = supported.filter((rule) => !isCarriedByFew(rule));
  const consequentsOfSets = new Map<string, Set<string>>();
  for (const rule of proven) {
    const set = toSetKey(rule);
    const consequents = consequentsOfSets.get(set) ?? new Set();
    for (const consequent of rule.consequents) consequents.add(consequent);
    consequentsOfSets.set(set, consequents);
  }
  const isSelfSufficient = (rule: AssociationRule): boolean =>
    rule.antecedents.length === 1 ||
    consequentsOfSets.get(toSetKey(rule))?.size === listProducts(rule).length;
  return {
    usable,
    bundles: usable.filter(isSelfSufficient),
    carriedByFew: supported.filter(isCarriedByFew),
  };
}

export function isCrossSell({ confidence }: AssociationRule): boolean {
  return confidence >= CROSS_SELL_CONFIDENCE;
}

/** Ratio of joint baskets to those expected by chance, given the sizes of baskets and within periods. */
export function getLift({ measures }: AssociationRule): number {
  return measures.lift_within_periods;
}

function pickFirstOfSets(rules: readonly AssociationRule[]): AssociationRule[] {
  const seen = new Set<string>();
  return rules.filter((rule) => {
    const set = toSetKey(rule);
    return !seen.has(set) && seen.add(set);
  });
}

function toSetKey(rule: Pick<AssociationRule, 'antecedents' | 'consequents'>): string {
  return JSON.stringify(listProducts(rule).sort());
}

function listProducts({
  antecedents,
  consequents,
}: Pick<AssociationRule, 'antecedents' | 'consequents'>): string[] {
  return [...antecedents, ...consequents];
}

/**
 * Whether half of the value comes from so few baskets that these, rather than the combination of products, explain it.
 */
function isCarriedByFew({ impact_analysis: { half_from } }: AssociationRule): boolean {
  return half_from !== undefined && half_from !== null && half_from <= HANDFUL;
}
