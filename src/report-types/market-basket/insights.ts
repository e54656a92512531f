// Market basket figures as findings: what to bundle, what to offer with what, what to place side by side. Text is
// made from the report's own figures by fixed rules.

import { areVariants } from '../../core/insights/product-family.ts';
import { amount, counted, listed, percent, whole } from '../../core/insights/wording.ts';
import type { AssociationRule } from '../../core/mining/rules/rule.ts';
import { MAX_FINDINGS } from './limits.ts';
import type { BasketFinding, MbaBody } from './schema.ts';
import { DEFAULT_INSIGHT_MIN_BASKETS, type MbaSettings } from './settings.ts';

/** From here on a consequent follows often enough to be offered as a matter of course. */
const CROSS_SELL_CONFIDENCE = 0.3;
/** Of `p_value_corrected`: the chance that any rule of the report is a false one. */
const SIGNIFICANCE = 0.05;

export function withMbaInsights(body: MbaBody, settings: MbaSettings): MbaBody {
  const rules = rulesToActOn(body);
  const findings = findingsOf(
    {
      bundles: rules,
      crossSells: rules.filter(isCrossSell),
      placements: [...rules].sort((a, b) => liftOf(b) - liftOf(a)),
    },
    nounOf(settings),
  );
  return {
    ...body,
    ai_insights: {
      generated_by: 'rules',
      summary: summarise(body, rules.length, settings),
      business_context: settings.businessContext ?? null,
      context: settings.context ?? null,
      ...findings,
    },
  };
}

/** Rules for each kind of finding, in order. */
export interface ChosenRules {
  readonly bundles: readonly AssociationRule[];
  readonly crossSells: readonly AssociationRule[];
  readonly placements: readonly AssociationRule[];
}

/** The first rules of each kind that say something new, in words. */
export function findingsOf({ bundles, crossSells, placements }: ChosenRules, noun: string) {
  const choose = createChoice();
  return {
    bundles: choose(bundles, (rule) => bundle(rule, noun)),
    cross_sells: choose(crossSells, (rule) => crossSell(rule, noun)),
    placements: choose(placements, (rule) => placement(rule, noun)),
  };
}

export function isCrossSell({ confidence }: AssociationRule): boolean {
  return confidence >= CROSS_SELL_CONFIDENCE;
}

/** What a basket is. */
export function nounOf({ scope }: { readonly scope: string }): string {
  return scope === 'customer' ? 'customer' : 'order';
}

/**
 * Rules that something can be done about: worth money, beyond chance given the sizes of baskets after correction for all
 * rules that could have been found, in enough baskets, not said by a shorter one, with no antecedent that adds nothing, and
 * about goods rather than fees. Most valuable first.
 */
export function rulesToActOn({
  association_rules,
  fees_and_services = [],
  settings,
}: MbaBody): AssociationRule[] {
  const fees = new Set(fees_and_services);
  const usable = association_rules.filter(
    ({ impact_analysis, measures, redundant, productive, antecedents, consequents }) =>
      measures.lift_given_sizes !== undefined &&
      measures.lift_given_sizes > 1 &&
      impact_analysis.incremental_value > 0 &&
      impact_analysis.occurrences >= (settings.insight_min_baskets ?? DEFAULT_INSIGHT_MIN_BASKETS) &&
      measures.p_value_corrected < SIGNIFICANCE &&
      !redundant &&
      productive === true &&
      ![...antecedents, ...consequents].some((product) => fees.has(product)),
  );
  return usable.sort((a, b) => b.impact_analysis.incremental_value - a.impact_analysis.incremental_value);
}

function summarise({ summary, warnings }: MbaBody, usable: number, settings: MbaSettings): string {
  const { association_rules_found: found, orders_processed, total_revenue_processed } = summary;
  if (found === 0) {
    return `No rule reaches min_support ${settings.minSupport} and min_confidence ${settings.minConfidence} in ${counted(orders_processed, 'basket')}.`;
  }
  const were = found === 1 ? 'was' : 'were';
  const text = `${counted(found, 'rule')} ${were} found in ${counted(orders_processed, 'basket')} worth ${amount(total_revenue_processed)}.`;
  return usable > 0
    ? text
    : `${text} None of ${warnings.length > 0 ? 'those returned' : 'them'} is worth money, beyond chance and in at least ${settings.insightMinBaskets ?? DEFAULT_INSIGHT_MIN_BASKETS} baskets, so nothing is recommended.`;
}

