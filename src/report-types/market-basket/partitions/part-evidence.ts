// The pass after the search: what the values of the rules that findings are chosen from rest on, and what partitions have
// sent each other for recommendations and profiles.
import { unpackRankedPart } from '../../../core/basket-parts/ranked-part.ts';
import { type Column, packColumns, unpackColumns } from '../../../core/extract/packed-columns.ts';
import {
  joinSpreads,
  type SpreadRule,
  type ValueSpread,
  valueSpreads,
} from '../../../core/mining/value-spread.ts';
import type { WholeDataset } from '../../../core/partitions/part-columns.ts';
import { ProfileBlocksJoin } from '../../../core/product-profiles/profile-blocks.ts';
import { blocksOfPart, type KeptPartners } from '../../../core/recommendations/pair-blocks.ts';
import type { Part, PartJoin, PartResult } from '../../partitioned.ts';
import { analysisOf, fieldNotes, supportOf } from '../analyse.ts';
import type { MarketBasketKind } from '../definition.ts';
import type { MbaSettings } from '../settings.ts';
import { rulesToWeigh } from '../supported-rules.ts';
import { profilesOfParts, withoutProfiles } from './part-profiles.ts';
import { rulesOfAnswer, type SearchBudget } from './part-search.ts';
import { evidenceOfParts, partnersIn, partnersInPart } from './part-serving.ts';
import {
  type Answer,
  packAnsweredKnown,
  type SearchKnown,
  type Sent,
  sentIn,
  unpackAnsweredKnown,
} from './search-known.ts';

/** The report, if its rules are all that is left to say of it; else another pass. */
export function afterSearch(
  answer: Answer,
  { serving, profiles }: Pick<SearchKnown, 'serving' | 'profiles'>,
  settings: MbaSettings,
  budget: SearchBudget,
): ReturnType<PartJoin<MarketBasketKind>['end']> {
  const mined = rulesOfAnswer(answer, settings, budget);
  const { figures, scale } = answer.head;
  const weighed = rulesToWeigh(mined.rules, supportOf(figures, settings));
  const receives = serving !== undefined || profiles !== undefined;
  if (weighed.length === 0 && !receives)
    return { analysis: analysisOf(figures, settings, mined, { scale, spreads: [] }) };
  const bytes = packAnsweredKnown({ weighed, serving, profiles, report: answer });
  return { known: { stage: 'evidence', bytes }, receives };
}

export function evidenceInPart(part: Part, { parts }: WholeDataset, known: Uint8Array): PartResult {
  const { ranks, weighed, ...sent } = sentIn(known);
  return {
    found: packColumns({
      ...(weighed.length > 0 && spreadColumns(spreadsInPart(part, ranks, weighed))),
      ...exchangedColumns(part, parts, sent),
    }),
  };
}

function spreadsInPart(
  { kept }: Part,
  ranks: readonly string[],
  weighed: readonly SpreadRule[],
): ValueSpread[] {
  if (kept === undefined) throw new Error('the search kept no baskets of this partition');
  return valueSpreads(unpackRankedPart(kept, ranks).searched, weighed);
}

function spreadColumns(spreads: readonly ValueSpread[]): Record<string, Column> {
  return {
    spreadSums: { kind: 'doubles', values: Float64Array.from(spreads.flatMap(({ sums }) => sums)) },
    spreadSizes: { kind: 'counts', values: Uint32Array.from(spreads, ({ largest }) => largest.length) },
    spreadLargest: {
      kind: 'doubles',
      values: Float64Array.from(spreads.flatMap(({ largest }) => [...largest])),
    },
  };
}

function spreadsIn(columns: ReturnType<typeof unpackColumns>): ValueSpread[] {
  const [sums, largest] = [columns.doubles('spreadSums'), columns.doubles('spreadLargest')];
  const sizes = Array.from(columns.integers('spreadSizes'));
  const limbs = sums.length / sizes.length;
  let to = 0;
  return sizes.map((size, at) => {
    to += size;
    return {
      sums: [...sums.subarray(at * limbs, (at + 1) * limbs)],
      largest: Float64Array.from(largest.subarray(to - size, to)),
    };
  });
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
          partners: { kind: 'bytes', values: partnersInPart(index, parts, blocks, serving, basketCount) },
        };
  if (profiles === undefined) return serving === undefined ? {} : partners(received());
  const join = new ProfileBlocksJoin(profiles);
  const pairs = withoutProfiles(received(), blocksOfPart(index, parts, profiles.blocks), join);
  const found = partners(pairs);
  // Without recommendations, nobody has taken the blocks.
  for (const _ of pairs);
  return { profiles: { kind: 'bytes', values: join.bytes() }, ...found };
}

export function evidencePass(
  settings: MbaSettings,
  known: Uint8Array,
  budget: SearchBudget,
): PartJoin<MarketBasketKind> {
  const { weighed, serving, profiles: ofWhole, report } = unpackAnsweredKnown(known);
  const partners: KeptPartners[] = [];
  const ofProfiles: Uint8Array[] = [];
  let spreads: readonly ValueSpread[] | undefined;
  return {
    add(found) {
      const columns = unpackColumns(found);
      if (columns.has('spreadSums')) {
        const here = spreadsIn(columns);
        spreads = spreads === undefined ? here : joinSpreads(spreads, here, weighed);
      }
      if (columns.has('profiles')) ofProfiles.push(new Uint8Array(columns.bytes('profiles')));
      if (columns.has('partners')) partners.push(partnersIn(columns.bytes('partners')));
    },
    end() {
      const mined = rulesOfAnswer(report, settings, budget);
      const { figures, basketCount, scale } = report.head;
      const profiles = ofWhole && profilesOfParts(ofProfiles, ofWhole);
      const evidence = serving && evidenceOfParts(partners, serving, basketCount, settings);
      const notes = fieldNotes(serving?.fieldValues);
      return {
        analysis: analysisOf(
          figures,
          settings,
          mined,
          { scale, spreads: spreads ?? [] },
          { evidence, notes, profiles },
        ),
      };
    },
  };
}
