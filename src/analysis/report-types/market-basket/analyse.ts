// Computes the market basket report's body: rules from baskets, with the warnings and notes that readers need.

import type { MbaBody } from '../../../contract/report-types/market-basket/schema.ts';
import { echoMbaSettings, type MbaSettings } from '../../../contract/report-types/market-basket/settings.ts';
import { MAX_EXPORTED_RULES, MAX_RULES } from '../../../contract/schema/limits.ts';
import { type Sentence, say } from '../../../contract/sentences/sentence.ts';
import type { BasketColumns } from '../../baskets/basket-columns.ts';
import type { Baskets } from '../../baskets/baskets.ts';
import { findFeesAmong } from '../../baskets/fees.ts';
import { type ItemValues, VALUES_PER_FIELD } from '../../baskets/item-values.ts';
import { type ComparedRule, type FoundRules, hashOfName, MAX_KEYS } from '../../changes/found-rules.ts';
import type { MinedRules, MineOptions } from '../../mining/rules/rule.ts';
import type { OrderSequences } from '../../product-profiles/order-sequences.ts';
import { createProductProfiles, type ProductProfiles } from '../../product-profiles/product-profiles.ts';
import { encodeProfileFile } from '../../product-profiles/profile-file.ts';
import type { NextOrderTest, NextQuality } from '../../recommendations/next-orders.ts';
import { type Evidence, gatherEvidence } from '../../recommendations/product-evidence.ts';
import type { ScoreLimits, ScoreTest } from '../../recommendations/tested-scores.ts';
import { describeFees } from '../fee-notes.ts';
import { toRemarks, withNotes } from '../worded.ts';
import { type BasketFigures, createBasketFigures, hasProductNames } from './basket-figures.ts';

export interface MbaAnalysis {
  readonly body: MbaBody;
  /** Stored for comparison by the next report. */
  readonly companion: FoundRules;
  /** The inputs of recommendations. Undefined if the report does not serve them. */
  readonly evidence: Evidence | undefined;
  /** The file from which exports list all rules; undefined if no export reads it. */
  readonly ruleSetFile: MinedRules['ruleSetFile'] | undefined;
  /** The file of product profiles; undefined if the report does not request them. */
  readonly profileFile: (() => Iterable<Uint8Array>) | undefined;
}

/** `sequences`: given if the report requests product profiles. */
export function analyseSelection(
  selection: Baskets,
  sequences: OrderSequences | undefined,
  settings: MbaSettings,
  mine: (baskets: BasketColumns, options: MineOptions) => MinedRules,
  limits?: Pick<ScoreLimits, 'mostFitted'>,
): MbaAnalysis {
  const { baskets } = selection;
  const figures = computeFigures(selection, settings);
  const mined = mine(baskets, toMiningOptions(settings, figures));
  const evidence = settings.serve ? gatherServedEvidence(selection, settings, limits) : undefined;
  const notes = settings.serve ? describeFieldProblems(selection.fieldValues) : [];
  const profiles = sequences && createProductProfiles(sequences);
  return createBasketAnalysis(figures, settings, mined, { evidence, notes, profiles });
}

export function createBasketAnalysis(
  figures: BasketFigures,
  settings: MbaSettings,
  mined: MinedRules,
  beside: {
    readonly evidence?: Evidence | undefined;
    readonly notes?: readonly Sentence[];
    readonly profiles?: ProductProfiles | undefined;
  } = {},
): MbaAnalysis {
  const { evidence, profiles } = beside;
  const body = createBody(figures, settings, mined);
  const after = [...describeEvidence(evidence), ...(beside.notes ?? []), ...describeProfileLimits(profiles)];
  return {
    body: withNotes(body, { after }),
    companion: toFoundRules(mined),
    evidence,
    ruleSetFile: isListedFromFile(mined) ? mined.ruleSetFile : undefined,
    profileFile: profiles && (() => encodeProfileFile(profiles)),
  };
}

/** Exports list rules from the body if it holds all of them, and no rules beyond their limit. */
function isListedFromFile({ rules, ruleCount }: MinedRules): boolean {
  return ruleCount > rules.length && ruleCount <= MAX_EXPORTED_RULES;
}

function gatherServedEvidence(
  { firstLevel, fieldValues }: Baskets,
  { minSupport, minConfidence }: MbaSettings,
  { mostFitted }: Pick<ScoreLimits, 'mostFitted'> = {},
): Evidence {
  return gatherEvidence(firstLevel, { minSupport, minConfidence, fieldValues, mostFitted });
}

/** Notes that orders before and after the largest ones were skipped, because counting them would cost too much. */
function describeProfileLimits(profiles: ProductProfiles | undefined): Sentence[] {
  if (profiles === undefined || !Number.isFinite(profiles.largestOrder)) return [];
  return [say('profiles_of_smaller_orders', { max_products: profiles.largestOrder })];
}

/** Warns of unknown fields: a misspelt one would otherwise look like one that no product has. */
export function describeFieldProblems(fieldValues: ItemValues | undefined): Sentence[] {
  if (fieldValues === undefined) return [];
  const { fields, values, cut } = fieldValues;
  return fields.flatMap((field): Sentence[] => {
    if (!values.some((each) => each.field === field)) {
      return [say('field_unknown', { field })];
    }
    const products = cut.get(field) ?? 0;
    if (products === 0) return [];
    return [say('field_values_cut', { products, field, values: VALUES_PER_FIELD })];
  });
}

