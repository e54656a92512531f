// Market basket analysis of a dataset in partitions. Their baskets are gathered where one function holds them, which then
// does what it does for orders that it has read itself; of more baskets, itemsets are searched in passes.
import type { MarketBasketKind } from '../../../../contract/report-types/market-basket/definition.ts';
import type { MbaSettings } from '../../../../contract/report-types/market-basket/settings.ts';
import { basketLevels, itemLevels, labelLevels } from '../../../../contract/settings/product-levels.ts';
import { GatheredBaskets } from '../../../basket-parts/gathered-baskets.ts';
import { type JoinedSurvey, SurveyJoin } from '../../../basket-parts/joined-survey.ts';
import { partColumns } from '../../../basket-parts/packed-baskets.ts';
import { type SurveySettings, surveyColumns, surveyOf } from '../../../basket-parts/survey.ts';
import { basketsOf, summaryOf } from '../../../baskets/baskets.ts';
import { fillBaskets } from '../../../baskets/fill-baskets.ts';
import { daysNeeded, referenceDay } from '../../../baskets/selection.ts';
import { heldColumns, type UnpackedColumns } from '../../../extract/packed-columns.ts';
import { chanceOf } from '../../../mining/rule-chance.ts';
import { mineRules } from '../../../mining/rules/mine-rules.ts';
import { allowedProducts, isWorthNarrowing } from '../../../mining/search/narrowed-search.ts';
import { apartRanks, rankProducts } from '../../../mining/search/ranked-baskets.ts';
import { AnswerLimits, DEFAULT_BUDGET, firstAttempt } from '../../../mining/search/search-budget.ts';
import { leastCount } from '../../../mining/search/thresholds.ts';
import type { WholeDataset } from '../../../partitions/part-columns.ts';
import {
  joinSequences,
  type OrderSequences,
  orderSequences,
  sequenceColumns,
  sequencesIn,
} from '../../../product-profiles/order-sequences.ts';
import {
  joinProfileSurveys,
  profileSurvey,
  profileSurveyColumns,
} from '../../../product-profiles/profile-survey.ts';
import { foundSpends, joinOfSpends, leastSpendIn, needsScopePass } from '../../customer-passes.ts';
import {
  columnsOf,
  type Known,
  type KnownPass,
  type Part,
  type PartJoin,
  type PartResult,
  type ReportTypeAnalysis,
  stageOf,
} from '../../partitioned.ts';
import { analyseSelection } from '../analyse.ts';
import { basketFigures, namesProducts } from '../basket-figures.ts';
import { afterSearch, evidenceInPart, evidencePass } from './part-evidence.ts';
import { profilesAfter } from './part-profiles.ts';
import { CandidateJoin, type SearchBudget, SearchJoin, searchInPart } from './part-search.ts';
import { DEFAULT_SERVING_LIMITS, type ServingLimits, servingAfter } from './part-serving.ts';
import { type SearchKnown, type Sent, searchColumns, searchIn } from './search-known.ts';

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
export function passesWithin(given: Partial<PartLimits> = {}): ReportTypeAnalysis<MarketBasketKind> {
  const limits = { ...DEFAULT_LIMITS, ...given };
  /** The pass in which the orders are read. */
  const reading = ({ lines, parts }: WholeDataset) =>
    lines <= limits.gathered || parts === 1 ? 'gather' : 'survey';
  const stageIn = (known: Known, settings: MbaSettings, whole: WholeDataset) =>
    stageOf(known, STAGES, needsScopePass(settings) ? 'spends' : reading(whole));
  return {
    daysNeeded,
    partitionBy: () => 'customer',
    inPart(part, settings, whole, known) {
      switch (stageIn(known, settings, whole)) {
        case 'spends':
          return { found: foundSpends(part.orders()) };
        case 'survey':
          return surveyInPart(part, settings, known);
        case 'gather':
          return { found: part.kept ?? gatheredOf(part, settings, known).columns };
        case 'search':
          return searchInPart(keptOf(part), searchIn(columnsOf(known)), settings, limits.budget);
        case 'evidence':
          return evidenceInPart(part, whole, columnsOf(known));
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
          return searchPass(settings, searchIn(columnsOf(known)), limits);
        case 'evidence':
          return evidencePass(settings, columnsOf(known), limits.budget);
      }
    },
  };
}

