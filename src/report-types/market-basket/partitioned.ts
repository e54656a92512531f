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
import type { Known, Part, PartitionedAnalysis, PartJoin, PartResult } from '../partitioned.ts';
import { joinOfSpends, leastSpendIn, needsScopePass, packSpends } from '../scope-pass.ts';
import { analyseSelection, analysisOf } from './analyse.ts';
import type { MarketBasketKind } from './definition.ts';
import { CandidateJoin, type SearchBudget, SearchJoin, searchInPart } from './part-search.ts';
import { searchAfter, surveySettings } from './part-survey.ts';
import { packSearchKnown, type SearchKnown, unpackSearchKnown } from './search-known.ts';
import type { MbaSettings } from './settings.ts';

export interface PartLimits {
  /** Lines, or entries of baskets, that one function gathers: about 55 bytes each while it mines. */
  readonly gathered: number;
  readonly budget: SearchBudget;
}

const DEFAULT_LIMITS: PartLimits = {
  gathered: 30_000_000,
  budget: { ...DEFAULT_BUDGET, maxCandidates: 2 * DEFAULT_BUDGET.maxItemsets },
};

/** What a pass does; gathering, with what an earlier pass has kept or without. */
type Stage = 'spends' | 'survey' | 'gather' | 'search';

export function partitionedMarketBasket(
  limits: PartLimits = DEFAULT_LIMITS,
): PartitionedAnalysis<MarketBasketKind> {
  return {
    partitionBy: ({ scope, customerScope }) =>
      scope === 'order' && customerScope === 'all' ? 'order' : 'customer',
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
  if (known === undefined && needsScopePass(settings)) return 'spends';
  const columns = known === undefined ? undefined : unpackColumns(known);
  if (columns?.has('head')) return 'search';
  // Evidence for recommendations is about every pair of products, and is gathered whatever its size.
  if (settings.serve || lines <= gathered || columns?.has('gather')) return 'gather';
  return 'survey';
}

function basketsInPart({ orders }: Part, settings: MbaSettings, known: Known): Uint8Array {
  const columns = orders();
  const filled = fillBaskets(columns, settings, leastSpendIn(known));
  return packPartBaskets({ ...filled, labels: columns.products, place: columns.productPlace });
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
  return {
    add: (found) => gathered.add(found),
    end(deps) {
      const selection = basketsOf(gathered.end(), settings, referenceDay(whole, settings.dateRange));
      const mine: typeof mineRules = (baskets, options) =>
        mineRules(baskets, { ...options, ...deps, budget });
      return { analysis: analyseSelection(selection, settings, mine) };
    },
  };
}

function surveyPass(
  settings: MbaSettings,
  whole: WholeDataset,
  { gathered }: PartLimits,
): PartJoin<MarketBasketKind> {
  const surveys = new SurveyJoin(whole.scale);
  return {
    add: (found) => surveys.add(found),
    end() {
      const survey = surveys.end(settings.productLevels);
      if (survey.entries <= gathered) return { known: packColumns({ gather: NOTHING }) };
      return { known: packSearchKnown(searchAfter(survey, settings, whole)) };
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
      const next = join.end(settings);
      if ('known' in next) return { known: packSearchKnown(next.known) };
      return { analysis: analysisOf(known.head.figures, settings, next.mined) };
    },
  };
}

function searchIn(known: Known): SearchKnown {
  if (known === undefined) throw new Error('a search begins with what the survey knows');
  return unpackSearchKnown(known);
}
