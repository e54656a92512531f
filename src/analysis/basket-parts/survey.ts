// Surveys the baskets of one partition before itemsets are searched: how often each item is bought, and all sums behind
// the figures beside the rules.

import type { RuleConstraints } from '../../contract/report-types/market-basket/rule-params.ts';
import {
  type ItemLevels,
  type ProductLevel,
  pickFirstLevel,
} from '../../contract/settings/product-levels.ts';
import {
  type BasketColumns,
  countBasketSizes,
  countProductFrequency,
  type ItemLists,
} from '../baskets/basket-columns.ts';
import { countFees, type FeeCounts } from '../baskets/fees.ts';
import { toItemBaskets } from '../baskets/item-levels.ts';
import { countItemValues } from '../baskets/item-values.ts';
import { holdColumns, type PackedColumn, type UnpackedColumns } from '../extract/packed-columns.ts';
import { countBasketWeeks, type WeekCounts } from '../mining/periods.ts';
import { markHoldingBaskets } from '../mining/search/narrowed-search.ts';
import { sumProductWeights } from '../recommendations/basket-work.ts';
import { type CustomerSample, sampleCustomers } from '../recommendations/customer-sample.ts';
import { countReorders, type ReorderCounts } from '../recommendations/reorders.ts';
import { type PartBaskets, type PlacedLabels, packTotals, readTotals } from './packed-baskets.ts';

export interface SurveySettings {
  readonly levels: ItemLevels | undefined;
  readonly rules?: RuleConstraints | undefined;
  /** Whether labels are product names: fees are recognised by name. */
  readonly namesProducts: boolean;
  /** The settings of recommendations; undefined if the report computes none. */
  readonly serving: ServingSettings | undefined;
}

export interface ServingSettings {
  /** The level of the items that are recommended. */
  readonly levels: readonly ProductLevel[];
  /** Custom fields that recommendations can be filtered by. */
  readonly fields: readonly string[];
  /** Most line items of sampled customers; default: that of `sampleCustomers`. */
  readonly sampledLines?: number | undefined;
}

/** The survey of one partition. Items are those of its labels (`listLevelItems`), or the labels themselves. */
export interface Survey extends PlacedLabels, Pick<PartBaskets, 'totals'> {
  readonly basketCount: number;
  /** Baskets that hold every rule considered; all baskets if there are no constraints. */
  readonly held: number;
  /** Per item: baskets, and held baskets, with it. */
  readonly frequency: ArrayLike<number>;
  readonly heldFrequency: ArrayLike<number>;
  /** Number of baskets by number of items. */
  readonly sizes: ArrayLike<number>;
  /** For items of the first level: number of baskets with each, and the counts for fees. */
  readonly firstFrequency: ArrayLike<number>;
  readonly fees: readonly FeeCounts[];
  readonly apart: ItemLists | undefined;
  /** Entries in the baskets of labels. */
  readonly entries: number;
  readonly weeks: WeekCounts;
  /** Sum of the sizes of all values in the items' baskets; infinite if the values take several limbs. */
  readonly size: number;
  readonly serving: SurveyedServing | undefined;
}

/** Figures of the baskets of items of the first level. */
interface SurveyedServing {
  /** Per item: weight of its baskets. */
  readonly weight: Float64Array;
  /** Number of baskets by number of items. */
  readonly sizes: ArrayLike<number>;
  /** Undefined where a basket is a customer. */
  readonly reorders: ReorderCounts | undefined;
  /** The counts of `countItemValues`. */
  readonly values: ArrayLike<number>;
  /** Undefined where a basket is a customer. */
  readonly sample: CustomerSample | undefined;
}

/** `customers`: ids of the partition. `lines`: number of line items of the whole dataset. */
export function surveyPart(
  part: PartBaskets,
  { customers, lines }: { readonly customers: readonly string[]; readonly lines: number },
  { levels, rules, namesProducts, serving }: SurveySettings,
): Survey {
  const { filled, totals, labels, place } = part;
  const first = toLevelBaskets(filled, pickFirstLevel(levels));
  const items = levels === undefined || levels.shown.length === 1 ? first : toLevelBaskets(filled, levels);
  const frequency = countProductFrequency(items);
  const isHeld = rules && markHoldingBaskets(items, rules);
  return {
    labels,
    place,
    totals,
    basketCount: items.basketCount,
    held: isHeld === undefined ? items.basketCount : isHeld.reduce((sum, holds) => sum + holds, 0),
    frequency,
    heldFrequency: isHeld === undefined ? frequency : countFrequency(items, isHeld),
    sizes: countBasketSizes(items),
    firstFrequency: countProductFrequency(first),
    fees: namesProducts ? countFees(first) : [],
    apart: items.apart,
    entries: filled.product.length,
    weeks: countBasketWeeks(filled),
    size: sumAbsoluteValues(items),
    serving: serving && {
      weight: sumProductWeights(first, first.products.length),
      sizes: countBasketSizes(first),
      reorders: countReorders(first),
      values: countItemValues(
        { labelled: filled, levels: serving.levels, items: first.products },
        serving.fields,
      ),
      sample: sampleCustomers(first, customers, lines, serving.sampledLines),
    },
  };
}

