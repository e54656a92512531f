// The segments of an RFM report as rows of a table.
import type { BodyTable } from '../report-type.ts';
import type { RfmBody } from './schema.ts';

export const segmentTable: BodyTable<RfmBody> = {
  columns: [
    { name: 'segment', type: 'text' },
    { name: 'customers', type: 'integer' },
    { name: 'percentage', type: 'number' },
    { name: 'avg_recency', type: 'number' },
    { name: 'avg_frequency', type: 'number' },
    { name: 'avg_monetary', type: 'number' },
    { name: 'revenue', type: 'number' },
    { name: 'revenue_share', type: 'number' },
    { name: 'top_products', type: 'texts' },
    { name: 'expected_orders_90d', type: 'number' },
    { name: 'probability_purchase_90d', type: 'number' },
    { name: 'probability_alive', type: 'number' },
    { name: 'expected_value_90d', type: 'number' },
    { name: 'ai_observation', type: 'text' },
    { name: 'ai_recommendation', type: 'text' },
    { name: 'median_recency', type: 'number' },
    { name: 'median_frequency', type: 'number' },
    { name: 'median_monetary', type: 'number' },
  ],
  *rows({ segments }) {
    for (const segment of segments) {
      const { prediction } = segment;
      yield [
        segment.name,
        segment.count,
        segment.percentage,
        segment.avg_recency,
        segment.avg_frequency,
        segment.avg_monetary,
        segment.revenue,
        segment.revenue_share,
        segment.top_products.map(({ product_name }) => product_name),
        prediction?.expected_orders_90d ?? null,
        prediction?.probability_purchase_90d ?? null,
        prediction?.probability_alive ?? null,
        prediction?.expected_value_90d ?? null,
        segment.ai_observation,
        segment.ai_recommendation,
        segment.median_recency,
        segment.median_frequency,
        segment.median_monetary,
      ];
    }
  },
};
