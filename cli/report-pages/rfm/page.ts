// How RFM reports are shown.

import { REVENUE_WORDS } from '../../../report-parts/english.ts';
import { insightsOf } from '../../../report-parts/insights.ts';
import { revenueFacts } from '../../../report-parts/revenue.ts';
import { decimals, percent, whole } from '../../../src/core/insights/wording.ts';
import { days, fact, medianAndMean, money } from '../report-facts.ts';
import { pageOf } from '../shown-report.ts';
import { rfmDetail } from './detail.ts';
import { segmentLines } from './segment-lines.ts';
import { segmentTexts } from './terminal-segments.ts';

export const rfmPage = pageOf(rfmDetail, (report) => {
  const { customer_count, metrics } = report;
  const write = money(report.currency);
  return {
    facts: [
      ['Customers', whole(customer_count)],
      ...fact('Orders', metrics?.orders, whole),
      ...revenueFacts(metrics, ['Spent by these customers', metrics?.revenue], write, REVENUE_WORDS),
      ...fact('Average order value', metrics?.average_order_value, write),
      ...fact('Orders per customer (median / mean)', metrics?.mean_frequency, (mean) =>
        medianAndMean(metrics?.median_frequency, mean, (value) => decimals(value, 2)),
      ),
      ...fact('Spent per customer (median / mean)', metrics?.mean_monetary, (mean) =>
        medianAndMean(metrics?.median_monetary, mean, write),
      ),
      ...fact('Median days since last order', metrics?.median_recency, days),
      ...fact('Median days between orders', metrics?.median_days_between_orders, days),
      ...fact('Ordered more than once', metrics?.repeat_rate, percent),
      ...fact('Spent by the top fifth', metrics?.top20_revenue_share, percent),
    ],
    settings: [],
    lead: 'What to do',
    insights: insightsOf(report.ai_insights, report.ai_strategic_insights),
    terminal: (paper) => segmentTexts(paper, report),
    html: async (lists) => (await import('./html-segments.ts')).segmentSections(report, lists),
    csv: () => segmentLines(report),
  };
});
