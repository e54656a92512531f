// Packs the state between two passes of a search for itemsets, and of recommendations, as columns.
import {
  packCountedItemsets,
  packTrie,
  readCountedItemsets,
  readTrie,
} from '../../../basket-parts/packed-itemsets.ts';
import { packReorders, readReorders } from '../../../basket-parts/survey.ts';
import type { ItemLists } from '../../../baskets/basket-columns.ts';
import type { ItemValues } from '../../../baskets/item-values.ts';
import { holdColumns, type PackedColumn, type UnpackedColumns } from '../../../extract/packed-columns.ts';
import type { BasketPeriods } from '../../../mining/periods.ts';
import type { Chance } from '../../../mining/rule-chance.ts';
import type { WeighedRule } from '../../../mining/rule-evidence.ts';
import type { SearchAttempt, SearchState } from '../../../mining/search/search-budget.ts';
import type { CountedItemsets } from '../../../mining/sets/candidate-table.ts';
import type { ItemsetTrie } from '../../../mining/sets/itemset-trie.ts';
import type { NextOrderTest } from '../../../recommendations/next-orders.ts';
import type { ReorderCounts } from '../../../recommendations/reorders.ts';
import type { BasketFigures } from '../basket-figures.ts';
import { type ProfilesKnown, packProfiles, readProfiles } from './part-profiles.ts';

/** The constants from the survey on, and the state of the search. Plain values. */
interface SearchHead {
  readonly figures: BasketFigures;
  readonly basketCount: number;
  /** Number of searched baskets among these. */
  readonly searched: number;
  readonly isNarrow: boolean;
  readonly isSafe: boolean;
  readonly scale: number;
  /** The expectations of rules by chance. */
  readonly chance: Chance;
  readonly periods: BasketPeriods;
  /** Fewest baskets, as requested. */
  readonly asked: number;
  readonly state: SearchState;
}

export interface SearchKnown {
  readonly head: SearchHead;
  readonly ranks: readonly string[];
  /** Lists by rank. */
  readonly apart: ItemLists | undefined;
  /** Itemsets to count; undefined in a pass that searches. */
  readonly candidates: ItemsetTrie | undefined;
  /** The result of an earlier attempt, and the answer unless a better one fits. */
  readonly held: CountedItemsets | undefined;
  /** Undefined if the report serves no recommendations. */
  readonly serving: ServingKnown | undefined;
  /** Undefined if the report requests no profiles. */
  readonly profiles: ProfilesKnown | undefined;
}

/** The requested itemsets, or those of the smaller question in `of`. */
export interface SearchAnswer {
  readonly head: SearchHead;
  readonly ranks: readonly string[];
  readonly counted: CountedItemsets;
  readonly of: SearchAttempt;
}

/** The state after the search, for the pass that reads values and joins the blocks that partitions have sent. */
export interface AnsweredKnown extends SentToParts {
  /** The rules whose evidence is gathered. */
  readonly weighed: readonly WeighedRule[];
  readonly report: SearchAnswer;
}

/** Settings of the blocks that partitions have sent; both undefined if they have sent none. */
export interface SentToParts {
  readonly serving: ServingKnown | undefined;
  readonly profiles: ProfilesKnown | undefined;
}

export function searchColumns(known: SearchKnown): UnpackedColumns {
  const { head, ranks, apart, candidates, held, serving, profiles } = known;
  return holdColumns({
    head: [JSON.stringify(head)],
    ranks,
    ...(apart && {
      apartStart: apart.start,
      apartOther: apart.other,
    }),
    ...(candidates && packTrie('candidates', candidates)),
    ...(held && packCountedItemsets('held', held)),
    ...(serving && packServing(serving)),
    ...(profiles && packProfiles(profiles)),
  });
}

export function searchIn(columns: UnpackedColumns): SearchKnown {
  const [text = ''] = columns.texts('head');
  const head: SearchHead = JSON.parse(text);
  return {
    head,
    ranks: columns.texts('ranks'),
    apart: columns.has('apartStart')
      ? {
          start: Uint32Array.from(columns.integers('apartStart')),
          other: Uint32Array.from(columns.integers('apartOther')),
        }
      : undefined,
    candidates: readTrie(columns, 'candidates'),
    held: readCountedItemsets(columns, 'held'),
    serving: readServing(columns),
    profiles: readProfiles(columns),
  };
}

