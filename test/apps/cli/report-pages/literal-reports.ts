// Literal reports for tests: valid by the contract, small enough to read.

import { assembleReport } from '../../../../src/analysis/report-types/assemble.ts';
import { cohortAnalysis } from '../../../../src/analysis/report-types/cohort/cohort.ts';
import { cohortFinish } from '../../../../src/analysis/report-types/cohort/finish.ts';
import { analyseOrders } from '../../../../src/analysis/report-types/partitioned.ts';
import { cohortDefinition } from '../../../../src/contract/report-types/cohort/definition.ts';
import { resolveReport } from '../../../../src/contract/report-types/resolve.ts';
import { createLine, type LiteralOrder, toColumns } from '../../../analysis/orders/literal-orders.ts';

export function createRule(
  antecedents: readonly string[],
  consequents: readonly string[],
  figures: { support?: number; confidence?: number; lift?: number; value?: number } = {},
) {
  const { support = 0.1, confidence = 0.5, lift = 2, value = 1_250 } = figures;
  return {
    antecedents,
    consequents,
    support,
    confidence,
    lift,
    impact_rating: lift > 1 ? 'High' : 'Low',
    measures: { lift_within_periods: lift, p_value_corrected: 0.01, expected_occurrences: 617, zhang: 0.5 },
    redundant: false,
    productive: true,
    proven: true,
    impact_analysis: {
      revenue: 2 * value,
      lift,
      conversion_rate: confidence,
      occurrences: 1_234,
      incremental_value: value,
    },
  };
}

const envelope = {
  report_id: '01K0000000000000000000TEST',
  dataset_id: 'default',
  status: 'Completed',
  currency: null,
  notes: [],
  changes: null,
  created_at: '2026-01-02T03:04:05.678Z',
  reference_date: '2025-12-31',
};

export function createMbaReport(rules: readonly object[], more: object = {}) {
  return {
    ...envelope,
    report_type: 'MBA',
    name: 'Baskets',
    settings: {
      template: null,
      customer_scope: 'all',
      filters: {
        dateRange: { start: '2025-01-01' },
        conditions: [{ field: 'quantity', operator: 'between', value: 1, valueTo: 9 }],
      },
      context: null,
      min_support: 0.01,
      min_confidence: 0.1,
      scope: 'order',
      product_identifier: 'name',
    },
    summary: {
      orders_processed: 12_340,
      total_revenue_processed: 98_765.4,
      gross_revenue: 98_765.4,
      returns: 0,
      net_revenue: 98_765.4,
      average_order_value: 8.003,
      average_basket_size: 2.25,
      association_rules_found: rules.length,
    },
    association_rules: rules,
    ai_insights: {
      generated_by: 'rules',
      summary: 'Two rules.',
      bundles: [
        {
          products: ['Milk', 'Tea'],
          text: 'Sell Milk and Tea as a bundle.',
          expected_incremental_revenue: 120.5,
          rule: { antecedents: ['Tea'], consequents: ['Milk'] },
          evidence: {
            baskets_together: 40,
            baskets_with_antecedents: 80,
            customers: 30,
            lift_within_periods: 2,
            p_value_corrected: 0.001,
          },
        },
      ],
      cross_sells: [],
      placements: [],
    },
    warnings: ['7 orders without a date were left out by the date range.'],
    ...more,
  };
}

export function createSegment(name: string, count: number, revenue: number, more: object = {}) {
  return {
    name,
    count,
    percentage: count,
    avg_recency: 4.25,
    median_recency: 3,
    avg_frequency: 3.5,
    median_frequency: 2,
    median_monetary: 80,
    avg_monetary: revenue / count,
    revenue,
    revenue_share: revenue / 10_000,
    top_products: [{ product_name: 'Tea' }, { product_name: 'Cup, large' }],
    ai_observation: `${name} observed.`,
    ai_recommendation: `${name} advised.`,
    prediction: null,
    ...more,
  };
}

/** Creates a report of 100 customers with a revenue of 10,000. */
export function createRfmReport(segments: readonly object[], more: object = {}) {
  return {
    ...envelope,
    report_type: 'RFM',
    name: 'Segments',
    settings: { template: null, customer_scope: 'all', filters: { conditions: [] }, time_zone: 'UTC' },
    metrics: {
      ...{ orders: 250, gross_revenue: 10_000, returns: 0, net_revenue: 10_000, revenue: 10_000 },
      ...{
        average_order_value: 40,
        repeat_rate: 0.4,
        top20_revenue_share: 0.6,
        median_days_between_orders: 12,
      },
      ...{
        median_frequency: 2,
        mean_frequency: 2.5,
        median_monetary: 80,
        mean_monetary: 100,
        median_recency: 9,
      },
    },
    segments,
    score_grid: [],
    prediction_model: null,
    ai_insights: null,
    ai_strategic_insights: {
      concentration: { top20_revenue_share: 0.6, text: 'The top fifth brings much.' },
    },
    customer_count: 100,
    warnings: [],
    notes: ['Predictions were left out for Lost.'],
    ...more,
  };
}

