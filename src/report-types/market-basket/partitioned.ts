// Market basket analysis of a dataset in partitions. Their baskets are gathered where one function holds them, which then
// does what it does for orders that it has read itself; of more baskets, itemsets are searched in passes.
import { GatheredBaskets } from '../../core/basket-parts/gathered-baskets.ts';
import { SurveyJoin } from '../../core/basket-parts/joined-survey.ts';
import { packPartBaskets } from '../../core/basket-parts/packed-baskets.ts';
import { packSurvey, surveyOf } from '../../core/basket-parts/survey.ts';
import { basketsOf } from '../../core/baskets/baskets.ts';
import { fillBaskets } from '../../core/baskets/fill-baskets.ts';
import { referenceDay } from '../../core/baskets/window.ts';
import { type Column, packColumns, unpackColumns } from '../../core/extract/packed-columns.ts';
import { mineRules } from '../../core/mining/mine-rules.ts';
import { DEFAULT_BUDGET } from '../../core/mining/search-budget.ts';
import type { WholeDataset } from '../../core/partitions/part-columns.ts';
import {
  joinSequences,
  type OrderSequences,
  orderSequences,
} from '../../core/product-profiles/order-sequences.ts';
import { packWithSequences, unpackWithSequences } from '../../core/product-profiles/packed-sequences.ts';
import type { KeptPartners } from '../../core/recommendations/pair-blocks.ts';
import type { Known, Part, PartitionedAnalysis, PartJoin, PartResult } from '../partitioned.ts';
import { joinOfSpends, leastSpendIn, needsScopePass, packSpends } from '../scope-pass.ts';
import { analyseSelection, analysisOf, fieldNotes } from './analyse.ts';
import type { MarketBasketKind } from './definition.ts';
import { CandidateJoin, rulesOfAnswer, type SearchBudget, SearchJoin, searchInPart } from './part-search.ts';
import {
  DEFAULT_SERVING_LIMITS,
  evidenceOfParts,
  partnersIn,
  partnersInPart,
  type ServingLimits,
  servingAfter,
} from './part-serving.ts';
import { cartSearch, searchAfter, surveySettings } from './part-survey.ts';
import { asksForCarts } from './questions.ts';
import {
  isAnsweredKnown,
  isSearchKnown,
  packAnsweredKnown,
  packSearchKnown,
  type SearchKnown,
  servedIn,
  unpackAnsweredKnown,
  unpackSearchKnown,
} from './search-known.ts';
import type { MbaSettings } from './settings.ts';

export interface PartLimits {
  /** Lines, or entries of baskets, that one function gathers: about 55 bytes each while it mines. */
  readonly gathered: number;
  readonly budget: SearchBudget;
  readonly serving: ServingLimits;
}

const DEFAULT_LIMITS: PartLimits = {
  gathered: 30_000_000,
  budget: { ...DEFAULT_BUDGET, maxCandidates: 2 * DEFAULT_BUDGET.maxItemsets },
  serving: DEFAULT_SERVING_LIMITS,
};

/** What a pass does; gathering, with what an earlier pass has kept or without. */
type Stage = 'spends' | 'survey' | 'gather' | 'search' | 'evidence';

/** `given`: limits other than those of the service. */
export function partitionedMarketBasket(
  given: Partial<PartLimits> = {},
): PartitionedAnalysis<MarketBasketKind> {
  const limits = { ...DEFAULT_LIMITS, ...given };
  return {
    partitionBy: ({ scope, customerScope, productProfiles }) =>
      scope === 'order' && customerScope === 'all' && !productProfiles ? 'order' : 'customer',
    inPart(part, settings, whole, known) {
      switch (stageOf(settings, whole, known, limits)) {
        case 'spends':
          return { found: packSpends(part.orders()) };
        case 'survey':
          return surveyInPart(part, settings, known);
        case 'gather':
          return { found: part.kept ?? basketsInPart(part, settings, known) };
        case 'search':
          return searchInPart(keptOf(part), searchIn(known), settings, limits.budget);
        case 'evidence':
          return evidenceInPart(part, whole, known);
      }
    },
    join(settings, whole, known) {
      switch (stageOf(settings, whole, known, limits)) {
        case 'spends':
          return joinOfSpends();
        case 'survey':
          return surveyPass(settings, whole, limits);
        case 'gather':
          return gatherPass(settings, whole, limits);
        case 'search':
          return searchPass(settings, searchIn(known), limits);
        case 'evidence':
          return evidencePass(settings, known, limits);
      }
    },
  };
}

function stageOf(
  settings: MbaSettings,
  { lines }: WholeDataset,
  known: Known,
  { gathered }: PartLimits,
): Stage {
  const { productProfiles } = settings;
  if (known === undefined && needsScopePass(settings)) return 'spends';
  const columns = known === undefined ? undefined : unpackColumns(known);
  if (columns && isAnsweredKnown(columns)) return 'evidence';
  if (columns && isSearchKnown(columns)) return 'search';
  if (lines <= gathered || productProfiles || columns?.has('gather')) return 'gather';
  return 'survey';
}

