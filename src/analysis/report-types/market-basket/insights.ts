// Describes market basket figures as findings: what to bundle, what to offer with what, what to place side by side.
// Fixed rules create the text from the report's own figures.

import { MAX_FINDINGS } from '../../../contract/report-types/market-basket/limits.ts';
import type { BasketFinding, MbaBody } from '../../../contract/report-types/market-basket/schema.ts';
import {
  DEFAULT_INSIGHT_MIN_BASKETS,
  type MbaSettings,
} from '../../../contract/report-types/market-basket/settings.ts';
import type { Currency } from '../../../contract/sentences/currency.ts';
import { type Sentence, say } from '../../../contract/sentences/sentence.ts';
import { areVariants } from '../../../contract/sentences/wording.ts';
import type { AssociationRule } from '../../mining/rules/rule.ts';
import { createRuleInsights, toWorded } from '../worded.ts';
import {
  type FindingRules,
  getLift,
  isCrossSell,
  LEAST_RULE_CUSTOMERS,
  pickFindingRules,
} from './supported-rules.ts';

export function withMbaInsights(body: MbaBody, settings: MbaSettings): MbaBody {
  const rules = pickBodyRules(body);
  const { usable, bundles } = rules;
  const findings = describeFindings(
    {
      bundles,
      crossSells: usable.filter(isCrossSell),
      placements: [...usable].sort((a, b) => getLift(b) - getLift(a)),
    },
    settings,
  );
  const summary_coded = describeSummary(body, rules, settings);
  return {
    ...body,
    ai_insights: {
      ...createRuleInsights(summary_coded, settings),
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

/** Describes the first rules of each kind that add something new. */
export function describeFindings(
  { bundles, crossSells, placements }: ChosenRules,
  settings: Pick<MbaSettings, 'scope' | 'currency'>,
) {
  const choose = createChoice(settings.currency);
  const unit = getUnit(settings);
  return {
    bundles: choose(bundles, (rule) => describeBundle(rule, unit)),
    cross_sells: choose(crossSells, (rule) => describeCrossSell(rule, unit)),
    placements: choose(placements, (rule) => describePlacement(rule, unit)),
  };
}

/** The unit of a basket. */
export type Unit = 'order' | 'customer';

export function getUnit({ scope }: Pick<MbaSettings, 'scope'>): Unit {
  return scope === 'customer' ? 'customer' : 'order';
}

export function pickBodyRules({
  association_rules,
  fees_and_services = [],
  settings,
}: Pick<MbaBody, 'association_rules' | 'fees_and_services' | 'settings'>): FindingRules {
  return pickFindingRules(association_rules, {
    fees: fees_and_services,
    leastBaskets: settings.insight_min_baskets,
  });
}

function describeSummary(
  { summary }: MbaBody,
  { usable, carriedByFew }: FindingRules,
  settings: MbaSettings,
): Sentence[] {
  const { association_rules_found: found, orders_processed: baskets, total_revenue_processed } = summary;
  if (found === 0) {
    const { minSupport: min_support, minConfidence: min_confidence } = settings;
    return [say('no_rule', { min_support, min_confidence, baskets })];
  }
  const least_baskets = settings.insightMinBaskets ?? DEFAULT_INSIGHT_MIN_BASKETS;
  return [
    say('rules_found', { rules: found, baskets, revenue: total_revenue_processed }),
    ...(usable.length + carriedByFew.length > 0
      ? []
      : [say('nothing_recommended', { least_baskets, least_customers: LEAST_RULE_CUSTOMERS })]),
    ...describeFragileRules(carriedByFew, getUnit(settings)),
    ...(usable.length === 0 && carriedByFew.length > 0 ? [say('nothing_else_recommended', {})] : []),
  ];
}

/** Warns of rules whose value rests on a handful of baskets. */
function describeFragileRules(carriedByFew: readonly AssociationRule[], unit: Unit): Sentence[] {
  const [first] = carriedByFew;
  if (first === undefined) return [];
  const { antecedents, consequents, impact_analysis } = first;
  const { half_from, occurrences, incremental_value } = impact_analysis;
  return [
    say('rules_carried_by_few', {
      rules: carriedByFew.length,
      products: [...antecedents, ...consequents],
      half_from: half_from ?? 0,
      together: occurrences,
      value: incremental_value,
      unit,
    }),
  ];
}

function describeBundle(rule: AssociationRule, unit: Unit): Sentence[] {
  return [
    say('bundle', { ...toSentenceFigures(rule, unit), baskets: countAntecedents(rule) }),
    describeWorth(rule, unit),
  ];
}

function describeCrossSell(rule: AssociationRule, unit: Unit): Sentence[] {
  const { antecedents, consequents, confidence, impact_analysis } = rule;
  const baskets = countAntecedents(rule);
  const without = baskets - impact_analysis.occurrences;
  return [
    say('cross_sell', { antecedents, consequents, without, baskets, confidence, unit }),
    describeWorth(rule, unit),
  ];
}

function describePlacement(rule: AssociationRule, unit: Unit): Sentence[] {
  return [say('placement', toSentenceFigures(rule, unit)), describeWorth(rule, unit)];
}

function toSentenceFigures(rule: AssociationRule, unit: Unit) {
  const { antecedents, consequents, impact_analysis } = rule;
  return { antecedents, consequents, together: impact_analysis.occurrences, lift: getLift(rule), unit };
}

function describeWorth(
  { impact_analysis: { incremental_value, half_from } }: AssociationRule,
  unit: Unit,
): Sentence {
  return say('value_beyond_chance', { value: incremental_value, half_from: half_from ?? null, unit });
}

/** Number of baskets that hold the antecedents. */
export function countAntecedents({ confidence, impact_analysis }: AssociationRule): number {
  return Math.round(impact_analysis.occurrences / confidence);
}

/**
 * Chooses the first rules of each list that add something new: within a list no product or variant of it twice, so that
 * one family of products makes one finding, and over all lists no two products together twice, so that no pair has two
 * values.
 */
function createChoice(currency: Currency) {
  const pairs = new Set<string>();
  return (
    rules: readonly AssociationRule[],
    describe: (rule: AssociationRule) => readonly Sentence[],
  ): BasketFinding[] => {
    const found: BasketFinding[] = [];
    const named: string[] = [];
    for (const rule of rules) {
      if (found.length === MAX_FINDINGS) break;
      const { antecedents, consequents } = rule;
      const products = [...antecedents, ...consequents].sort();
      const together = listPairs(products);
      const isKnown = products.some((product) =>
        named.some((other) => product === other || areVariants(product, other)),
      );
      if (isKnown || together.some((pair) => pairs.has(pair))) continue;
      named.push(...products);
      for (const pair of together) pairs.add(pair);
      found.push({
        products,
        ...toWorded(describe(rule), currency),
        expected_incremental_revenue: rule.impact_analysis.incremental_value,
        rule: { antecedents, consequents },
        evidence: {
          baskets_together: rule.impact_analysis.occurrences,
          baskets_with_antecedents: countAntecedents(rule),
          customers: rule.impact_analysis.customers ?? 0,
          lift_within_periods: getLift(rule),
          p_value_corrected: rule.measures.p_value_corrected,
        },
      });
    }
    return found;
  };
}

/** The first rules of a list in which no two products are together twice. */
export function pickDistinctPairs(rules: readonly AssociationRule[]): AssociationRule[] {
  const pairs = new Set<string>();
  return rules.filter(({ antecedents, consequents }) => {
    const together = listPairs([...antecedents, ...consequents].sort());
    if (together.some((pair) => pairs.has(pair))) return false;
    for (const pair of together) pairs.add(pair);
    return true;
  });
}

function listPairs(products: readonly string[]): string[] {
  return products.flatMap((one, at) => products.slice(at + 1).map((other) => JSON.stringify([one, other])));
}