export const changes = {
  compared_with: { report_id: '01K000000000000000000EARLY', created_at: '2025-12-02T03:04:05.678Z' },
  migration: [
    { from: 'Champions', to: 'Lost', customers: 3 },
    { from: 'Champions', to: 'Champions', customers: 20 },
    { from: 'Lost', to: 'Champions', customers: 5 },
  ],
  segment_growth: [
    { segment: 'Lost', before: 80, after: 70, change: -10 },
    { segment: 'Champions', before: 1_020, after: 1_030, change: 10 },
  ],
};

export const scoreGrid = [
  { recency: 5, frequency_monetary: 5, customers: 30, revenue: 7_500 },
  { recency: 1, frequency_monetary: 1, customers: 70, revenue: 2_500 },
];

export const predictionModel = {
  name: 'BG/CNBD-k',
  k: 2,
  value_by: 'naive',
  interval_level: 0.8,
  backtest: {
    cut_date: '2025-10-02',
    cut_dates: ['2025-10-02', '2025-09-02'],
    every_nth_customer: 1,
    candidates: [{ name: 'naive' }, { name: 'BG/CNBD-k' }],
    customers: 90,
    orders: {
      predicted: 48.4,
      actual: 52,
      naive: 61,
      mean_absolute_error: 0.413,
      naive_mean_absolute_error: 0.523,
      segment_mean_absolute_error: 2.7,
      naive_segment_mean_absolute_error: 17,
      better_than_naive: true,
    },
    value: null,
    dispersion: { orders: 1.5, value: null },
    segments: [
      {
        segment: 'Champions',
        customers: 28,
        predicted_orders: 41.3,
        actual_orders: 44,
        naive_orders: 61,
        orders_error: 3.1,
        naive_orders_error: 17,
        predicted_buyers: 25.1,
        actual_buyers: 26,
        predicted_value: null,
        actual_value: 1_310,
        naive_value: 1_800,
      },
    ],
  },
};

export const prediction = {
  probability_alive: 0.95,
  probability_purchase_90d: 0.912,
  expected_orders_90d: 40.2,
  expected_orders_90d_interval: { low: 31.4, high: 49 },
  expected_value_90d: 1_260,
  expected_value_90d_interval: { low: 810, high: 1_710 },
};

export const segments = [
  createSegment('Champions', 30, 7_500, { prediction }),
  createSegment('Lost', 70, 2_500),
];

/** A report of a later version. */
export const unknownReport = {
  ...createMbaReport([]),
  report_type: 'STOCK',
  summary: { products: 1_234, out_of_stock_share: 0.25, none: null },
  products: [
    { product: '<b>Tea</b>', days_left: 3, suppliers: ['A', 'B'], hidden: { deep: 1 } },
    { product: 'Cup', days_left: 40.5, note: 'slow' },
  ],
  association_rules: undefined,
  ai_insights: { summary: 'Order tea.', reorders: [{ text: 'Reorder tea today.' }] },
};

// The cohorts of docs/concepts/cohorts.md as a finished report, compared with an earlier one at the end of January.

const createOrder = (customer: string, date: string, quantity: number, price: number): LiteralOrder => ({
  id: `${customer}-${date}`,
  customer,
  date,
  lines: [createLine('Tea', price, quantity)],
});

const ORDERS = [
  createOrder('zoe', '2025-11-01', 1, 5),
  createOrder('ann', '2026-01-05', 1, 40),
  createOrder('ann', '2026-01-25', 1, 10),
  createOrder('bea', '2026-01-20', 2, 15),
  createOrder('bea', '2026-03-11', 1, 30),
  createOrder('bea', '2026-03-20', -1, 15),
  createOrder('cid', '2026-02-10', 1, 20),
  createOrder('dan', '2026-02-14', 3, 10),
  createOrder('dan', '2026-03-11', 1, 50),
  createOrder('eve', '2026-03-30', 1, 12),
];

export async function createCohortReport(name = 'Cohorts', orders = ORDERS): Promise<object> {
  const { settings: shared } = resolveReport({ template: 'cohort_retention' });
  const settings = cohortDefinition.settings(shared, {});
  const analyse = (some: readonly LiteralOrder[]) => analyseOrders(cohortAnalysis, toColumns(some), settings);
  const createStoredReport = (some: readonly LiteralOrder[]) => ({
    body: async () => analyse(some).body,
    companion: async () => undefined,
  });
  const earlier = {
    report_id: '01K000000000000000000EARLY',
    created_at: '2026-02-01T03:04:05.678Z',
    reference_date: null,
  };
  const changes = await cohortFinish.compare(
    earlier,
    createStoredReport(orders.slice(0, 4)),
    createStoredReport(orders),
  );
  if (changes === undefined) throw new Error('nothing to compare');
  return assembleReport({
    header: {
      report_id: '01K0000000000000000000TEST',
      name,
      report_type: 'COHORT',
      dataset_id: 'default',
      created_at: '2026-04-01T03:04:05.678Z',
    },
    settings,
    computed: analyse(orders).body,
    changes,
  });
}
