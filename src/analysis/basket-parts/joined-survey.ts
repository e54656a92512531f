// Joins the surveys of all partitions into one. Items have the indexes that one function over the whole dataset gives
// them.
import { type ItemLevels, pickFirstLevel } from '../../contract/settings/product-levels.ts';
import { type ItemLists, locateAmong } from '../baskets/basket-columns.ts';
import { type FeeCounts, findFees } from '../baskets/fees.ts';
import type { BasketTotals } from '../baskets/fill-baskets.ts';
import { createItemLists, listLevelItems } from '../baskets/item-levels.ts';
import { type ItemValues, joinItemValues } from '../baskets/item-values.ts';
import type { UnpackedColumns } from '../extract/packed-columns.ts';
import { type BasketPeriods, joinWeeks, splitPeriods } from '../mining/periods.ts';
import { joinSamples } from '../recommendations/customer-sample.ts';
import type { ReorderCounts } from '../recommendations/reorders.ts';
import type { TimedBaskets } from '../recommendations/tested-scores.ts';
import { JoinedLabels, JoinedTotals } from './joined-totals.ts';
import { readSurvey, type ServingSettings, type Survey, type SurveySettings } from './survey.ts';

export interface JoinedSurvey {
  readonly labels: readonly string[];
  readonly totals: BasketTotals;
  /** Items by index; the other fields are those of `Survey`. */
  readonly items: readonly string[];
  readonly frequency: Uint32Array;
  readonly heldFrequency: Uint32Array;
  /** Number of baskets by number of items. */
  readonly sizes: Uint32Array;
  readonly apart: ItemLists | undefined;
  readonly basketCount: number;
  readonly held: number;
  readonly entries: number;
  readonly periods: BasketPeriods;
  readonly firstEntries: number;
  /** Items of the first level, by index. */
  readonly firstItems: readonly string[];
  readonly fees: readonly string[];
  /** Whether every sum of values is a safe integer. */
  readonly isSafe: boolean;
  /** The inputs of recommendations; undefined if the report computes none. */
  readonly serving: JoinedServing | undefined;
}

/** Figures of the items of the first level, by index. */
export interface JoinedServing {
  readonly items: readonly string[];
  readonly frequency: Uint32Array;
  /** Sum of the weights of the baskets with the item. */
  readonly weight: Float64Array;
  /** Number of baskets by number of items. */
  readonly sizes: Uint32Array;
  /** Undefined where a basket is a customer. */
  readonly reorders: ReorderCounts | undefined;
  readonly fieldValues: ItemValues | undefined;
  /** Baskets of sampled customers; undefined where a basket is a customer. */
  readonly sample: TimedBaskets | undefined;
}

export class SurveyJoin {
  private readonly parts: { readonly survey: Survey; readonly labelOf: Uint32Array }[] = [];
  private readonly labels = new JoinedLabels();
  private readonly totals: JoinedTotals;

  constructor(scale: number) {
    this.totals = new JoinedTotals(scale);
  }

  /** `columns`: one partition's. Partitions are added in their sequence. */
  add(columns: UnpackedColumns): void {
    const survey = readSurvey(columns);
    this.totals.add(survey.totals);
    this.parts.push({ survey, labelOf: this.labels.add(survey) });
  }

  end({ levels, serving }: Pick<SurveySettings, 'levels' | 'serving'>): JoinedSurvey {
    const { labels, indexOf } = this.labels.sequence();
    const surveys = this.parts.map(({ survey }) => survey);
    const own = this.parts.map(({ labelOf }) => labelOf.map((label) => indexOf[label]));
    const firstLevel = pickFirstLevel(levels);
    const items = listItemNames(labels, levels);
    const first = listItemNames(labels, firstLevel);
    const locateNames = (all: readonly string[], of: ItemLevels | undefined): Uint32Array[] =>
      of === undefined ? own : surveys.map((survey) => locateAmong(all, listItemNames(survey.labels, of)));
    const itemOf = locateNames(items, levels);
    const firstOf = locateNames(first, firstLevel);
    const bought = addByIndex(
      surveys.map(({ firstFrequency }) => firstFrequency),
      firstOf,
      first.length,
    );
    const firstEntries = bought.reduce((sum, count) => sum + count, 0);
    const rowsOfLabel = surveys.flatMap(({ totals }) => totals.rowsOfLabel ?? []);
    const size = surveys.reduce((sum, survey) => sum + survey.size, 0);
    return {
      labels,
      totals: this.totals.totals(
        rowsOfLabel.length === 0 ? undefined : addByIndex(rowsOfLabel, own, labels.length),
      ),
      items,
      frequency: addByIndex(
        surveys.map(({ frequency }) => frequency),
        itemOf,
        items.length,
      ),
      heldFrequency: addByIndex(
        surveys.map(({ heldFrequency }) => heldFrequency),
        itemOf,
        items.length,
      ),
      sizes: addSizeCounts(surveys.map(({ sizes }) => sizes)),
      apart: surveys.some(({ apart }) => apart !== undefined)
        ? joinApart(surveys, itemOf, items.length)
        : undefined,
      basketCount: surveys.reduce((sum, { basketCount }) => sum + basketCount, 0),
      held: surveys.reduce((sum, { held }) => sum + held, 0),
      entries: surveys.reduce((sum, { entries }) => sum + entries, 0),
      periods: splitPeriods(joinWeeks(surveys.map(({ weeks }) => weeks))),
      firstEntries,
      firstItems: first,
      fees: findFees(first, bought, firstEntries, joinFees(surveys, firstOf, first.length)),
      isSafe: size <= Number.MAX_SAFE_INTEGER,
      serving: serving && {
        items: first,
        frequency: bought,
        weight: addWeights(surveys, firstOf, first.length),
        sizes: addSizeCounts(surveys.map((survey) => survey.serving?.sizes ?? [])),
        reorders: addReorders(surveys, firstOf, first.length),
        fieldValues: joinValues(surveys, labels, firstLevel, serving),
        sample: joinSampled(surveys, firstOf, first),
      },
    };
  }
}

