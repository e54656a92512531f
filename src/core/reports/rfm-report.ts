// The RFM report's body: every customer scored, every segment described, every figure recomputable.
import { dateOrNull, referenceDay } from '../baskets/window.ts';
import { dayOf } from '../orders/calendar.ts';
import type { OrderColumns } from '../orders/columns.ts';
import { type RfmCustomers, rfmCustomers } from '../rfm/customers.ts';
import { quantileEdges, quantileOfSorted, recencyScore, score } from '../rfm/scores.ts';
import { SEGMENT_NAMES, type SegmentName, segmentOf } from '../rfm/segments.ts';
import { type TopProduct, topProducts } from '../rfm/top-products.ts';
import type { DateRange, ReportSettings } from './settings.ts';
import { echoSettings, type SettingsEcho } from './settings-echo.ts';

export interface RfmSegmentBody {
  readonly name: SegmentName;
  readonly count: number;
  /** Of all customers in the report, 0..100. */
  readonly percentage: number;
  readonly avg_recency: number;
  readonly avg_frequency: number;
  readonly avg_monetary: number;
  readonly revenue: number;
  /** Of the report's revenue, 0..1. */
  readonly revenue_share: number;
  readonly top_products: readonly TopProduct[];
  readonly ai_observation: string;
  readonly ai_recommendation: string;
}

export interface RfmMetrics {
  readonly reference_date: string | null;
  readonly window: DateRange | null;
  /** Purchase orders. */
  readonly orders: number;
  readonly revenue: number;
  readonly average_order_value: number;
  readonly mean_recency: number;
  readonly median_recency: number;
  readonly mean_frequency: number;
  readonly median_frequency: number;
  readonly mean_monetary: number;
  readonly median_monetary: number;
  /** Share of customers with two or more orders, 0..1. */
  readonly repeat_rate: number;
  /** Null when no customer ordered twice. */
  readonly median_days_between_orders: number | null;
  /** Share of revenue that the top fifth of customers brings, 0..1. */
  readonly top20_revenue_share: number;
  /** The four edges between scores 1 to 5, ascending; for recency the score falls as days rise. */
  readonly score_thresholds: {
    readonly recency: readonly number[];
    readonly frequency: readonly number[];
    readonly monetary: readonly number[];
  };
  readonly excluded: {
    readonly rows_without_customer: number;
    readonly rows_without_date: number;
    readonly customers_without_purchase: number;
  };
}

export interface RfmReportBody {
  readonly reference_date: string | null;
  readonly settings: SettingsEcho;
  readonly metrics: RfmMetrics | null;
  readonly segments: readonly RfmSegmentBody[];
  readonly ai_insights: object | null;
  readonly ai_strategic_insights: object | null;
  readonly customer_count: number;
  readonly warnings: readonly string[];
}

/** Scores 1 to 5 of each customer, and the index of its segment. Exported for those who check them one by one. */
export interface RfmScores {
  readonly r: Uint8Array;
  readonly f: Uint8Array;
  readonly m: Uint8Array;
  readonly segment: Uint8Array;
  readonly thresholds: RfmMetrics['score_thresholds'];
}

export function scoreCustomers({ count, recency, frequency, monetary }: RfmCustomers): RfmScores {
  const thresholds = {
    recency: quantileEdges(recency),
    frequency: quantileEdges(frequency),
    monetary: quantileEdges(monetary),
  };
  const r = new Uint8Array(count);
  const f = new Uint8Array(count);
  const m = new Uint8Array(count);
  const segment = new Uint8Array(count);
  for (let c = 0; c < count; c++) {
    const rScore = recencyScore(recency[c] ?? 0, thresholds.recency);
    const fScore = score(frequency[c] ?? 0, thresholds.frequency);
    const mScore = score(monetary[c] ?? 0, thresholds.monetary);
    r[c] = rScore;
    f[c] = fScore;
    m[c] = mScore;
    segment[c] = segmentOf(rScore, fScore, mScore);
  }
  return { r, f, m, segment, thresholds };
}

export function buildRfmReport(columns: OrderColumns, settings: ReportSettings): RfmReportBody {
  const reference = referenceDay(columns, settings.dateRange);
  const base = { reference_date: dateOrNull(reference), settings: echoSettings(settings) };
  const nothing = { ai_insights: null, ai_strategic_insights: null };
  const selected = reference === undefined ? undefined : rfmCustomers(columns, settings, reference);
  if (selected === undefined || selected.count === 0) {
    const warnings = [
      ...exclusions(selected),
      'No order with a customer and a date matched: there is nothing to segment.',
    ];
    return { ...base, ...nothing, metrics: null, segments: [], customer_count: 0, warnings };
  }
  const scores = scoreCustomers(selected);
  return {
    ...base,
    ...nothing,
    metrics: metricsOf(columns, settings, selected, scores, base.reference_date),
    segments: segmentsOf(columns, selected, scores),
    customer_count: selected.count,
    warnings: exclusions(selected),
  };
}

