// Runs market basket analysis of a dataset in partitions. If one function can hold their baskets, they are gathered
// there and analysed like orders that it has read itself; otherwise itemsets are searched in passes.
import type { MarketBasketKind } from '../../../../contract/report-types/market-basket/definition.ts';
import type { MbaSettings } from '../../../../contract/report-types/market-basket/settings.ts';
import {
  getItemLevels,
  listBasketLevels,
  listLabelLevels,
} from '../../../../contract/settings/product-levels.ts';
import { GatheredBaskets } from '../../../basket-parts/gathered-baskets.ts';
import { type JoinedSurvey, SurveyJoin } from '../../../basket-parts/joined-survey.ts';
import { packPartBaskets } from '../../../basket-parts/packed-baskets.ts';
import { packSurvey, type SurveySettings, surveyPart } from '../../../basket-parts/survey.ts';
import { createBaskets, summarizeBaskets } from '../../../baskets/baskets.ts';
import { fillBaskets } from '../../../baskets/fill-baskets.ts';
import { findReferenceDay, getSelectionDays } from '../../../baskets/selection.ts';
import { holdColumns, type UnpackedColumns } from '../../../extract/packed-columns.ts';
import { createChance } from '../../../mining/rule-chance.ts';
import { mineRules } from '../../../mining/rules/mine-rules.ts';
import { isWorthNarrowing, markAllowedProducts } from '../../../mining/search/narrowed-search.ts';
import { rankProducts, toApartRanks } from '../../../mining/search/ranked-baskets.ts';
import { AnswerLimits, createFirstAttempt, DEFAULT_BUDGET } from '../../../mining/search/search-budget.ts';
import { computeLeastCount } from '../../../mining/search/thresholds.ts';
import type { WholeDataset } from '../../../partitions/part-columns.ts';
import {
  createOrderSequences,
  joinSequences,
  type OrderSequences,
  packSequences,
  readSequences,
} from '../../../product-profiles/order-sequences.ts';
import {
  joinProfileSurveys,
  packProfileSurvey,
  surveyOrders,
} from '../../../product-profiles/profile-survey.ts';
import { createSpendsJoin, needsScopePass, packSpends, readLeastSpend } from '../../customer-passes.ts';
import {
  getKnownColumns,
  getStage,
  type Known,
  type KnownPass,
  type Part,
  type PartJoin,
  type PartResult,
  type ReportTypeAnalysis,
} from '../../partitioned.ts';
import { analyseSelection } from '../analyse.ts';
import { createBasketFigures, hasProductNames } from '../basket-figures.ts';
import { createEvidencePass, endSearch, gatherEvidenceInPart } from './part-evidence.ts';
import { planProfiles } from './part-profiles.ts';
import { CandidateJoin, type SearchBudget, SearchJoin, searchInPart } from './part-search.ts';
import { DEFAULT_SERVING_LIMITS, planServing, type ServingLimits } from './part-serving.ts';
import { type SearchKnown, type SentToParts, searchColumns, searchIn } from './search-known.ts';

export interface PartLimits {
  /** Most lines, or entries of baskets, that one function gathers: about 55 bytes each during mining. */
  readonly gathered: number;
  readonly budget: SearchBudget;
  readonly serving: ServingLimits;
}

const DEFAULT_LIMITS: PartLimits = {
  gathered: 30_000_000,
  budget: { ...DEFAULT_BUDGET, maxCandidates: 2 * DEFAULT_BUDGET.maxItemsets },
  serving: DEFAULT_SERVING_LIMITS,
};

/** The kinds of passes. Gathering reads orders, or columns that an earlier pass has kept. */
const STAGES = ['spends', 'survey', 'gather', 'search', 'evidence'] as const;

/** `given`: limits that replace those of the service. */
export function createPasses(given: Partial<PartLimits> = {}): ReportTypeAnalysis<MarketBasketKind> {
  const limits = { ...DEFAULT_LIMITS, ...given };
  /** The pass that reads the orders. */
  const getReadingPass = ({ lines, parts }: WholeDataset) =>
    lines <= limits.gathered || parts === 1 ? 'gather' : 'survey';
  const stageIn = (known: Known, settings: MbaSettings, whole: WholeDataset) =>
    getStage(known, STAGES, needsScopePass(settings) ? 'spends' : getReadingPass(whole));
  return {
    daysNeeded: getSelectionDays,
    partitionBy: () => 'customer',
    inPart(part, settings, whole, known) {
      switch (stageIn(known, settings, whole)) {
        case 'spends':
          return { found: packSpends(part.orders()) };
        case 'survey':
          return surveyBaskets(part, settings, whole, known, limits);
        case 'gather':
          return { found: part.kept ?? gatherBaskets(part, settings, known).columns };
        case 'search':
          return searchInPart(getSurveyed(part), searchIn(getKnownColumns(known)), settings, limits.budget);
        case 'evidence':
          return gatherEvidenceInPart(part, whole, getKnownColumns(known));
      }
    },
    join(settings, whole, known) {
      switch (stageIn(known, settings, whole)) {
        case 'spends':
          return createSpendsJoin(getReadingPass(whole));
        case 'survey':
          return createSurveyPass(settings, whole, limits);
        case 'gather':
          return gatherPass(settings, whole, limits);
        case 'search':
          return searchPass(settings, searchIn(getKnownColumns(known)), limits);
        case 'evidence':
          return createEvidencePass(settings, getKnownColumns(known), limits.budget);
      }
    },
  };
}

