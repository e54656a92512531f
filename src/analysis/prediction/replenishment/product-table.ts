// Estimates when each product is bought again, over all customers: Kaplan-Meier, because recent buyers are still
// waiting.

import { LEAST_REPEATED, REPEAT_DAYS } from '../../../contract/report-types/replenishment/limits.ts';
import type { productFiguresShape } from '../../../contract/report-types/replenishment/schema.ts';
import type { Shape } from '../../../contract/schema/shape.ts';
import {
  estimateMedianDays,
  estimateQuantileDays,
  estimateSurvival,
  type FollowUp,
  getSurvivalAt,
  type SurvivalCurve,
} from '../../survival/kaplan-meier.ts';
import { CELLS, type CountCell, computeRegularity, type ProductCounts } from './product-spells.ts';

/** Most products whose figures are computed: those with the most customers. */
const MAX_PRODUCTS = 2_000;

interface RepeatShare {
  readonly days: number;
  /** Null if no customer has been followed for so long. */
  readonly share: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

/** Figures are null if too few customers have bought the product again. */
export type ProductRow = Shape<typeof productFiguresShape>;

export interface ProductTable {
  readonly products: number;
  readonly tooFewRepeats: number;
  /** Most customers first; ties by name. At most MAX_PRODUCTS. */
  readonly rows: readonly ProductRow[];
}

/** Values with their numbers of occurrence. */
type Times = readonly (readonly [value: number, times: number])[];

export function createProductTable(counts: ProductCounts<ArrayLike<number>>): ProductTable {
  const { products, product, cell, value, times, sums } = counts;
  const customers = new Float64Array(products.length);
  const repeated = new Float64Array(products.length);
  for (let at = 0; at < product.length; at++) {
    const isFirst = cell[at] === CELLS.indexOf('first');
    if (isFirst || cell[at] === CELLS.indexOf('first_waiting')) customers[product[at]] += times[at];
    if (isFirst) repeated[product[at]] += times[at];
  }
  const bought = products.flatMap((_, p) => (customers[p] > 0 ? [p] : []));
  const listed = bought
    .toSorted((a, b) => customers[b] - customers[a] || (products[a] < products[b] ? -1 : 1))
    .slice(0, MAX_PRODUCTS);
  const rowOf = new Int32Array(products.length).fill(-1);
  for (const [row, p] of listed.entries()) rowOf[p] = row;
  const cells = listed.map(() => CELLS.map((): (readonly [number, number])[] => []));
  for (let at = 0; at < product.length; at++)
    if (rowOf[product[at]] >= 0) cells[rowOf[product[at]]][cell[at]].push([value[at], times[at]]);
  return {
    products: bought.length,
    tooFewRepeats: bought.filter((p) => repeated[p] < LEAST_REPEATED).length,
    rows: listed.map((p, row): ProductRow => {
      const getTimes = (name: CountCell): Times => cells[row][CELLS.indexOf(name)];
      const isKnown = repeated[p] >= LEAST_REPEATED;
      return {
        product: products[p],
        customers: customers[p],
        purchases: sums.purchases[p],
        repeat_customers: repeated[p],
        same_day: sums.sameDay[p],
        too_few_repeats: !isKnown,
        ...(isKnown
          ? describeFirstRepeat(toFollowUp(getTimes('first'), getTimes('first_waiting')))
          : UNKNOWN),
        further_days: isKnown ? computeFurtherDays(getTimes('again'), getTimes('again_waiting')) : null,
        regularity:
          sums.gapPairs[p] >= LEAST_REPEATED && sums.gapSquares[p] > 0
            ? computeRegularity(sums.gapPairs[p], sums.gapSquares[p])
            : null,
        usual_quantity: findMedianQuantity(getTimes('quantity')),
      };
    }),
  };
}

const UNKNOWN = {
  repeat_share: [],
  median_days: null,
  median_lower: null,
  median_upper: null,
  quartile_days: null,
  upper_quartile_days: null,
};

function describeFirstRepeat(observed: FollowUp) {
  const curve = estimateSurvival(observed);
  const median = estimateMedianDays(curve);
  return {
    repeat_share: REPEAT_DAYS.map((days) => ({ days, ...computeShareBy(curve, days) })),
    median_days: median.days ?? null,
    median_lower: median.lower ?? null,
    median_upper: median.upper ?? null,
    quartile_days: estimateQuantileDays(curve, 0.25).days ?? null,
    upper_quartile_days: estimateQuantileDays(curve, 0.75).days ?? null,
  };
}

/** Median days from a repeat purchase to the next; null with too few gaps. */
export function computeFurtherDays(again: Times, waiting: Times): number | null {
  const gaps = again.reduce((sum, [, times]) => sum + times, 0);
  return gaps < LEAST_REPEATED
    ? null
    : (estimateMedianDays(estimateSurvival(toFollowUp(again, waiting))).days ?? null);
}

/** The share bought by a day: the limits of survival swap. */
function computeShareBy(curve: SurvivalCurve, days: number): Omit<RepeatShare, 'days'> {
  const estimate = getSurvivalAt(curve, days);
  if (estimate === undefined) return { share: null, lower: null, upper: null };
  const { survival, lower, upper } = estimate;
  return {
    share: 1 - survival,
    lower: Number.isNaN(upper) ? null : 1 - upper,
    upper: Number.isNaN(lower) ? null : 1 - lower,
  };
}

function toFollowUp(events: Times, waiting: Times): FollowUp {
  const count = (of: Times) => of.reduce((sum, [, times]) => sum + times, 0);
  const days = new Float64Array(count(events) + count(waiting));
  let at = 0;
  for (const [value, times] of [...events, ...waiting]) {
    days.fill(value, at, at + times);
    at += times;
  }
  return { days, observed: new Uint8Array(days.length).fill(1, 0, count(events)) };
}

/** The median: the lower of two middle values, which is a quantity that was bought. */
function findMedianQuantity(quantities: Times): number {
  const ascending = quantities.toSorted(([a], [b]) => a - b);
  const half = ascending.reduce((sum, [, times]) => sum + times, 0) / 2;
  let seen = 0;
  for (const [value, times] of ascending) {
    seen += times;
    if (seen >= half) return value;
  }
  return 0;
}
