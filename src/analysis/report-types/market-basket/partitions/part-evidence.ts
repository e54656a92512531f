// Runs the pass after the search: gathers the evidence of the rules that findings are chosen from, and joins the blocks
// that partitions have sent for recommendations and profiles.

import type { MarketBasketKind } from '../../../../contract/report-types/market-basket/definition.ts';
import type { MbaSettings } from '../../../../contract/report-types/market-basket/settings.ts';
import { readRankedPart } from '../../../basket-parts/ranked-part.ts';
import { holdColumns, type PackedColumn, type UnpackedColumns } from '../../../extract/packed-columns.ts';
import type { BasketPeriods } from '../../../mining/periods.ts';
import {
  gatherRuleEvidence,
  type JointEvidence,
  joinRuleEvidence,
  type RuleEvidence,
  type WeighedRule,
} from '../../../mining/rule-evidence.ts';
import type { WholeDataset } from '../../../partitions/part-columns.ts';
import { ProfileBlocksJoin } from '../../../product-profiles/profile-blocks.ts';
import { type KeptPartners, listPartBlocks } from '../../../recommendations/pair-blocks.ts';
import type { Part, PartJoin, PartResult } from '../../partitioned.ts';
import { createBasketAnalysis, describeFieldProblems } from '../analyse.ts';
import { joinPartProfiles, withoutProfiles } from './part-profiles.ts';
import { mineAnsweredRules, type SearchBudget } from './part-search.ts';
import { countPartnersInPart, joinEvidence, readKeptPartners } from './part-serving.ts';
import {
  packAnswered,
  readAnswered,
  readSent,
  type SearchAnswer,
  type SearchKnown,
  type SentToParts,
} from './search-known.ts';

/** Returns the report, if only its rules are missing; otherwise another pass. */
export function endSearch(
  answer: SearchAnswer,
  { serving, profiles }: Pick<SearchKnown, 'serving' | 'profiles'>,
  settings: MbaSettings,
  budget: SearchBudget,
): ReturnType<PartJoin<MarketBasketKind>['end']> {
  const found = mineAnsweredRules(answer, settings, budget);
  const { figures, periods } = answer.head;
  const receives = serving !== undefined || profiles !== undefined;
  if (found.toWeigh.length === 0 && !receives) {
    const none = { rules: [], sides: [], squares: 0 };
    return { analysis: createBasketAnalysis(figures, settings, { ...found, ...found.weigh(none, periods) }) };
  }
  const columns = packAnswered({ weighed: found.toWeigh, serving, profiles, report: answer });
  return { known: { stage: 'evidence', columns }, receives };
}

export function gatherEvidenceInPart(
  part: Part,
  { parts }: WholeDataset,
  known: UnpackedColumns,
): PartResult {
  const { ranks, weighed, periods, ...sent } = readSent(known);
  return {
    found: holdColumns({
      ...(weighed.length > 0 && packEvidence(gatherPartEvidence(part, ranks, weighed, periods))),
      ...packExchanged(part, parts, sent),
    }),
  };
}

function gatherPartEvidence(
  { kept }: Part,
  ranks: readonly string[],
  weighed: readonly WeighedRule[],
  periods: BasketPeriods,
): RuleEvidence {
  if (kept === undefined) throw new Error('the search kept no baskets of this partition');
  const { all, customers } = readRankedPart(kept, ranks);
  return gatherRuleEvidence(all, weighed, periods, customers);
}

function packEvidence({ rules, sides, squares: ofAll }: RuleEvidence): Record<string, PackedColumn> {
  const listFigures = (figure: (rule: JointEvidence) => number) => Float64Array.from(rules, figure);
  return {
    customers: listFigures(({ customers }) => customers),
    squares: listFigures(({ squares }) => squares),
    products: listFigures(({ products }) => products),
    squaresOfAll: Float64Array.of(ofAll),
    sums: Float64Array.from(rules.flatMap(({ sums }) => sums)),
    largestCounts: Uint32Array.from(rules, ({ largest }) => largest.length),
    largest: joinArrays(rules.map(({ largest }) => largest)),
    sides: Uint32Array.from(joinArrays(sides)),
  };
}

/** `periods`: their number, including that of baskets without a date. */
function readEvidence(columns: UnpackedColumns, periods: number): RuleEvidence {
  const [customers, squares] = [columns.doubles('customers'), columns.doubles('squares')];
  const products = columns.doubles('products');
  const [sums, largest] = [columns.doubles('sums'), columns.doubles('largest')];
  const counts = columns.integers('largestCounts');
  const sides = Uint32Array.from(columns.integers('sides'));
  const limbs = sums.length / customers.length;
  let to = 0;
  return {
    rules: Array.from(counts, (count, at) => {
      to += count;
      return {
        customers: customers[at] ?? 0,
        squares: squares[at] ?? 0,
        products: products[at] ?? 0,
        sums: [...sums.subarray(at * limbs, (at + 1) * limbs)],
        largest: Float64Array.from(largest.subarray(to - count, to)),
      };
    }),
    sides: Array.from({ length: sides.length / periods }, (_, side) =>
      sides.subarray(side * periods, (side + 1) * periods),
    ),
    squares: columns.doubles('squaresOfAll')[0] ?? 0,
  };
}

function joinArrays(arrays: readonly ArrayLike<number>[]): Float64Array {
  const joined = new Float64Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    joined.set(array, at);
    at += array.length;
  }
  return joined;
}

function packExchanged(
  { index, received }: Part,
  parts: number,
  { serving, profiles, basketCount }: SentToParts & { readonly basketCount: number },
): Record<string, PackedColumn> {
  const packPartners = (blocks: Iterable<readonly Uint8Array[]>): Record<string, PackedColumn> =>
    serving === undefined
      ? {}
      : {
          partners: countPartnersInPart(index, parts, blocks, serving, basketCount),
        };
  if (profiles === undefined) return serving === undefined ? {} : packPartners(received());
  const join = new ProfileBlocksJoin(profiles);
  const pairs = withoutProfiles(received(), listPartBlocks(index, parts, profiles.blocks), join);
  const found = packPartners(pairs);
  // Consume the blocks: without recommendations, nothing else does.
  for (const _ of pairs);
  return { profiles: join.bytes(), ...found };
}

export function createEvidencePass(
  settings: MbaSettings,
  known: UnpackedColumns,
  budget: SearchBudget,
): PartJoin<MarketBasketKind> {
  const { weighed, serving, profiles: ofWhole, report } = readAnswered(known);
  const { periods } = report.head;
  const partners: KeptPartners[] = [];
  const ofProfiles: Uint8Array[] = [];
  let evidence: RuleEvidence | undefined;
  return {
    add(columns) {
      if (columns.has('squares')) {
        const here = readEvidence(columns, periods.baskets.length);
        evidence = evidence === undefined ? here : joinRuleEvidence(evidence, here, weighed);
      }
      if (columns.has('profiles')) ofProfiles.push(new Uint8Array(columns.bytes('profiles')));
      if (columns.has('partners')) partners.push(readKeptPartners(columns.columns('partners')));
    },
    end() {
      const found = mineAnsweredRules(report, settings, budget);
      const mined = { ...found, ...found.weigh(evidence ?? { rules: [], sides: [], squares: 0 }, periods) };
      const { figures, basketCount } = report.head;
      return {
        analysis: createBasketAnalysis(figures, settings, mined, {
          evidence: serving && joinEvidence(partners, serving, basketCount, settings),
          notes: describeFieldProblems(serving?.fieldValues),
          profiles: ofWhole && joinPartProfiles(ofProfiles, ofWhole),
        }),
      };
    },
  };
}
