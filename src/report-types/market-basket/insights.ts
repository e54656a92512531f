// Market basket figures as findings: what to bundle, what to offer with what, what to place side by side. Text is
// made from the report's own figures by fixed rules.

import { areVariants } from '../../core/insights/product-family.ts';
import { amountsIn, counted, listed, percent, type WriteAmount, whole } from '../../core/insights/wording.ts';
import type { AssociationRule } from '../../core/mining/rules/rule.ts';
import { outliersAmong } from '../../core/mining/value-spread.ts';
import { MAX_FINDINGS } from './limits.ts';
import type { BasketFinding, MbaBody } from './schema.ts';
import { DEFAULT_INSIGHT_MIN_BASKETS, type MbaSettings } from './settings.ts';
import { type FindingRules, findingRules, isCrossSell, liftOf, robustValueOf } from './supported-rules.ts';

export function withMbaInsights(body: MbaBody, settings: MbaSettings): MbaBody {
  const rules = findingRulesOf(body);
  const { usable } = rules;
  const findings = findingsOf(
    {
      bundles: usable,
      crossSells: usable.filter(isCrossSell),
      placements: [...usable].sort((a, b) => liftOf(b) - liftOf(a)),
    },
    wordsOf(settings),
  );
  return {
    ...body,
    ai_insights: {
      generated_by: 'rules',
      summary: summarise(body, rules, settings),
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
export function findingsOf({ bundles, crossSells, placements }: ChosenRules, words: BasketWords) {
  const choose = createChoice();
  return {
    bundles: choose(bundles, (rule) => bundle(rule, words)),
    cross_sells: choose(crossSells, (rule) => crossSell(rule, words)),
    placements: choose(placements, (rule) => placement(rule, words)),
  };
}

export interface BasketWords {
  /** What a basket is. */
  readonly noun: string;
  readonly amount: WriteAmount;
}

export function wordsOf({ scope, currency }: Pick<MbaSettings, 'scope' | 'currency'>): BasketWords {
  return { noun: scope === 'customer' ? 'customer' : 'order', amount: amountsIn(currency) };
}

export function findingRulesOf({
  association_rules,
  fees_and_services = [],
  settings,
}: Pick<MbaBody, 'association_rules' | 'fees_and_services' | 'settings'>): FindingRules {
  return findingRules(association_rules, {
    fees: fees_and_services,
    leastBaskets: settings.insight_min_baskets,
  });
}

function summarise(
  { summary, association_rules }: MbaBody,
  { usable, carriedByFew }: FindingRules,
  settings: MbaSettings,
): string {
  const { association_rules_found: found, orders_processed, total_revenue_processed } = summary;
  if (found === 0) {
    return `No rule reaches min_support ${settings.minSupport} and min_confidence ${settings.minConfidence} in ${counted(orders_processed, 'basket')}.`;
  }
  const words = wordsOf(settings);
  const were = found === 1 ? 'was' : 'were';
  const least = settings.insightMinBaskets ?? DEFAULT_INSIGHT_MIN_BASKETS;
  return [
    `${counted(found, 'rule')} ${were} found in ${counted(orders_processed, 'basket')} worth ${words.amount(total_revenue_processed)}.`,
    ...(usable.length + carriedByFew.length > 0
      ? []
      : [
          `None of ${association_rules.length < found ? 'those returned' : 'them'} is worth money, beyond chance and in at least ${least} baskets, so nothing is recommended.`,
        ]),
    ...leftOutOf(carriedByFew, words),
    ...(usable.length === 0 && carriedByFew.length > 0 ? ['Nothing else is recommended.'] : []),
  ].join(' ');
}

/** What looks valuable and rests on a handful of baskets. */
function leftOutOf(carriedByFew: readonly AssociationRule[], { noun, amount }: BasketWords): string[] {
  const [first] = carriedByFew;
  if (first === undefined) return [];
  const { antecedents, consequents, impact_analysis } = first;
  const { half_from, occurrences, incremental_value } = impact_analysis;
  const one = carriedByFew.length === 1;
  const products = listed([...antecedents, ...consequents]);
  return [
    `${counted(carriedByFew.length, 'rule')} ${one ? 'is' : 'are'} not recommended, since a handful of ${noun}s carries ${one ? 'its value' : 'their values'}: ` +
      `of ${one ? '' : 'the most valuable one, '}${products}, ${half_from === 1 ? `1 of ${whole(occurrences)} ${noun}s brings` : `${whole(half_from ?? 0)} of ${whole(occurrences)} ${noun}s bring`} ` +
      `half of the ${amount(incremental_value)} beyond chance.`,
  ];
}

function bundle(rule: AssociationRule, words: BasketWords): string {
  const { noun } = words;
  const { antecedents, consequents, impact_analysis } = rule;
  return (
    `Sell ${listed([...antecedents, ...consequents])} as a bundle, first to buyers of ${listed(antecedents)}: ` +
    `${whole(impact_analysis.occurrences)} of their ${counted(withAntecedents(rule), noun)} contain all of it, ` +
    `${liftOf(rule).toFixed(1)} times as many as expected by chance in baskets of their sizes. ${worth(rule, words)}`
  );
}

function crossSell(rule: AssociationRule, words: BasketWords): string {
  const { noun } = words;
  const { antecedents, consequents, confidence, impact_analysis } = rule;
  const all = withAntecedents(rule);
  return (
    `Offer ${listed(consequents)} to buyers of ${listed(antecedents)} who do not already buy ${consequents.length === 1 ? 'it' : 'them'}: ` +
    `${whole(all - impact_analysis.occurrences)} of ${counted(all, noun)}. In the other ${percent(confidence)}, they are already bought together. ${worth(rule, words)}`
  );
}

function placement(rule: AssociationRule, words: BasketWords): string {
  const { noun } = words;
  const { antecedents, consequents, impact_analysis } = rule;
  return (
    `Place ${listed(antecedents)} next to ${listed(consequents)}: they are bought together ${liftOf(rule).toFixed(1)} times as ` +
    `often as expected by chance in baskets of their sizes (${counted(impact_analysis.occurrences, noun)} with both). ${worth(rule, words)}`
  );
}

/** Below this share of it, the value with all baskets in full is said as well. */
const ALIKE = 0.9;

function worth(rule: AssociationRule, { noun, amount }: BasketWords): string {
  const { incremental_value, occurrences, half_from } = rule.impact_analysis;
  const value = robustValueOf(rule);
  const few = outliersAmong(occurrences);
  return [
    `Value beyond chance: ${amount(value)}`,
    ...(value < ALIKE * incremental_value
      ? [`; ${amount(incremental_value)} if the ${whole(few)} ${noun}s of highest value count in full`]
      : []),
    ...(half_from === null || half_from === undefined
      ? []
      : [`; half of it comes from ${whole(half_from)} of them`]),
    '.',
  ].join('');
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
      const { antecedents, consequents } = rule;
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
        expected_incremental_revenue: robustValueOf(rule),
        rule: { antecedents, consequents },
        evidence: {
          baskets_together: rule.impact_analysis.occurrences,
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
