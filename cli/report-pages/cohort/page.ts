// How cohort reports are shown.

import { REVENUE_WORDS } from '../../../report-parts/english.ts';
import { insightsOf } from '../../../report-parts/insights.ts';
import { revenueFacts } from '../../../report-parts/revenue.ts';
import { calendarPeriod } from '../../../src/core/cohorts/periods.ts';
import { percent, whole } from '../../../src/core/insights/wording.ts';
import { days, fact, money } from '../report-facts.ts';
import { type Cell, pageOf } from '../shown-report.ts';
import { type CohortDetail, cohortDetail } from './detail.ts';
import { cohortTexts } from './terminal-cohorts.ts';

export const cohortPage = pageOf(cohortDetail, (report) => {
  const { summary, second_order, average_retention, settings } = report;
  const by = calendarPeriod(settings.cohort_by);
  return {
    facts: [
      ['Customers', whole(summary.customers)],
      ['Cohorts', whole(summary.cohorts)],
      ['Orders', whole(summary.orders)],
      ...revenueFacts(
        summary,
        ['Spent by these customers', summary.revenue],
        money(report.currency),
        REVENUE_WORDS,
      ),
      ['Ordered more than once', percent(summary.repeat_rate)],
      ...fact(`Retention in the next ${by}`, average_retention[1]?.retention, percent),
      ...(second_order?.by_day ?? []).flatMap((each) =>
        fact(`Ordered again in ${each.days} days`, each.share, percent),
      ),
      ...fact('Median days to the second order', second_order?.median_days, days),
    ],
    settings: [['Cohorts by', settings.cohort_by]],
    lead: 'What was found',
    insights: insightsOf(report.ai_insights),
    terminal: (paper) => cohortTexts(paper, report),
    html: async () => (await import('./html-cohorts.ts')).cohortSections(report),
    csv: () => cohortLines(report),
  };
});

/** One line per cohort and period. */
function cohortLines({ cohorts }: CohortDetail): Cell[][] {
  return [
    [
      'cohort',
      'first_day',
      'customers',
      'period',
      'complete',
      'active_customers',
      'orders',
      'revenue',
      'retention',
      'cumulative_value_per_customer',
    ],
    ...cohorts.flatMap(({ cohort, first_day, customers, periods }) =>
      periods.map((each) => [
        cohort,
        first_day,
        customers,
        each.period,
        String(each.complete),
        each.active_customers,
        each.orders,
        each.revenue,
        each.retention,
        each.cumulative_value_per_customer,
      ]),
    ),
  ];
}
