// How RFM reports are shown.
import { amount, percent, whole } from '../../../src/core/insights/wording.ts';
import { insightSections } from '../insight-sections.ts';
import { days, fact } from '../report-facts.ts';
import { type Cell, pageOf } from '../shown-report.ts';
import { type RfmDetail, rfmDetail } from './detail.ts';
import { segmentTexts } from './terminal-segments.ts';

export const rfmPage = pageOf(rfmDetail, (report) => {
  const { customer_count, metrics } = report;
  return {
    facts: [
      ['Customers', whole(customer_count)],
      ...fact('Orders', metrics?.orders, whole),
      ...fact('Revenue', metrics?.revenue, amount),
      ...fact('Returns', metrics?.returns, amount),
      ...fact('Net revenue of all orders', metrics?.net_revenue, amount),
      ...fact('Average order value', metrics?.average_order_value, amount),
      ...fact('Orders per customer', metrics?.mean_frequency, (value) => value.toFixed(2)),
      ...fact('Spent per customer', metrics?.mean_monetary, amount),
      ...fact('Median days since last order', metrics?.median_recency, days),
      ...fact('Median days between orders', metrics?.median_days_between_orders, days),
      ...fact('Ordered more than once', metrics?.repeat_rate, percent),
      ...fact('Revenue from the top fifth', metrics?.top20_revenue_share, percent),
    ],
    settings: [],
    insights: insightSections(report.ai_insights, report.ai_strategic_insights),
    terminal: (paper) => segmentTexts(paper, report),
    html: async () => (await import('./html-segments.ts')).segmentSections(report),
    csv: () => segmentLines(report),
  };
});

/** The columns of predictions are there when a segment has one. */
function segmentLines({ segments }: RfmDetail): Cell[][] {
  const predicted = segments.some(({ prediction }) => prediction);
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
      ...(predicted ? ['probability_alive', 'expected_orders_90d', 'expected_value_90d'] : []),
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
        ? [prediction?.probability_alive, prediction?.expected_orders_90d, prediction?.expected_value_90d]
        : []),
      segment.top_products.map(({ product_name }) => product_name).join(' + '),
      segment.ai_observation,
      segment.ai_recommendation,
    ]),
  ];
}
