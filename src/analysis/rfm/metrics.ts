// Computes figures over all customers of an RFM report, each recomputable from the data and the thresholds beside it.
// Requires at least one customer.

import type {
  rfmMetrics as rfmMetricsSchema,
  scoreCell,
} from '../../contract/report-types/rfm/schema/metrics.ts';
import { SEGMENT_NAMES } from '../../contract/report-types/rfm/segments.ts';
import type { Shape } from '../../contract/schema/shape.ts';
import type { DateRange } from '../../contract/settings/settings.ts';
import type { Numbers } from '../extract/packed-columns.ts';
import { roundTo } from '../money/decimal.ts';
import { MoneySums, sumAmounts } from '../money/money-sums.ts';
import { type CustomerScores, computeSortedQuantile, sortAscending } from './customer-scores.ts';
import type { RfmFigures, RfmSelection } from './customers.ts';
import { computeGapQuantile, type DayGaps, estimateDaysToNextOrder } from './day-gaps.ts';
import { getGridCell } from './segments.ts';

export type RfmMetrics = Shape<typeof rfmMetricsSchema>;

const [ALL, TOP] = [0, 1];

export function computeRfmMetrics(
  selected: RfmSelection,
  gaps: DayGaps,
  scores: CustomerScores,
  {
    reference,
    window,
    products,
  }: {
    readonly reference: string | null;
    readonly window: DateRange | undefined;
    readonly products: number;
  },
): RfmMetrics {
  const { count, recency, frequency, monetary, spend, turnover } = selected;
  const sums = new MoneySums(2, spend.scale);
  for (let c = 0; c < count; c++) sums.addFrom(ALL, spend, c);
  const revenue = sums.amountAt(ALL);
  const orders = total(frequency);
  let repeating = 0;
  for (const purchases of frequency) if (purchases >= 2) repeating++;
  const spends = sortAscending(monetary);
  addTopSpends(sums, TOP, selected, spends);
  return {
    reference_date: reference,
    window: window ?? null,
    orders,
    revenue,
    ...turnover,
    average_order_value: sums.meanAt(ALL, orders),
    mean_recency: total(recency) / count,
    median_recency: computeMedian(recency),
    mean_frequency: orders / count,
    median_frequency: computeMedian(frequency),
    mean_monetary: sums.meanAt(ALL, count),
    median_monetary: roundTo(computeSortedQuantile(spends, 1, 2), spend.scale + 1),
    repeat_rate: repeating / count,
    median_days_between_orders: computeGapQuantile(gaps, 1, 2),
    p90_days_between_orders: computeGapQuantile(gaps, 9, 10),
    usual_days_to_next_order: estimateDaysToNextOrder(gaps, recency),
    products,
    top20_revenue_share: computeShare(sums.amountAt(TOP), revenue),
    score_thresholds: scores.thresholds,
    excluded: {
      rows_without_customer: selected.rowsWithoutCustomer,
      rows_without_date: selected.rowsWithoutDate,
      customers_without_purchase: selected.customersWithoutPurchase,
      net_revenue: sumAmounts([turnover.net_revenue, -revenue]),
    },
  };
}

/** Adds the spends of the top fifth of customers: all above the last of them, and as many equal to it as needed. */
function addTopSpends(
  sums: MoneySums,
  to: number,
  { count, monetary, spend }: RfmFigures,
  spends: Numbers,
): void {
  const first = count - Math.ceil(0.2 * count);
  const least = spends[first];
  let equals = 0;
  for (let at = first; at < count && spends[at] === least; at++) equals++;
  for (let c = 0; c < count; c++) {
    if (monetary[c] > least || (monetary[c] === least && equals-- > 0)) sums.addFrom(to, spend, c);
  }
}

/** 0 if the whole is not positive: returns outweigh purchases, and a share would be meaningless. */
export function computeShare(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}

function total(values: Numbers): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

function computeMedian(values: Numbers): number {
  return computeSortedQuantile(sortAscending(values), 1, 2);
}

// Computes the median of a figure in each segment, in two passes over the customers whatever the number of segments.

/** Per segment; 0 for one without customers. */
export function computeMedians(values: Numbers, segment: Uint8Array): Float64Array {
  const sizes = new Uint32Array(SEGMENT_NAMES.length);
  for (let c = 0; c < values.length; c++) sizes[segment[c]]++;
  const own = Array.from(sizes, (size) => values.slice(0, size));
  const found = new Uint32Array(sizes.length);
  for (let c = 0; c < values.length; c++) own[segment[c]][found[segment[c]]++] = values[c];
  return Float64Array.from(own, (of) =>
    of.length === 0 ? 0 : computeSortedQuantile(sortAscending(of), 1, 2),
  );
}

// Counts the customers of each combination of scores: the grid behind the segments.

export type ScoreCell = Shape<typeof scoreCell>;

/** Cells with customers, by R and FM ascending. */
export function countByScores({ count, spend }: RfmFigures, { r, f, m }: CustomerScores): ScoreCell[] {
  const customers = new Uint32Array(25);
  const revenue = new MoneySums(25, spend.scale);
  for (let c = 0; c < count; c++) {
    const cell = getGridCell(r[c], f[c], m[c]);
    customers[cell]++;
    revenue.addFrom(cell, spend, c);
  }
  return [...customers].flatMap((number, cell) =>
    number === 0
      ? []
      : [
          {
            recency: Math.floor(cell / 5) + 1,
            frequency_monetary: (cell % 5) + 1,
            customers: number,
            revenue: revenue.amountAt(cell),
          },
        ],
  );
}