/** Gathers the baskets of a part and, if requested, the sequences of its orders. */
function gatherBaskets({ orders }: Part, settings: MbaSettings, known: Known) {
  const columns = orders();
  const leastSpend = readLeastSpend(known);
  const filled = fillBaskets(columns, settings, leastSpend);
  const part = { ...filled, labels: columns.products, place: columns.productPlace };
  const sequences = settings.productProfiles
    ? createOrderSequences(columns, settings, leastSpend)
    : undefined;
  return {
    ...{ part, sequences },
    customers: columns.customers,
    columns: holdColumns({
      baskets: packPartBaskets(part),
      ...(sequences && { sequences: packSequences(sequences) }),
    }),
  };
}

function surveyBaskets(
  of: Part,
  settings: MbaSettings,
  { lines }: WholeDataset,
  known: Known,
  limits: PartLimits,
): PartResult {
  const { part, sequences, columns, customers } = gatherBaskets(of, settings, known);
  return {
    found: holdColumns({
      survey: packSurvey(surveyPart(part, { customers, lines }, toSurveySettings(settings, limits))),
      ...(sequences && {
        profiles: packProfileSurvey(surveyOrders(sequences)),
      }),
    }),
    kept: columns,
  };
}

function getSurveyed({ kept }: Part): UnpackedColumns {
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
      if (settings.productProfiles) sequences.push(readSequences(found.columns('sequences')));
    },
    end() {
      const selection = createBaskets(gathered.end(), settings, findReferenceDay(whole, settings.dateRange));
      const mine: typeof mineRules = (baskets, options) => mineRules(baskets, { ...options, budget });
      const joined = settings.productProfiles ? joinSequences(sequences) : undefined;
      return { analysis: analyseSelection(selection, joined, settings, mine, serving) };
    },
  };
}

function createSurveyPass(
  settings: MbaSettings,
  whole: WholeDataset,
  limits: PartLimits,
): PartJoin<MarketBasketKind> {
  const { gathered, serving } = limits;
  const surveys = new SurveyJoin(whole.scale);
  const ofProfiles: UnpackedColumns[] = [];
  return {
    add(found) {
      surveys.add(found.columns('survey'));
      if (settings.productProfiles) ofProfiles.push(found.columns('profiles'));
    },
    end() {
      const survey = surveys.end(toSurveySettings(settings, limits));
      if (survey.entries <= gathered) return { known: { stage: 'gather', columns: holdColumns({}) } };
      const served = survey.serving && planServing(survey.serving, whole.parts, serving);
      const profiles = settings.productProfiles
        ? planProfiles(joinProfileSurveys(ofProfiles), survey.firstItems, settings, whole.parts, {
            blockBytes: serving.blockBytes,
            leastBlocks: served?.blocks ?? 0,
          })
        : undefined;
      // Blocks of pairs and of profiles travel together.
      const blocks = profiles?.blocks ?? served?.blocks ?? 0;
      const sent = { serving: served && { ...served, blocks }, profiles };
      return { known: toSearchPass(searchAfter(survey, settings, whole, sent)) };
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
      if ('known' in next) return { known: toSearchPass(next.known) };
      return endSearch(next.answer, known, settings, budget);
    },
  };
}

function toSearchPass(known: SearchKnown): KnownPass {
  return { stage: 'search', columns: searchColumns(known) };
}

function toSurveySettings(settings: MbaSettings, { serving: { sampledLines } }: PartLimits): SurveySettings {
  const { rules, serve, servedFields: fields = [] } = settings;
  const serving = serve
    ? { levels: listLabelLevels(settings) ?? listBasketLevels(settings), fields, sampledLines }
    : undefined;
  return { levels: getItemLevels(settings), rules, namesProducts: hasProductNames(settings), serving };
}

/** `sent`: settings of the blocks for recommendations and profiles, if the report has them. */
function searchAfter(
  survey: JoinedSurvey,
  settings: MbaSettings,
  whole: WholeDataset,
  sent: SentToParts,
): SearchKnown {
  const { basketCount, held, items, apart } = survey;
  const { rules } = settings;
  const least = computeLeastCount(settings.minSupport, basketCount);
  const isNarrow = rules !== undefined && isWorthNarrowing(held, basketCount);
  const frequency = isNarrow ? survey.heldFrequency : survey.frequency;
  const isAllowed = rules && markAllowedProducts(items, rules);
  const productOf = rankProducts(
    isAllowed === undefined ? frequency : frequency.map((count, item) => count * (isAllowed[item] ?? 0)),
    least,
  );
  const reference = findReferenceDay(whole, settings.dateRange);
  const figures = createBasketFigures(
    {
      ...summarizeBaskets(survey.totals, survey.labels, settings, reference),
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
      chance: createChance({ ...survey, products: items }, least, rules),
      periods: survey.periods,
      asked: least,
      state: createFirstAttempt(least),
    },
    ranks: Array.from(productOf, (item) => items[item] ?? ''),
    apart: apart && toApartRanks(apart, productOf),
    candidates: undefined,
    held: undefined,
    ...sent,
  };
}