function bundle(rule: AssociationRule, noun: string): string {
  const { antecedents, consequents, impact_analysis } = rule;
  return (
    `Sell ${listed([...antecedents, ...consequents])} as a bundle, first to buyers of ${listed(antecedents)}: ` +
    `${whole(impact_analysis.occurrences)} of their ${counted(withAntecedents(rule), noun)} contain all of it, ` +
    `${liftOf(rule).toFixed(1)} times as many as expected by chance in baskets of their sizes. ${worth(rule)}`
  );
}

function crossSell(rule: AssociationRule, noun: string): string {
  const { antecedents, consequents, confidence, impact_analysis } = rule;
  const all = withAntecedents(rule);
  return (
    `Offer ${listed(consequents)} to buyers of ${listed(antecedents)} who do not already buy ${consequents.length === 1 ? 'it' : 'them'}: ` +
    `${whole(all - impact_analysis.occurrences)} of ${counted(all, noun)}. In the other ${percent(confidence)}, they are already bought together. ${worth(rule)}`
  );
}

function placement(rule: AssociationRule, noun: string): string {
  const { antecedents, consequents, impact_analysis } = rule;
  return (
    `Place ${listed(antecedents)} next to ${listed(consequents)}: they are bought together ${liftOf(rule).toFixed(1)} times as ` +
    `often as expected by chance in baskets of their sizes (${counted(impact_analysis.occurrences, noun)} with both). ${worth(rule)}`
  );
}

/** Given the sizes of baskets. */
function liftOf({ lift, measures }: AssociationRule): number {
  return measures.lift_given_sizes ?? lift;
}

function worth({ impact_analysis }: AssociationRule): string {
  return `Value beyond chance: ${amount(impact_analysis.incremental_value)}.`;
}

/** Baskets that hold the antecedents. */
export function withAntecedents({ confidence, impact_analysis }: AssociationRule): number {
  return Math.round(impact_analysis.occurrences / confidence);
}

/**
 * Chooses the first rules of each list that say something new: within a list no product or variant of it twice, so that
 * one family of products makes one finding, and over all lists no two products together twice, so that no pair has two worths.
 */
function createChoice() {
  const pairs = new Set<string>();
  return (
    rules: readonly AssociationRule[],
    describe: (rule: AssociationRule) => string,
  ): BasketFinding[] => {
    const found: BasketFinding[] = [];
    const named: string[] = [];
    for (const rule of rules) {
      if (found.length === MAX_FINDINGS) break;
      const { antecedents, consequents, impact_analysis } = rule;
      const products = [...antecedents, ...consequents].sort();
      const together = pairsOf(products);
      const isKnown = products.some((product) =>
        named.some((other) => product === other || areVariants(product, other)),
      );
      if (isKnown || together.some((pair) => pairs.has(pair))) continue;
      named.push(...products);
      for (const pair of together) pairs.add(pair);
      found.push({
        products,
        text: describe(rule),
        expected_incremental_revenue: impact_analysis.incremental_value,
        rule: { antecedents, consequents },
        evidence: {
          baskets_together: impact_analysis.occurrences,
          baskets_with_antecedents: withAntecedents(rule),
          lift_given_sizes: liftOf(rule),
          p_value_corrected: rule.measures.p_value_corrected,
        },
      });
    }
    return found;
  };
}

/** The first rules of a list in which no two products are together twice. */
export function distinctPairs(rules: readonly AssociationRule[]): AssociationRule[] {
  const pairs = new Set<string>();
  return rules.filter(({ antecedents, consequents }) => {
    const together = pairsOf([...antecedents, ...consequents].sort());
    if (together.some((pair) => pairs.has(pair))) return false;
    for (const pair of together) pairs.add(pair);
    return true;
  });
}

function pairsOf(products: readonly string[]): string[] {
  return products.flatMap((one, at) => products.slice(at + 1).map((other) => JSON.stringify([one, other])));
}
