// Computes the RFM report's body: every customer scored, every segment described, every figure recomputable.

import type { RfmKind } from '../../../contract/report-types/rfm/definition.ts';
import type { RfmBody, RfmSegment } from '../../../contract/report-types/rfm/schema.ts';
import { SEGMENT_NAMES } from '../../../contract/report-types/rfm/segments.ts';
import { echoRfmSettings } from '../../../contract/report-types/rfm/settings.ts';
import { type Sentence, say } from '../../../contract/sentences/sentence.ts';
import type { ReportSettings } from '../../../contract/settings/settings.ts';
import { toDateOrNull } from '../../baskets/selection.ts';
import { createSegmentMembers } from '../../changes/segment-changes.ts';
import { createEmptyListed, type Listed, sortIds } from '../../customer-lists/build-list.ts';
import { roundTo } from '../../money/decimal.ts';
import { MoneySums } from '../../money/money-sums.ts';
import { isFeeName } from '../../orders/fee-names.ts';
import type { CustomerForecast } from '../../prediction/candidates.ts';
import { type Forecast, forecast } from '../../prediction/forecast.ts';
import type { CustomerScores } from '../../rfm/customer-scores.ts';
import type { RfmFigures, RfmSelection } from '../../rfm/customers.ts';
import { computeMedians, computeRfmMetrics, computeShare, countByScores } from '../../rfm/metrics.ts';
import { countProductsBought, pickTopProducts, type TopProduct } from '../../rfm/top-products.ts';
import type { Analysis } from '../analysis.ts';
import { describeFees } from '../fee-notes.ts';
import { toRemarks } from '../worded.ts';
import type { RfmSource } from './joined-source.ts';

/** `source`: undefined if nothing has a date to measure against. */
export function createRfmAnalysis(
  reference: number | undefined,
  source: RfmSource | undefined,
  settings: ReportSettings,
): Analysis<RfmKind> {
  const base = {
    report_type: 'RFM' as const,
    reference_date: toDateOrNull(reference),
    settings: echoRfmSettings(settings),
  };
  const nothing = { changes: null, ai_insights: null, ai_strategic_insights: null };
  if (reference === undefined || source === undefined || source.selected.count === 0) {
    const warnings = [...describeExclusions(source?.selected), say('no_customers', {})];
    const empty = { metrics: null, segments: [], score_grid: [], prediction_model: null, customer_count: 0 };
    return {
      body: { ...base, ...nothing, ...empty, ...toRemarks({ warnings, notes: [] }, settings.currency) },
      companion: undefined,
      customers: () => createEmptyListed('RFM'),
    };
  }
  const { selected } = source;
  const scores = source.scores();
  const predicted = createForecast(source, reference, scores, settings);
  const { model, segments: predictions, notes } = predicted;
  const bought = source.products();
  const products = pickTopProducts(bought, scores.segment);
  const segments = summarizeSegments(selected, scores, products, predictions);
  const body: RfmBody = {
    ...base,
    ...nothing,
    metrics: computeRfmMetrics(selected, source.gaps(), scores, {
      reference: base.reference_date,
      window: settings.dateRange,
      products: countProductsBought(bought),
    }),
    segments,
    score_grid: countByScores(selected, scores),
    prediction_model: model,
    customer_count: selected.count,
    ...toRemarks(
      {
        warnings: describeExclusions(selected),
        notes: [...notes, ...describeFees(findFeesIn(segments), false)],
      },
      settings.currency,
    ),
  };
  // Built outside the function below, so that the report's source can be freed before the list is built.
  const listed = createListed(source, scores, predicted.customers, reference);
  return { body, companion: createSegmentMembers(listed.ids, scores.segment), customers: () => listed };
}

/** The models describe customers from their first purchase on: they would take a part of a history for the whole. */
export function canForecast({ customerScope, dateRange, conditions }: ReportSettings): boolean {
  return customerScope === 'all' && dateRange?.start === undefined && conditions.length === 0;
}

