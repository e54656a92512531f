// Runs the passes that find the rules of more baskets than one function holds (Savasere, Omiecinski & Navathe 1995):
// each partition searches the itemsets that are frequent there, then every partition counts all of them, together with
// the values of their products. If the search exceeds the budget, a smaller one follows, as in one function.
import type { MbaSettings } from '../../../../contract/report-types/market-basket/settings.ts';
import {
  getItemLevels,
  type ItemLevels,
  pickFirstLevel,
} from '../../../../contract/settings/product-levels.ts';
import { CountJoin, countColumns, packTrie, readTrie } from '../../../basket-parts/packed-itemsets.ts';
import { rankPart, readRankedPart } from '../../../basket-parts/ranked-part.ts';
import { holdColumns, type UnpackedColumns } from '../../../extract/packed-columns.ts';
import { addSearchWarnings, rankSummedRules } from '../../../mining/rules/mine-rules.ts';
import type { MinedRules, WeighableRules } from '../../../mining/rules/rule.ts';
import { computeMostProducts } from '../../../mining/rules/rule-constraints.ts';
import { locateSums } from '../../../mining/rules/rule-set.ts';
import { searchRanked } from '../../../mining/search/frequent-itemsets.ts';
import { takeRanks } from '../../../mining/search/ranked-baskets.ts';
import { AnswerLimits, decideNextStep, type MiningBudget } from '../../../mining/search/search-budget.ts';
import { computeLeastInPart } from '../../../mining/search/thresholds.ts';
import {
  type CountedItemsets,
  countCandidates,
  pickFrequentCandidates,
  toStoredSums,
  uniteTries,
} from '../../../mining/sets/candidate-table.ts';
import { findLongestItemset, ItemsetTrie } from '../../../mining/sets/itemset-trie.ts';
import { LONGEST } from '../../../mining/tested-rules.ts';
import { LIMBS } from '../../../money/limbs.ts';
import { type OrderSequences, readSequences } from '../../../product-profiles/order-sequences.ts';
import type { PartResult } from '../../partitioned.ts';
import { toMiningOptions } from '../analyse.ts';
import { sendProfiles } from './part-profiles.ts';
import { sendPairs } from './part-serving.ts';
import type { SearchAnswer, SearchKnown } from './search-known.ts';

export interface SearchBudget extends MiningBudget {
  /** Most candidates, and itemsets of one partition, held at once: more than the answer has. */
  readonly maxCandidates: number;
}

/** Most sums counted at once: 512 MB, and as much again while those of a partition are added. */
const MAX_SUMS = 2 ** 26;

/** `kept`: columns of the survey in the first pass, later those that the first pass of the search keeps. */
export function searchInPart(
  kept: UnpackedColumns,
  known: SearchKnown,
  settings: MbaSettings,
  budget: SearchBudget,
): PartResult {
  const { head, ranks, apart, candidates } = known;
  const { rules } = settings;
  const levels = getItemLevels(settings);
  const isFirst = candidates === undefined && head.state.phase === 'asked';
  const narrowedBy = head.isNarrow ? rules : undefined;
  const labelled = isFirst ? kept.columns('baskets') : undefined;
  const ranked = labelled ? rankPart(labelled, levels, { ranks, narrowedBy, isSafe: head.isSafe }) : kept;
  const part = readRankedPart(ranked, ranks);
  if (candidates !== undefined) {
    const all = head.isNarrow ? part.all : undefined;
    return { found: countColumns(countCandidates(candidates, part.searched, all)) };
  }
  const { least, maxLength } = head.state;
  const longest = rules === undefined ? Number.POSITIVE_INFINITY : computeMostProducts(rules);
  const limits = {
    maxItemsets: budget.maxCandidates,
    maxWork: budget.maxWork,
    maxLength: Math.max(1, Math.min(maxLength ?? Number.POSITIVE_INFINITY, longest)),
  };
  const leastHere = computeLeastInPart(least, part.searchedCount, head.searched);
  const { trie, complete } = searchRanked(takeRanks(part.searched), apart, leastHere, limits);
  return {
    found: holdColumns(complete ? packTrie('itemsets', trie) : {}),
    kept: labelled && ranked,
    sent:
      labelled &&
      sendBlocks(
        labelled,
        kept.has('sequences') ? readSequences(kept.columns('sequences')) : undefined,
        known,
        levels,
      ),
  };
}