export function toLevelBaskets(labelled: BasketColumns, levels: ItemLevels | undefined): BasketColumns {
  return levels === undefined ? labelled : toItemBaskets(labelled, levels.ofLabel, levels.shown);
}

/** `isIn`: per basket, 1 if it is counted. */
function countFrequency(
  { basketCount, start, product, products }: BasketColumns,
  isIn: Uint8Array,
): Uint32Array {
  const frequency = new Uint32Array(products.length);
  for (let basket = 0; basket < basketCount; basket++) {
    if (isIn[basket] === 0) continue;
    for (let entry = start[basket]; entry < start[basket + 1]; entry++) {
      const item = product[entry];
      frequency[item]++;
    }
  }
  return frequency;
}

function sumAbsoluteValues({ values }: BasketColumns): number {
  if (values.length > 1) return Number.POSITIVE_INFINITY;
  let size = 0;
  for (const limb of values) for (let entry = 0; entry < limb.length; entry++) size += Math.abs(limb[entry]);
  return size;
}

export function packSurvey({ totals, fees, apart, serving, weeks, ...survey }: Survey): UnpackedColumns {
  const toCountsColumn = (values: ArrayLike<number>): PackedColumn => Uint32Array.from(values);
  return holdColumns({
    ...packTotals(totals),
    labels: survey.labels,
    place: survey.place,
    numbers: Float64Array.of(survey.basketCount, survey.held, survey.entries, survey.size),
    weeks: Float64Array.of(weeks.undated, weeks.first, ...weeks.baskets),
    frequency: toCountsColumn(survey.frequency),
    heldFrequency: toCountsColumn(survey.heldFrequency),
    sizes: toCountsColumn(survey.sizes),
    firstFrequency: toCountsColumn(survey.firstFrequency),
    fees: toCountsColumn(fees.map(({ fee }) => fee)),
    others: Float64Array.from(fees, ({ others }) => others),
    ...Object.fromEntries(fees.map(({ together }, at) => [`together ${at}`, toCountsColumn(together)])),
    ...(apart && { apartStart: toCountsColumn(apart.start), apartOther: toCountsColumn(apart.other) }),
    ...(serving && {
      servedWeight: serving.weight,
      servedSizes: toCountsColumn(serving.sizes),
      ...packReorders(serving.reorders),
      servedValues: toCountsColumn(serving.values),
      ...(serving.sample && {
        sampleSizes: toCountsColumn(serving.sample.sizes),
        sampleProduct: toCountsColumn(serving.sample.product),
        sampleMoments: serving.sample.moments,
        sampleCustomers: toCountsColumn(serving.sample.customers),
      }),
    }),
  });
}

export function readSurvey(columns: UnpackedColumns): Survey {
  const [basketCount, held, entries, size] = columns.doubles('numbers');
  const [undated, first, ...baskets] = columns.doubles('weeks');
  return {
    labels: columns.texts('labels'),
    place: columns.doubles('place'),
    totals: readTotals(columns),
    basketCount,
    held,
    entries,
    weeks: { first, baskets, undated },
    size,
    frequency: columns.integers('frequency'),
    heldFrequency: columns.integers('heldFrequency'),
    sizes: columns.integers('sizes'),
    firstFrequency: columns.integers('firstFrequency'),
    fees: readFeeCounts(columns),
    apart: columns.has('apartStart')
      ? {
          start: Uint32Array.from(columns.integers('apartStart')),
          other: Uint32Array.from(columns.integers('apartOther')),
        }
      : undefined,
    serving: columns.has('servedSizes')
      ? {
          weight: columns.doubles('servedWeight'),
          sizes: columns.integers('servedSizes'),
          reorders: readReorders(columns),
          values: columns.integers('servedValues'),
          sample: readSample(columns),
        }
      : undefined,
  };
}

function readSample(columns: UnpackedColumns): CustomerSample | undefined {
  if (!columns.has('sampleSizes')) return undefined;
  return {
    sizes: columns.integers('sampleSizes'),
    product: columns.integers('sampleProduct'),
    moments: columns.doubles('sampleMoments'),
    customers: columns.integers('sampleCustomers'),
  };
}

function readFeeCounts(columns: UnpackedColumns): FeeCounts[] {
  const others = columns.numbers('others');
  return Array.from(columns.integers('fees'), (fee, at) => ({
    fee,
    others: others[at],
    together: Uint32Array.from(columns.integers(`together ${at}`)),
  }));
}

export function packReorders(reorders: ReorderCounts | undefined): Record<string, PackedColumn> {
  return reorders === undefined ? {} : { reorderChances: reorders.chances, reorderedAgain: reorders.again };
}

export function readReorders(columns: UnpackedColumns): ReorderCounts | undefined {
  if (!columns.has('reorderChances')) return undefined;
  return {
    chances: Uint32Array.from(columns.integers('reorderChances')),
    again: Uint32Array.from(columns.integers('reorderedAgain')),
  };
}