export function packAnswered({ weighed, serving, profiles, report }: AnsweredKnown): UnpackedColumns {
  return holdColumns({
    weighed: [JSON.stringify(weighed)],
    ...(serving && packServing(serving)),
    ...(profiles && packProfiles(profiles)),
    ...packAnswer(report),
  });
}

/** Reads the part that partitions need, without the itemsets, which may be many. */
export function readSent(
  columns: UnpackedColumns,
): Omit<AnsweredKnown, 'report'> & Pick<SearchHead, 'basketCount' | 'periods'> & Pick<SearchAnswer, 'ranks'> {
  const [text = '[]'] = columns.texts('weighed');
  return {
    weighed: JSON.parse(text),
    serving: readServing(columns),
    profiles: readProfiles(columns),
    ...readAnswerHead(columns).head,
    ranks: columns.texts('ranks'),
  };
}

export function readAnswered(columns: UnpackedColumns): AnsweredKnown {
  const counted = readCountedItemsets(columns, 'report');
  if (counted === undefined) throw new Error('the search of the report is not answered');
  const { ranks, weighed, serving, profiles } = readSent(columns);
  return { weighed, serving, profiles, report: { ...readAnswerHead(columns), ranks, counted } };
}

function packAnswer({ head, ranks, counted, of }: SearchAnswer): Record<string, PackedColumn> {
  return {
    answer: [JSON.stringify({ head, of })],
    ranks,
    ...packCountedItemsets('report', counted),
  };
}

function readAnswerHead(columns: UnpackedColumns): Pick<SearchAnswer, 'head' | 'of'> {
  const [text = ''] = columns.texts('answer');
  return JSON.parse(text);
}

export interface ServingKnown {
  /**
   * Items of the first level by index, in the sequence of one function over the whole dataset, with the number of
   * baskets of each and their weight.
   */
  readonly items: readonly string[];
  readonly frequency: Uint32Array;
  readonly weight: Float64Array;
  /** Number of baskets by number of items. */
  readonly sizes: Uint32Array;
  /** Pairs of baskets with more items than this are skipped; infinite if none are. */
  readonly largestBasket: number;
  /** Number of blocks of pairs: a multiple of the number of partitions. */
  readonly blocks: number;
  /** Per item; undefined where a basket is a customer. */
  readonly reorders: ReorderCounts | undefined;
  readonly fieldValues: ItemValues | undefined;
  /** Scores tested on the next orders of sampled customers. */
  readonly next: NextOrderTest | undefined;
}

interface ServingHead extends Pick<ServingKnown, 'blocks' | 'next'> {
  /** Null: infinite. */
  readonly largestBasket: number | null;
  readonly fields: Pick<ItemValues, 'fields' | 'values'> | null;
  readonly cut: readonly (readonly [field: string, products: number])[];
}

function packServing(serving: ServingKnown): Record<string, PackedColumn> {
  const { items, frequency, weight, sizes, largestBasket, blocks, reorders, fieldValues, next } = serving;
  const head: ServingHead = {
    blocks,
    next,
    largestBasket: Number.isFinite(largestBasket) ? largestBasket : null,
    fields: fieldValues === undefined ? null : { fields: fieldValues.fields, values: fieldValues.values },
    cut: [...(fieldValues?.cut ?? [])],
  };
  return {
    serving: [JSON.stringify(head)],
    servedItems: items,
    servedFrequency: frequency,
    servedWeight: weight,
    servedSizes: sizes,
    ...packReorders(reorders),
    ...(fieldValues && {
      servedValueStart: fieldValues.ofItem.start,
      servedValueOther: fieldValues.ofItem.other,
    }),
  };
}

/** Undefined if the report serves no recommendations. */
function readServing(columns: UnpackedColumns): ServingKnown | undefined {
  if (!columns.has('serving')) return undefined;
  const [text = ''] = columns.texts('serving');
  const { blocks, next, largestBasket, fields, cut }: ServingHead = JSON.parse(text);
  const readCounts = (name: string): Uint32Array => Uint32Array.from(columns.integers(name));
  return {
    items: columns.texts('servedItems'),
    frequency: readCounts('servedFrequency'),
    weight: Float64Array.from(columns.doubles('servedWeight')),
    sizes: readCounts('servedSizes'),
    largestBasket: largestBasket ?? Number.POSITIVE_INFINITY,
    blocks,
    next,
    reorders: readReorders(columns),
    fieldValues:
      fields === null
        ? undefined
        : {
            ...fields,
            ofItem: { start: readCounts('servedValueStart'), other: readCounts('servedValueOther') },
            cut: new Map(cut),
          },
  };
}