function sendBlocks(
  labelled: UnpackedColumns,
  sequences: OrderSequences | undefined,
  { serving, profiles }: SearchKnown,
  levels: ItemLevels | undefined,
): Iterable<Uint8Array> | undefined {
  const pairs = serving && sendPairs(labelled, pickFirstLevel(levels), serving);
  return sequences && profiles ? sendProfiles(sequences, profiles, pairs) : pairs;
}

/** The result of a join: another pass of the search, or its answer. */
export type SearchEnd = { readonly known: SearchKnown } | { readonly answer: SearchAnswer };

/** Joins the candidates of all partitions. */
export class SearchJoin {
  private united: ItemsetTrie | undefined;
  private isComplete = true;
  private readonly known: SearchKnown;
  private readonly budget: SearchBudget;

  constructor(known: SearchKnown, budget: SearchBudget) {
    this.known = known;
    this.budget = budget;
  }

  add(found: UnpackedColumns): void {
    if (!this.isComplete) return;
    const trie = readTrie(found, 'itemsets');
    if (trie === undefined) this.isComplete = false;
    else {
      this.united = this.united === undefined ? trie : uniteTries(this.united, trie);
      this.isComplete = this.united.size - 1 <= this.budget.maxCandidates;
    }
  }

  end(): SearchEnd {
    const { known, united } = this;
    const limbs = known.head.isSafe ? 1 : LIMBS;
    const fits =
      this.isComplete && united !== undefined && locateSums(united, LONGEST).total * limbs <= MAX_SUMS;
    if (fits) return { known: { ...known, candidates: united } };
    return endAttempt(known, undefined);
  }
}

/** Joins the counts of the candidates in all partitions. */
export class CandidateJoin {
  private readonly counts: CountJoin;
  private readonly candidates: ItemsetTrie;
  private readonly known: SearchKnown;
  private readonly limits: AnswerLimits;

  constructor(known: SearchKnown, candidates: ItemsetTrie, limits: AnswerLimits) {
    this.known = known;
    this.candidates = candidates;
    this.limits = limits;
    this.counts = new CountJoin(candidates.size);
  }

  add(found: UnpackedColumns): void {
    this.counts.add(found);
  }

  end(): SearchEnd {
    const { known, candidates, limits } = this;
    const counted = pickFrequentCandidates(candidates, this.counts.counts(), known.head.state.least);
    const fits = limits.accept(counted);
    return endAttempt(known, fits ? counted : undefined);
  }
}

/** `counted`: the result of the attempt, undefined if it exceeded the budget. */
function endAttempt(known: SearchKnown, counted: CountedItemsets | undefined): SearchEnd {
  const { head, ranks } = known;
  const outcome = {
    fits: counted !== undefined,
    longest: counted === undefined ? 0 : findLongestItemset(counted.trie),
  };
  const step = decideNextStep(head.state, outcome, head.basketCount);
  if ('attempt' in step) {
    const held = step.holds ? counted : known.held;
    return { known: { ...known, head: { ...head, state: step.attempt }, candidates: undefined, held } };
  }
  const answers = { these: counted, held: known.held, none: undefined };
  const itemsets = answers[step.answer] ?? { trie: new ItemsetTrie(), sums: [new Float64Array()] };
  return { answer: { head, ranks, counted: itemsets, of: step.of } };
}

export function mineAnsweredRules(
  { head, ranks, counted, of }: SearchAnswer,
  settings: MbaSettings,
  budget: SearchBudget,
): WeighableRules & Pick<MinedRules, 'warnings'> {
  const { basketCount, chance, scale, asked } = head;
  // After a search at a higher support, the first ranks remain.
  const productOf = Uint32Array.from({ length: counted.trie.getDegree(0) }, (_, rank) => rank);
  const itemsets = { trie: counted.trie, productOf, complete: true };
  const found = rankSummedRules(
    { products: ranks, scale, sums: toStoredSums(counted) },
    itemsets,
    toMiningOptions(settings, head.figures),
    { basketCount, chance },
  );
  const limits = new AnswerLimits(budget, settings.rules);
  return addSearchWarnings(found, of, { least: asked, minSupport: settings.minSupport }, basketCount, limits);
}
