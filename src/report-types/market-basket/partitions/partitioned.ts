// Market basket analysis of a dataset in partitions. Their baskets are gathered where one function holds them, which then
// does what it does for orders that it has read itself; of more baskets, itemsets are searched in passes.
import { GatheredBaskets } from '../../../core/basket-parts/gathered-baskets.ts';
import { SurveyJoin } from '../../../core/basket-parts/joined-survey.ts';
import { packPartBaskets } from '../../../core/basket-parts/packed-baskets.ts';
import { packSurvey, surveyOf } from '../../../core/basket-parts/survey.ts';
import { basketsOf } from '../../../core/baskets/baskets.ts';
import { fillBaskets } from '../../../core/baskets/fill-baskets.ts';
import { referenceDay } from '../../../core/baskets/selection.ts';
import { packColumns, unpackColumns } from '../../../core/extract/packed-columns.ts';
import { mineRules } from '../../../core/mining/rules/mine-rules.ts';
import { AnswerLimits, DEFAULT_BUDGET } from '../../../core/mining/search/search-budget.ts';
import type { WholeDataset } from '../../../core/partitions/part-columns.ts';
import {
  joinSequences,
  type OrderSequences,
  orderSequences,
} from '../../../core/product-profiles/order-sequences.ts';
import { packWithSequences, unpackWithSequences } from '../../../core/product-profiles/packed-sequences.ts';
import {
  joinProfileSurveys,
  packProfileSurvey,
  profileSurvey,
} from '../../../core/product-profiles/profile-survey.ts';
import {
  bytesOf,
  type Known,
  type KnownPass,
  type Part,
  type PartitionedAnalysis,
  type PartJoin,
  type PartResult,
  stageOf,
} from '../../partitioned.ts';
import { joinOfSpends, leastSpendIn, needsScopePass, packSpends } from '../../scope-pass.ts';
import { analyseSelection } from '../analyse.ts';
import type { MarketBasketKind } from '../definition.ts';
import type { MbaSettings } from '../settings.ts';
import { afterSearch, evidenceInPart, evidencePass } from './part-evidence.ts';
import { profilesAfter } from './part-profiles.ts';
import { CandidateJoin, type SearchBudget, SearchJoin, searchInPart } from './part-search.ts';
import { DEFAULT_SERVING_LIMITS, type ServingLimits, servingAfter } from './part-serving.ts';
import { searchAfter, surveySettings } from './part-survey.ts';
import { packSearchKnown, type SearchKnown, unpackSearchKnown } from './search-known.ts';

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
const STAGES = ['spends', 'survey', 'gather', 'search', 'evidence'] as const;

/** `given`: limits other than those of the service. */
export function partitionedMarketBasket(
  given: Partial<PartLimits> = {},
): PartitionedAnalysis<MarketBasketKind> {
  const limits = { ...DEFAULT_LIMITS, ...given };
  /** The pass in which the orders are read. */
  const reading = ({ lines }: WholeDataset) => (lines <= limits.gathered ? 'gather' : 'survey');
  const stageIn = (known: Known, settings: MbaSettings, whole: WholeDataset) =>
    stageOf(known, STAGES, needsScopePass(settings) ? 'spends' : reading(whole));
  return {
    partitionBy: () => 'customer',
    inPart(part, settings, whole, known) {
      switch (stageIn(known, settings, whole)) {
        case 'spends':
          return { found: packSpends(part.orders()) };
        case 'survey':
          return surveyInPart(part, settings, known);
        case 'gather':
          return { found: part.kept ?? basketsInPart(part, settings, known) };
        case 'search':
          return searchInPart(keptOf(part), unpackSearchKnown(bytesOf(known)), settings, limits.budget);
        case 'evidence':
          return evidenceInPart(part, whole, bytesOf(known));
      }
    },
    join(settings, whole, known) {
      switch (stageIn(known, settings, whole)) {
        case 'spends':
          return joinOfSpends(reading(whole));
        case 'survey':
          return surveyPass(settings, whole, limits);
        case 'gather':
          return gatherPass(settings, whole, limits);
        case 'search':
          return searchPass(settings, unpackSearchKnown(bytesOf(known)), limits);
        case 'evidence':
          return evidencePass(settings, bytesOf(known), limits.budget);
      }
    },
  };
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
  const leastSpend = leastSpendIn(known);
  const filled = fillBaskets(columns, settings, leastSpend);
  const part = { ...filled, labels: columns.products, place: columns.productPlace };
  const found = packSurvey(surveyOf(part, surveySettings(settings)));
  const kept = packPartBaskets(part);
  if (!settings.productProfiles) return { found, kept };
  const sequences = orderSequences(columns, settings, leastSpend);
  return {
    found: packColumns({
      survey: { kind: 'bytes', values: found },
      profiles: { kind: 'bytes', values: packProfileSurvey(profileSurvey(sequences)) },
    }),
    kept: packWithSequences(kept, sequences),
  };
}

function keptOf({ kept }: Part): Uint8Array {
  if (kept === undefined) throw new Error('the survey kept no baskets of this partition');
  return kept;
}

function gatherPass(
  settings: MbaSettings,
  whole: WholeDataset,
  { budget, serving }: PartLimits,
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
    end() {
      const selection = basketsOf(gathered.end(), settings, referenceDay(whole, settings.dateRange));
      const mine: typeof mineRules = (baskets, options) => mineRules(baskets, { ...options, budget });
      const joined = settings.productProfiles ? joinSequences(sequences) : undefined;
      return { analysis: analyseSelection(selection, joined, settings, mine, serving) };
    },
  };
}

function surveyPass(
  settings: MbaSettings,
  whole: WholeDataset,
  { gathered, serving }: PartLimits,
): PartJoin<MarketBasketKind> {
  const surveys = new SurveyJoin(whole.scale);
  const ofProfiles: Uint8Array[] = [];
  return {
    add(found) {
      if (!settings.productProfiles) return surveys.add(found);
      const columns = unpackColumns(found);
      surveys.add(columns.bytes('survey'));
      ofProfiles.push(columns.bytes('profiles'));
    },
    end() {
      const survey = surveys.end(surveySettings(settings));
      if (survey.entries <= gathered) return { known: { stage: 'gather', bytes: packColumns({}) } };
      const served = survey.serving && servingAfter(survey.serving, whole.parts, serving);
      const profiles = settings.productProfiles
        ? profilesAfter(joinProfileSurveys(ofProfiles), survey.firstItems, settings, whole.parts, {
            blockBytes: serving.blockBytes,
            leastBlocks: served?.blocks ?? 0,
          })
        : undefined;
      // They travel together.
      const blocks = profiles?.blocks ?? served?.blocks ?? 0;
      const sent = { serving: served && { ...served, blocks }, profiles };
      return { known: searchPassOf(searchAfter(survey, settings, whole, sent)) };
    },
  };
}

function searchPass(
  settings: MbaSettings,
  known: SearchKnown,
  { budget }: PartLimits,
): PartJoin<MarketBasketKind> {
  const join =
    known.candidates === undefined
      ? new SearchJoin(known, budget)
      : new CandidateJoin(known, known.candidates, new AnswerLimits(budget, settings.rules));
  return {
    add: (found) => join.add(found),
    end() {
      const next = join.end();
      if ('known' in next) return { known: searchPassOf(next.known) };
      return afterSearch(next.answer, known, settings, budget);
    },
  };
}

function searchPassOf(known: SearchKnown): KnownPass {
  return { stage: 'search', bytes: packSearchKnown(known) };
}
