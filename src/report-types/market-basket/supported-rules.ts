// Rules that findings are chosen from: supported by enough baskets and beyond chance, the best with what their value rests on.
import type { AssociationRule } from '../../core/mining/rules/rule.ts';
import {
  isCarriedByFew,
  outliersAmong,
  type SpreadRule,
  type ValueSpread,
  withSpread,
} from '../../core/mining/value-spread.ts';
import { DEFAULT_INSIGHT_MIN_BASKETS } from './settings.ts';

/** Of `p_value_corrected`: the chance that any rule of the report is a false one. */
const SIGNIFICANCE = 0.05;
/** From here on a consequent follows often enough to be offered as a matter of course. */
const CROSS_SELL_CONFIDENCE = 0.3;
/** Rules of each kind whose values are looked at: more than findings that repeat no product choose from. */
const MOST_WEIGHED = 60;

/** What a rule needs to be a finding. */
export interface Support {
  readonly fees: readonly string[];
  /** Undefined: the default. */
  readonly leastBaskets: number | undefined;
}

export function isCrossSell({ confidence }: AssociationRule): boolean {
  return confidence >= CROSS_SELL_CONFIDENCE;
}

/** Given the sizes of baskets. */
export function liftOf({ lift, measures }: AssociationRule): number {
  return measures.lift_given_sizes ?? lift;
}

/**
 * Worth money, beyond chance given the sizes of baskets after correction for all rules that could have been found, in enough
 * baskets, not said by a shorter rule, with no antecedent that adds nothing, and about goods rather than fees.
 */
function supportedRules(
  rules: readonly AssociationRule[],
  { fees, leastBaskets = DEFAULT_INSIGHT_MIN_BASKETS }: Support,
): AssociationRule[] {
  const isFee = new Set(fees);
  return rules.filter(
    ({ impact_analysis, measures, redundant, productive, antecedents, consequents }) =>
      measures.lift_given_sizes !== undefined &&
      measures.lift_given_sizes > 1 &&
      impact_analysis.incremental_value > 0 &&
      impact_analysis.occurrences >= leastBaskets &&
      measures.p_value_corrected < SIGNIFICANCE &&
      !redundant &&
      productive === true &&
      ![...antecedents, ...consequents].some((product) => isFee.has(product)),
  );
}

/** The best supported rules of each kind of finding, whose values in baskets are then looked at. */
function candidates(rules: readonly AssociationRule[], support: Support): AssociationRule[] {
  const supported = supportedRules(rules, support).sort((a, b) => plainValueOf(b) - plainValueOf(a));
  const best = (of: readonly AssociationRule[]) => of.slice(0, MOST_WEIGHED);
  return [
    ...new Set([
      ...best(supported),
      ...best(supported.filter(isCrossSell)),
      ...best([...supported].sort((a, b) => liftOf(b) - liftOf(a))),
    ]),
  ];
}

export function rulesToWeigh(rules: readonly AssociationRule[], support: Support): SpreadRule[] {
  return candidates(rules, support).map(({ antecedents, consequents, impact_analysis }) => ({
    antecedents,
    consequents,
    most: outliersAmong(impact_analysis.occurrences) + 1,
  }));
}

/** All rules, with what is known of the values of some. `spreads`: of `rulesToWeigh` of them. */
export function weighedRules(
  rules: readonly AssociationRule[],
  support: Support,
  spreads: readonly ValueSpread[],
  scale: number,
): AssociationRule[] {
  const spreadOf = new Map(candidates(rules, support).map((rule, at) => [rule, spreads[at]]));
  return rules.map((rule) => {
    const spread = spreadOf.get(rule);
    return spread === undefined ? rule : withSpread(rule, spread, scale);
  });
}

export interface FindingRules {
  /** Whose robust value is above 0 and not carried by a handful of baskets, the most valuable first. */
  readonly usable: readonly AssociationRule[];
  /** Of which a handful of baskets bring half of the value, the most valuable first. */
  readonly carriedByFew: readonly AssociationRule[];
}

/** What was not weighed is neither. */
export function findingRules(rules: readonly AssociationRule[], support: Support): FindingRules {
  const weighed = supportedRules(rules, support).filter(
    ({ impact_analysis }) => impact_analysis.robust_value !== undefined,
  );
  return {
    usable: weighed
      .filter((rule) => !isCarriedByFew(rule) && robustValueOf(rule) > 0)
      .sort((a, b) => robustValueOf(b) - robustValueOf(a)),
    carriedByFew: weighed.filter(isCarriedByFew).sort((a, b) => plainValueOf(b) - plainValueOf(a)),
  };
}

export function robustValueOf({ impact_analysis }: AssociationRule): number {
  return impact_analysis.robust_value ?? impact_analysis.incremental_value;
}

function plainValueOf({ impact_analysis }: AssociationRule): number {
  return impact_analysis.incremental_value;
}