function listItemNames(labels: readonly string[], levels: ItemLevels | undefined): readonly string[] {
  return levels === undefined ? labels : listLevelItems(labels, levels.ofLabel, levels.shown);
}

function addWeights(
  surveys: readonly Survey[],
  indexOf: readonly Uint32Array[],
  length: number,
): Float64Array {
  const sums = new Float64Array(length);
  for (const [part, { serving }] of surveys.entries())
    for (const [at, weight] of serving?.weight.entries() ?? []) sums[indexOf[part][at]] += weight;
  return sums;
}

function addReorders(
  surveys: readonly Survey[],
  indexOf: readonly Uint32Array[],
  length: number,
): ReorderCounts | undefined {
  const counts = surveys.map(({ serving }) => serving?.reorders);
  if (counts.every((each) => each === undefined)) return undefined;
  return {
    chances: addByIndex(
      counts.map((each) => each?.chances ?? []),
      indexOf,
      length,
    ),
    again: addByIndex(
      counts.map((each) => each?.again ?? []),
      indexOf,
      length,
    ),
  };
}

function joinSampled(
  surveys: readonly Survey[],
  indexOf: readonly Uint32Array[],
  items: readonly string[],
): TimedBaskets | undefined {
  const samples = surveys.flatMap(({ serving }) => serving?.sample ?? []);
  return samples.length < surveys.length ? undefined : joinSamples(samples, indexOf, items);
}

function addSizeCounts(sizes: readonly ArrayLike<number>[]): Uint32Array {
  const sums = new Uint32Array(Math.max(0, ...sizes.map(({ length }) => length)));
  for (const counts of sizes) for (let size = 0; size < counts.length; size++) sums[size] += counts[size];
  return sums;
}

function joinValues(
  surveys: readonly Survey[],
  labels: readonly string[],
  firstLevel: ItemLevels | undefined,
  { levels, fields }: ServingSettings,
): ItemValues | undefined {
  if (fields.length === 0) return undefined;
  const createLabelNames = (of: readonly string[]) => ({
    labels: of,
    levels,
    items: listItemNames(of, firstLevel),
  });
  const parts = surveys.map((survey) => ({
    ...createLabelNames(survey.labels),
    counts: survey.serving?.values ?? [],
  }));
  return joinItemValues(createLabelNames(labels), parts, fields);
}

/** Adds up the counts of each partition, moved from its own indexes to those of the whole dataset. */
function addByIndex(
  counts: readonly ArrayLike<number>[],
  indexOf: readonly Uint32Array[],
  length: number,
): Uint32Array {
  const sums = new Uint32Array(length);
  for (const [part, own] of counts.entries())
    for (let at = 0; at < own.length; at++) sums[indexOf[part][at]] += own[at];
  return sums;
}

function joinFees(
  surveys: readonly Survey[],
  indexOf: readonly Uint32Array[],
  products: number,
): FeeCounts[] {
  const joined = new Map<number, { others: number; readonly together: Uint32Array }>();
  for (const [part, { fees }] of surveys.entries()) {
    for (const { fee: own, others, together } of fees) {
      const fee = indexOf[part][own];
      const counts = joined.get(fee) ?? { others: 0, together: new Uint32Array(products) };
      joined.set(fee, counts);
      counts.others += others;
      for (const [other, count] of together.entries()) counts.together[indexOf[part][other]] += count;
    }
  }
  return Array.from(joined, ([fee, counts]) => ({ fee, ...counts }));
}

function joinApart(surveys: readonly Survey[], indexOf: readonly Uint32Array[], items: number): ItemLists {
  const lists = Array.from({ length: items }, () => new Set<number>());
  for (const [part, { apart }] of surveys.entries()) {
    if (apart === undefined) continue;
    for (let own = 0; own + 1 < apart.start.length; own++) {
      const list = lists[indexOf[part][own]];
      for (let at = apart.start[own]; at < apart.start[own + 1]; at++)
        list.add(indexOf[part][apart.other[at]]);
    }
  }
  return createItemLists(lists);
}
