// The pass after the search: what the values of the rules that findings are chosen from rest on, and what partitions have
// sent each other for recommendations and profiles.

import type { MarketBasketKind } from '../../../../contract/report-types/market-basket/definition.ts';
import type { MbaSettings } from '../../../../contract/report-types/market-basket/settings.ts';
import { rankedPartIn } from '../../../basket-parts/ranked-part.ts';
import { type Column, heldColumns, type UnpackedColumns } from '../../../extract/packed-columns.ts';
import type { Periods } from '../../../mining/periods.ts';
import {
  gatherRuleEvidence,
  type JointEvidence,
  joinRuleEvidence,
  type RuleEvidence,
  type WeighedRule,
} from '../../../mining/rule-evidence.ts';
import type { WholeDataset } from '../../../partitions/part-columns.ts';
import { ProfileBlocksJoin } from '../../../product-profiles/profile-blocks.ts';
import { blocksOfPart, type KeptPartners } from '../../../recommendations/pair-blocks.ts';
import type { Part, PartJoin, PartResult } from '../../partitioned.ts';
import { analysisOf, fieldNotes } from '../analyse.ts';
import { profilesOfParts, withoutProfiles } from './part-profiles.ts';
import { rulesOfAnswer, type SearchBudget } from './part-search.ts';
import { evidenceOfParts, partnersIn, partnersInPart } from './part-serving.ts';
import {
  type Answer,
  answeredColumns,
  answeredIn,
  type SearchKnown,
  type Sent,
  sentIn,
} from './search-known.ts';

/** The report, if its rules are all that is left to say of it; else another pass. */
export function afterSearch(
  answer: Answer,
  { serving, profiles }: Pick<SearchKnown, 'serving' | 'profiles'>,
  settings: MbaSettings,
  budget: SearchBudget,
): ReturnType<PartJoin<MarketBasketKind>['end']> {
  const found = rulesOfAnswer(answer, settings, budget);
  const { figures, periods } = answer.head;
  const receives = serving !== undefined || profiles !== undefined;
  if (found.toWeigh.length === 0 && !receives) {
    const none = { rules: [], sides: [], squares: 0 };
    return { analysis: analysisOf(figures, settings, { ...found, ...found.weigh(none, periods) }) };
  }
  const columns = answeredColumns({ weighed: found.toWeigh, serving, profiles, report: answer });
  return { known: { stage: 'evidence', columns }, receives };
}

export function evidenceInPart(part: Part, { parts }: WholeDataset, known: UnpackedColumns): PartResult {
  const { ranks, weighed, periods, ...sent } = sentIn(known);
  return {
    found: heldColumns({
      ...(weighed.length > 0 && evidenceColumns(evidenceOf(part, ranks, weighed, periods))),
      ...exchangedColumns(part, parts, sent),
    }),
  };
}

function evidenceOf(
  { kept }: Part,
  ranks: readonly string[],
  weighed: readonly WeighedRule[],
  periods: Periods,
): RuleEvidence {
  if (kept === undefined) throw new Error('the search kept no baskets of this partition');
  const { all, customers } = rankedPartIn(kept, ranks);
  return gatherRuleEvidence(all, weighed, periods, customers);
}

function evidenceColumns({ rules, sides, squares: ofAll }: RuleEvidence): Record<string, Column> {
  const ofRules = (figure: (rule: JointEvidence) => number) => Float64Array.from(rules, figure);
  return {
    customers: ofRules(({ customers }) => customers),
    squares: ofRules(({ squares }) => squares),
    products: ofRules(({ products }) => products),
    squaresOfAll: Float64Array.of(ofAll),
    sums: Float64Array.from(rules.flatMap(({ sums }) => sums)),
    largestCounts: Uint32Array.from(rules, ({ largest }) => largest.length),
    largest: joinedArrays(rules.map(({ largest }) => largest)),
    sides: Uint32Array.from(joinedArrays(sides)),
  };
}

/** `periods`: how many there are, that of baskets without a date included. */
function evidenceIn(columns: UnpackedColumns, periods: number): RuleEvidence {
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

function joinedArrays(arrays: readonly ArrayLike<number>[]): Float64Array {
  const joined = new Float64Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    joined.set(array, at);
    at += array.length;
  }
  return joined;
}

function exchangedColumns(
  { index, received }: Part,
  parts: number,
  { serving, profiles, basketCount }: Sent & { readonly basketCount: number },
): Record<string, Column> {
  const partners = (blocks: Iterable<readonly Uint8Array[]>): Record<string, Column> =>
    serving === undefined
      ? {}
      : {
          partners: partnersInPart(index, parts, blocks, serving, basketCount),
        };
  if (profiles === undefined) return serving === undefined ? {} : partners(received());
  const join = new ProfileBlocksJoin(profiles);
  const pairs = withoutProfiles(received(), blocksOfPart(index, parts, profiles.blocks), join);
  const found = partners(pairs);
  // Without recommendations, nobody has taken the blocks.
  for (const _ of pairs);
  return { profiles: join.bytes(), ...found };
}

export function evidencePass(
  settings: MbaSettings,
  known: UnpackedColumns,
  budget: SearchBudget,
): PartJoin<MarketBasketKind> {
  const { weighed, serving, profiles: ofWhole, report } = answeredIn(known);
  const { periods } = report.head;
  const partners: KeptPartners[] = [];
  const ofProfiles: Uint8Array[] = [];
  let evidence: RuleEvidence | undefined;
  return {
    add(columns) {
      if (columns.has('squares')) {
        const here = evidenceIn(columns, periods.baskets.length);
        evidence = evidence === undefined ? here : joinRuleEvidence(evidence, here, weighed);
      }
      if (columns.has('profiles')) ofProfiles.push(new Uint8Array(columns.bytes('profiles')));
      if (columns.has('partners')) partners.push(partnersIn(columns.columns('partners')));
    },
    end() {
      const found = rulesOfAnswer(report, settings, budget);
      const mined = { ...found, ...found.weigh(evidence ?? { rules: [], sides: [], squares: 0 }, periods) };
      const { figures, basketCount } = report.head;
      return {
        analysis: analysisOf(figures, settings, mined, {
          evidence: serving && evidenceOfParts(partners, serving, basketCount, settings),
          notes: fieldNotes(serving?.fieldValues),
          profiles: ofWhole && profilesOfParts(ofProfiles, ofWhole),
        }),
      };
    },
  };
}