function createForecast(
  source: RfmSource,
  reference: number,
  { segment }: CustomerScores,
  settings: ReportSettings,
): Forecast {
  if (!canForecast(settings)) {
    return {
      model: null,
      segments: undefined,
      customers: undefined,
      notes: [say('predictions_need_histories', {})],
    };
  }
  return forecast(source.histories(), reference, { segment, segments: SEGMENT_NAMES.length });
}

function describeExclusions(selected: RfmSelection | undefined): Sentence[] {
  if (selected === undefined) return [];
  const { rowsWithoutCustomer, rowsWithoutDate, customersWithoutPurchase } = selected;
  return [
    ...(rowsWithoutCustomer > 0 ? [say('rows_without_customer', { rows: rowsWithoutCustomer })] : []),
    ...(rowsWithoutDate > 0 ? [say('rows_without_date', { rows: rowsWithoutDate })] : []),
    ...(customersWithoutPurchase > 0
      ? [say('customers_of_returns', { customers: customersWithoutPurchase })]
      : []),
  ];
}

function summarizeSegments(
  selected: RfmFigures,
  { segment }: CustomerScores,
  products: readonly TopProduct[][],
  predictions: Forecast['segments'],
): RfmSegment[] {
  const { spend } = selected;
  const sums = SEGMENT_NAMES.map(() => ({ count: 0, recency: 0, frequency: 0 }));
  const money = new MoneySums(SEGMENT_NAMES.length + 1, spend.scale);
  const total = SEGMENT_NAMES.length;
  for (let c = 0; c < selected.count; c++) {
    const index = segment[c] ?? 0;
    const sum = sums[index];
    if (sum === undefined) continue;
    sum.count++;
    sum.recency += selected.recency[c] ?? 0;
    sum.frequency += selected.frequency[c] ?? 0;
    money.addFrom(index, spend, c);
    money.addFrom(total, spend, c);
  }
  const revenue = money.amountAt(total);
  const medians = {
    recency: computeMedians(selected.recency, segment),
    frequency: computeMedians(selected.frequency, segment),
    monetary: computeMedians(selected.monetary, segment),
  };
  return SEGMENT_NAMES.flatMap((name, index) => {
    const sum = sums[index];
    if (sum === undefined || sum.count === 0) return [];
    return [
      {
        name,
        count: sum.count,
        percentage: (100 * sum.count) / selected.count,
        avg_recency: sum.recency / sum.count,
        median_recency: medians.recency[index] ?? 0,
        avg_frequency: sum.frequency / sum.count,
        median_frequency: medians.frequency[index] ?? 0,
        avg_monetary: money.meanAt(index, sum.count),
        median_monetary: roundTo(medians.monetary[index] ?? 0, spend.scale + 1),
        revenue: money.amountAt(index),
        revenue_share: computeShare(money.amountAt(index), revenue),
        top_products: products[index] ?? [],
        prediction: predictions?.[index] ?? null,
        ai_observation: '',
        ai_recommendation: '',
      },
    ];
  });
}

/** Finds fees among the segments' top products by name: a report without baskets has no other evidence. */
function findFeesIn(segments: readonly RfmSegment[]): string[] {
  const names = segments.flatMap(({ top_products }) => top_products.map(({ product_name }) => product_name));
  return [...new Set(names)].filter(isFeeName);
}

// The list of an RFM report's customers, with the figures that its segments sum.
/** `predictions`: given if the report publishes them. */
function createListed(
  source: Pick<RfmSource, 'selected' | 'ids' | 'firstDays'>,
  { r, f, m, segment }: CustomerScores,
  predictions: CustomerForecast | undefined,
  reference: number,
): Listed {
  const { recency, frequency, monetary } = source.selected;
  return {
    reportType: 'RFM',
    ids: sortIds(source.ids()),
    groups: SEGMENT_NAMES,
    figures: {
      group: segment,
      r_score: r,
      f_score: f,
      m_score: m,
      recency,
      frequency,
      monetary,
      first_purchase: source.firstDays(),
      last_purchase: (customer) => reference - (recency[customer] ?? Number.NaN),
      ...(predictions !== undefined && { expected_orders_90d: predictions.orders }),
      ...(predictions?.alive && { probability_alive: predictions.alive }),
      ...(predictions?.value && { expected_value_90d: predictions.value }),
    },
  };
}