function basketsInPart({ orders }: Part, settings: MbaSettings, known: Known): Uint8Array {
  const columns = orders();
  const leastSpend = leastSpendIn(known);
  const filled = fillBaskets(columns, settings, leastSpend);
  const baskets = packPartBaskets({ ...filled, labels: columns.products, place: columns.productPlace });
  if (!settings.productProfiles) return baskets;
  return packWithSequences(baskets, orderSequences(columns, settings, leastSpend));
}

function surveyInPart({ orders }: Part, settings: MbaSettings, known: Known): PartResult {
  const columns = orders();
  const filled = fillBaskets(columns, settings, leastSpendIn(known));
  const part = { ...filled, labels: columns.products, place: columns.productPlace };
  return { found: packSurvey(surveyOf(part, surveySettings(settings))), kept: packPartBaskets(part) };
}

function keptOf({ kept }: Part): Uint8Array {
  if (kept === undefined) throw new Error('the survey kept no baskets of this partition');
  return kept;
}

function gatherPass(
  settings: MbaSettings,
  whole: WholeDataset,
  { budget }: PartLimits,
): PartJoin<MarketBasketKind> {
  const gathered = new GatheredBaskets(whole.scale);
  const sequences: OrderSequences[] = [];
  return {
    add(found) {
      const { baskets, sequence } = settings.productProfiles
        ? unpackWithSequences(found)
        : { baskets: found, sequence: undefined };
      gathered.add(baskets);
      if (sequence !== undefined) sequences.push(sequence);
    },
    end(deps) {
      const selection = basketsOf(gathered.end(), settings, referenceDay(whole, settings.dateRange));
      const mine: typeof mineRules = (baskets, options) =>
        mineRules(baskets, { ...options, ...deps, budget });
      const joined = settings.productProfiles ? joinSequences(sequences) : undefined;
      return { analysis: analyseSelection(selection, joined, settings, mine) };
    },
  };
}

function surveyPass(
  settings: MbaSettings,
  whole: WholeDataset,
  { gathered, serving }: PartLimits,
): PartJoin<MarketBasketKind> {
  const surveys = new SurveyJoin(whole.scale);
  return {
    add: (found) => surveys.add(found),
    end() {
      const survey = surveys.end(surveySettings(settings));
      if (survey.entries <= gathered) return { known: packColumns({ gather: NOTHING }) };
      const served = survey.serving && servingAfter(survey.serving, whole.parts, serving);
      return { known: packSearchKnown(searchAfter(survey, settings, whole, served)) };
    },
  };
}

const NOTHING: Column = { kind: 'texts', values: [] };

function searchPass(
  settings: MbaSettings,
  known: SearchKnown,
  { budget }: PartLimits,
): PartJoin<MarketBasketKind> {
  const join =
    known.candidates === undefined
      ? new SearchJoin(known, budget)
      : new CandidateJoin(known, known.candidates, budget);
  return {
    add: (found) => join.add(found),
    end() {
      const next = join.end();
      if ('known' in next) return { known: packSearchKnown(next.known) };
      const { answer } = next;
      const { serving, report } = known;
      if (serving === undefined) {
        const mined = rulesOfAnswer(answer, settings, budget);
        return { analysis: analysisOf(answer.head.figures, settings, mined) };
      }
      if (report === undefined && asksForCarts(settings))
        return { known: packSearchKnown(cartSearch(answer, serving)) };
      const answers = report === undefined ? { report: answer, carts: undefined } : { report, carts: answer };
      return { known: packAnsweredKnown({ serving, ...answers }), receives: true };
    },
  };
}

function evidenceInPart({ index, received }: Part, { parts }: WholeDataset, known: Known): PartResult {
  const { serving, basketCount } = servedIn(knownAfter(known));
  return { found: partnersInPart(index, parts, received(), serving, basketCount) };
}

function evidencePass(
  settings: MbaSettings,
  known: Known,
  { budget }: PartLimits,
): PartJoin<MarketBasketKind> {
  const partners: KeptPartners[] = [];
  return {
    add: (found) => partners.push(partnersIn(found)),
    end() {
      const { serving, report, carts } = unpackAnsweredKnown(knownAfter(known));
      const mined = rulesOfAnswer(report, settings, budget);
      const { figures, basketCount } = report.head;
      const ofCarts =
        carts === undefined
          ? { mined, ranks: report.ranks }
          : { mined: rulesOfAnswer(carts, settings, budget), ranks: carts.ranks };
      const evidence = evidenceOfParts(partners, serving, basketCount, ofCarts, settings);
      const notes = fieldNotes(serving.fieldValues);
      return { analysis: analysisOf(figures, settings, mined, { evidence, notes }) };
    },
  };
}

function knownAfter(known: Known): Uint8Array {
  if (known === undefined) throw new Error('the first pass knows nothing');
  return known;
}

function searchIn(known: Known): SearchKnown {
  return unpackSearchKnown(knownAfter(known));
}