export function toMiningOptions(
  { minSupport, minConfidence, rules, select }: MbaSettings,
  { fees }: Pick<BasketFigures, 'fees'>,
): MineOptions {
  return {
    minSupport,
    minConfidence,
    maxRules: select?.top ?? MAX_RULES,
    ...(select && { by: select.by }),
    ...(rules && { constraints: rules }),
    services: fees,
  };
}

function computeFigures(selection: Baskets, settings: MbaSettings): BasketFigures {
  const { baskets, firstLevel } = selection;
  const fees = hasProductNames(settings) ? findFeesAmong(firstLevel) : [];
  return createBasketFigures(
    { ...selection, basketCount: baskets.basketCount, entries: firstLevel.product.length, fees },
    settings,
    baskets.products,
  );
}

function createBody(figures: BasketFigures, settings: MbaSettings, mined: MinedRules): MbaBody {
  const { reference_date, summary, fees, warnings, notes } = figures;
  return {
    report_type: 'MBA',
    reference_date,
    settings: echoMbaSettings(settings),
    summary: {
      ...summary,
      association_rules_found: mined.ruleCount,
      association_rules_considered: mined.consideredCount,
      rules_tested: [...mined.tested],
      sets_searched: toSetsSearched(mined),
    },
    association_rules: [...mined.rules],
    fees_and_services: fees,
    changes: null,
    ai_insights: null,
    ...toRemarks(
      { warnings: [...warnings, ...mined.warnings], notes: [...notes, ...describeFees(fees, true)] },
      settings.currency,
    ),
  };
}

function toSetsSearched({ searched }: Pick<MinedRules, 'searched'>): MbaBody['summary']['sets_searched'] {
  const { leastBaskets, maxProducts, isComplete } = searched;
  return { min_baskets: leastBaskets, max_products: maxProducts, complete: isComplete };
}

function toFoundRules({ rules, ruleCount, keysOfAll }: MinedRules): FoundRules {
  return {
    rules: rules.map(toComparedFigures),
    count: ruleCount,
    keys: ruleCount === rules.length ? undefined : keysOfAll(hashOfName, MAX_KEYS),
  };
}

function toComparedFigures(rule: MbaBody['association_rules'][number]): ComparedRule {
  const { antecedents, consequents, support, confidence, lift, impact_analysis } = rule;
  const { incremental_value } = impact_analysis;
  return { antecedents, consequents, support, confidence, lift, incremental_value };
}

// Describes the served recommendations: how they were computed, and their quality on later orders.
export function describeEvidence(evidence: Evidence | undefined): Sentence[] {
  if (evidence === undefined) return [];
  const { largestBasket, scores, nextOfSample } = evidence;
  return [
    ...(Number.isFinite(largestBasket)
      ? [say('recommendations_of_smaller_baskets', { max_products: largestBasket })]
      : []),
    ...(scores === undefined ? [say('recommendations_by_cosine', {})] : []),
    ...(scores?.tested === undefined ? [] : [testNote(scores.tested)]),
    ...(scores?.tested?.next === undefined ? [] : [nextNote(scores.tested.next, false)]),
    ...(nextOfSample === undefined ? [] : [nextNote(nextOfSample, true)]),
  ];
}

/** Fewest customers whose new products are stated. */
const LEAST_WITH_NEW = 100;

function nextNote({ again, fresh }: NextOrderTest, of_sample: boolean): Sentence {
  const [ofAgain, ofFresh] = [compare(again), compare(fresh)];
  return say('next_orders_tested', {
    customers: again.customers,
    of_sample,
    again: again.recall,
    again_best_sellers: again.popular,
    again_lower: ofAgain.lower,
    again_upper: ofAgain.upper,
    again_is_better: ofAgain.is_better,
    fresh:
      fresh.customers < LEAST_WITH_NEW
        ? null
        : { customers: fresh.customers, recall: fresh.recall, best_sellers: fresh.popular, ...ofFresh },
  });
}

function compare({ recall, popular, differenceMargin }: NextQuality) {
  const difference = recall - popular;
  return {
    lower: difference - differenceMargin,
    upper: difference + differenceMargin,
    is_better: difference > differenceMargin,
  };
}

/** A page sends one product: the comparison with best sellers covers such carts, order by order. */
function testNote({ orders, carts }: ScoreTest): Sentence {
  const [one, three] = [1, 3].map((products) => carts.find(({ size }) => size === products));
  if (one === undefined || three === undefined)
    throw new Error('carts of one and three products are not tested');
  const difference = one.hitRate - one.popular;
  return say('recommendations_tested', {
    orders,
    of_one: one.hitRate,
    of_one_best_sellers: one.popular,
    of_three: three.hitRate,
    of_three_best_sellers: three.popular,
    lower: difference - one.differenceMargin,
    upper: difference + one.differenceMargin,
    is_better: difference > one.differenceMargin,
  });
}