function exclusions(selected: RfmCustomers | undefined): string[] {
  if (selected === undefined) return [];
  const { rowsWithoutCustomer, rowsWithoutDate, customersWithoutPurchase } = selected;
  return [
    ...(rowsWithoutCustomer > 0 ? [`${rowsWithoutCustomer} rows without customer_id were left out.`] : []),
    ...(rowsWithoutDate > 0 ? [`${rowsWithoutDate} rows without order_date were left out.`] : []),
    ...(customersWithoutPurchase > 0
      ? [`${customersWithoutPurchase} customers with returns but no purchase were left out.`]
      : []),
  ];
}

function segmentsOf(columns: OrderColumns, selected: RfmCustomers, { segment }: RfmScores): RfmSegmentBody[] {
  const sums = SEGMENT_NAMES.map(() => ({ count: 0, recency: 0, frequency: 0, monetary: 0 }));
  for (let c = 0; c < selected.count; c++) {
    const sum = sums[segment[c] ?? 0];
    if (sum === undefined) continue;
    sum.count++;
    sum.recency += selected.recency[c] ?? 0;
    sum.frequency += selected.frequency[c] ?? 0;
    sum.monetary += selected.monetary[c] ?? 0;
  }
  const products = topProducts(columns, selected, segment, SEGMENT_NAMES.length);
  const revenue = total(selected.monetary);
  return SEGMENT_NAMES.flatMap((name, index) => {
    const sum = sums[index];
    if (sum === undefined || sum.count === 0) return [];
    return [
      {
        name,
        count: sum.count,
        percentage: (100 * sum.count) / selected.count,
        avg_recency: sum.recency / sum.count,
        avg_frequency: sum.frequency / sum.count,
        avg_monetary: sum.monetary / sum.count,
        revenue: sum.monetary,
        revenue_share: revenue === 0 ? 0 : sum.monetary / revenue,
        top_products: products[index] ?? [],
        ai_observation: '',
        ai_recommendation: '',
      },
    ];
  });
}

function metricsOf(
  columns: OrderColumns,
  settings: ReportSettings,
  selected: RfmCustomers,
  scores: RfmScores,
  referenceDate: string | null,
): RfmMetrics {
  const { count, recency, frequency, monetary } = selected;
  const revenue = total(monetary);
  const orders = total(frequency);
  const spends = monetary.slice().sort();
  const top = spends.subarray(count - Math.ceil(0.2 * count));
  return {
    reference_date: referenceDate,
    window: settings.dateRange ?? null,
    orders,
    revenue,
    average_order_value: revenue / orders,
    mean_recency: total(recency) / count,
    median_recency: median(recency),
    mean_frequency: orders / count,
    median_frequency: median(frequency),
    mean_monetary: revenue / count,
    median_monetary: quantileOfSorted(spends, 0.5),
    repeat_rate: frequency.filter((purchases) => purchases >= 2).length / count,
    median_days_between_orders: medianGap(columns, selected),
    top20_revenue_share: revenue === 0 ? 0 : total(top) / revenue,
    score_thresholds: scores.thresholds,
    excluded: {
      rows_without_customer: selected.rowsWithoutCustomer,
      rows_without_date: selected.rowsWithoutDate,
      customers_without_purchase: selected.customersWithoutPurchase,
    },
  };
}

/** Median of the days between one order of a customer and the next, over all such pairs. */
function medianGap(columns: OrderColumns, { count, orderStart, orders }: RfmCustomers): number | null {
  const gaps: number[] = [];
  for (let c = 0; c < count; c++) {
    const days = Array.from(orders.subarray(orderStart[c] ?? 0, orderStart[c + 1] ?? 0), (order) =>
      isBought(columns, order) ? dayOf(columns.orderDate[order] ?? 0) : Number.NaN,
    ).filter((day) => !Number.isNaN(day));
    days.sort((a, b) => a - b);
    for (let i = 1; i < days.length; i++) gaps.push((days[i] ?? 0) - (days[i - 1] ?? 0));
  }
  return gaps.length === 0 ? null : median(Float64Array.from(gaps));
}

function isBought(columns: OrderColumns, order: number): boolean {
  const end = columns.lineStart[order + 1] ?? 0;
  for (let line = columns.lineStart[order] ?? 0; line < end; line++) {
    if (columns.lineKept[line] === 1 && (columns.lineQuantity[line] ?? 0) > 0) return true;
  }
  return false;
}

function total(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

function median(values: Float64Array): number {
  return quantileOfSorted(values.slice().sort(), 0.5);
}