/** The baskets of a part, and, where they are asked for, the sequences of its orders. */
function gatheredOf({ orders }: Part, settings: MbaSettings, known: Known) {
  const columns = orders();
  const leastSpend = leastSpendIn(known);
  const filled = fillBaskets(columns, settings, leastSpend);
  const part = { ...filled, labels: columns.products, place: columns.productPlace };
  const sequences = settings.productProfiles ? orderSequences(columns, settings, leastSpend) : undefined;
  return {
    ...{ part, sequences },
    columns: heldColumns({
      baskets: partColumns(part),
      ...(sequences && { sequences: sequenceColumns(sequences) }),
    }),
  };
}

function surveyInPart(of: Part, settings: MbaSettings, known: Known): PartResult {
  const { part, sequences, columns } = gatheredOf(of, settings, known);
  return {
    found: heldColumns({
      survey: surveyColumns(surveyOf(part, surveySettings(settings))),
      ...(sequences && {
        profiles: profileSurveyColumns(profileSurvey(sequences)),
      }),
    }),
    kept: columns,
  };
}

function keptOf({ kept }: Part): UnpackedColumns {
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
      gathered.add(found.columns('baskets'));
      if (settings.productProfiles) sequences.push(sequencesIn(found.columns('sequences')));
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
  const ofProfiles: UnpackedColumns[] = [];
  return {
    add(found) {
      surveys.add(found.columns('survey'));
      if (settings.productProfiles) ofProfiles.push(found.columns('profiles'));
    },
    end() {
      const survey = surveys.end(surveySettings(settings));
      if (survey.entries <= gathered) return { known: { stage: 'gather', columns: heldColumns({}) } };
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
  return { stage: 'search', columns: searchColumns(known) };
}

function surveySettings(settings: MbaSettings): SurveySettings {
  const { rules, serve, servedFields: fields = [] } = settings;
  const serving = serve ? { levels: labelLevels(settings) ?? basketLevels(settings), fields } : undefined;
  return { levels: itemLevels(settings), rules, namesProducts: namesProducts(settings), serving };
}

/** `sent`: what recommendations and profiles need, where the report has them. */
function searchAfter(
  survey: JoinedSurvey,
  settings: MbaSettings,
  whole: WholeDataset,
  sent: Sent,
): SearchKnown {
  const { basketCount, held, items, apart } = survey;
  const { rules } = settings;
  const least = leastCount(settings.minSupport, basketCount);
  const isNarrow = rules !== undefined && isWorthNarrowing(held, basketCount);
  const frequency = isNarrow ? survey.heldFrequency : survey.frequency;
  const isAllowed = rules && allowedProducts(items, rules);
  const productOf = rankProducts(
    isAllowed === undefined ? frequency : frequency.map((count, item) => count * (isAllowed[item] ?? 0)),
    least,
  );
  const reference = referenceDay(whole, settings.dateRange);
  const figures = basketFigures(
    {
      ...summaryOf(survey.totals, survey.labels, settings, reference),
      basketCount,
      entries: survey.firstEntries,
      fees: survey.fees,
    },
    settings,
    items,
  );
  return {
    head: {
      figures,
      basketCount,
      searched: isNarrow ? held : basketCount,
      isNarrow,
      isSafe: survey.isSafe,
      scale: whole.scale,
      chance: chanceOf({ ...survey, products: items }, least, rules),
      periods: survey.periods,
      asked: least,
      state: firstAttempt(least),
    },
    ranks: Array.from(productOf, (item) => items[item] ?? ''),
    apart: apart && apartRanks(apart, productOf),
    candidates: undefined,
    held: undefined,
    ...sent,
  };
}
