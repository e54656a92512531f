// RFM segments as lines of a spreadsheet.
import type { Cell } from '../shown-report.ts';
import type { RfmDetail } from './detail.ts';

const PREDICTED = [
  'probability_alive',
  'expected_orders_90d',
  'expected_value_90d',
  'probability_purchase_90d',
  'expected_orders_90d_low',
  'expected_orders_90d_high',
  'expected_value_90d_low',
  'expected_value_90d_high',
  'backtest_predicted_orders',
  'backtest_actual_orders',
];

/** The columns of predictions are there when a segment has one. */
export function segmentLines({ segments, prediction_model }: RfmDetail): Cell[][] {
  const predicted = segments.some(({ prediction }) => prediction);
  const tested = new Map<string, { readonly predicted_orders: number; readonly actual_orders: number }>(
    prediction_model?.backtest?.segments.map((compared) => [compared.segment, compared]),
  );
  return [
    [
      'segment',
      'customers',
      'percentage',
      'revenue',
      'revenue_share',
      'avg_recency',
      'avg_frequency',
      'avg_monetary',
      ...(predicted ? PREDICTED : []),
      'top_products',
      'observation',
      'recommendation',
    ],
    ...segments.map(({ prediction, ...segment }) => [
      segment.name,
      segment.count,
      segment.percentage,
      segment.revenue,
      segment.revenue_share,
      segment.avg_recency,
      segment.avg_frequency,
      segment.avg_monetary,
      ...(predicted
        ? [
            prediction?.probability_alive,
            prediction?.expected_orders_90d,
            prediction?.expected_value_90d,
            prediction?.probability_purchase_90d,
            prediction?.expected_orders_90d_interval?.low,
            prediction?.expected_orders_90d_interval?.high,
            prediction?.expected_value_90d_interval?.low,
            prediction?.expected_value_90d_interval?.high,
            tested.get(segment.name)?.predicted_orders,
            tested.get(segment.name)?.actual_orders,
          ]
        : []),
      segment.top_products.map(({ product_name }) => product_name).join(' + '),
      segment.ai_observation,
      segment.ai_recommendation,
    ]),
  ];
}
