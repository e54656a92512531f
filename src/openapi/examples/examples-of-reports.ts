// Example requests and responses of reports and what is read of them.
import { failedBecause } from '../../core/sentences/failed-because.ts';
import { say } from '../../core/sentences/sentence.ts';
import { definitionOf, REPORT_TYPES } from '../../report-types/report-types.ts';
import { EXAMPLE_AT, EXAMPLE_IDS } from './example-ids.ts';
import {
  EXAMPLE_FAIL_REASON,
  exampleDeliveries,
  exampleProfile,
  exampleReport,
  exampleRules,
} from './example-reports.ts';
import { type Examples, type ExamplesOfSome, one } from './operation-examples.ts';

const summary = {
  report_id: EXAMPLE_IDS.report,
  name: 'Standard market basket analysis',
  report_type: 'MBA',
  dataset_id: 'default',
  status: 'Completed',
  state: 'completed',
  covers: { customer_scope: 'all', filters: { dateRange: null, conditions: [] } },
  created_at: EXAMPLE_AT,
  updated_at: '2026-03-31T14:05:03.990Z',
};

/** One of each type. */
async function finishedExamples(): Promise<Examples> {
  const examples = REPORT_TYPES.map(async (type) => {
    const { prefix, defaultName } = definitionOf(type);
    const example = { summary: `${defaultName}, lists shortened`, value: await exampleReport(type) };
    return [prefix.toLowerCase(), example] as const;
  });
  return Object.fromEntries(await Promise.all(examples));
}

export const REPORT_EXAMPLES = {
  createReport: {
    body: {
      template: { summary: 'By a template', value: { template: 'standard_rfm' } },
      detailed: {
        summary: 'With parameters, filters and a webhook',
        value: {
          report_type: 'MBA',
          name: 'March, without postage',
          dataset_id: 'default',
          params: { min_support: 0.02, scope: 'customer', customer_scope: 'repeat' },
          filters: {
            dateRange: { start: '2026-03-01', end: '2026-03-31' },
            conditions: [
              { field: 'product_name', operator: 'not_contains', value: 'postage' },
              { field: 'line_item_value', operator: 'between', value: 5, valueTo: 500 },
            ],
          },
          webhook_url: 'https://example.com/hooks/reports',
        },
      },
    },
    answer: one('started', 'Started', {
      report_id: EXAMPLE_IDS.report,
      status: 'Processing',
      report_type: 'MBA',
      dataset_id: 'default',
    }),
  },
  cancelReport: {
    answer: one('cancelled', 'Cancelled', {
      ...summary,
      status: 'Failed',
      state: 'failed',
      ...failedBecause(say('report_cancelled', {})),
    }),
  },
  listReports: {
    answer: one('page', 'Two reports of a longer list', {
      reports: [
        summary,
        {
          ...summary,
          report_id: EXAMPLE_IDS.earlierReport,
          status: 'Failed',
          state: 'failed',
          fail_reason: EXAMPLE_FAIL_REASON,
          created_at: '2026-02-28T14:05:00.000Z',
          updated_at: '2026-02-28T14:20:00.120Z',
        },
      ],
      next_cursor: 'MDFNNUpEMlZLQVAzTjhXNlk0VDJSMFFTWlg',
      has_more: true,
    }),
  },
  getReport: {
    answer: {
      ...(await finishedExamples()),
      processing: {
        summary: 'Still processing',
        value: { status: 'Processing', state: 'processing', progress: { phase: 'computing', fraction: 0.6 } },
      },
      failed: {
        summary: 'Failed',
        value: {
          ...summary,
          status: 'Failed',
          state: 'failed',
          fail_reason: EXAMPLE_FAIL_REASON,
          deliveries: exampleDeliveries,
        },
      },
    },
  },
  listRules: { answer: one('page', 'The first of two rules', await exampleRules()) },
  getProductProfile: { answer: one('profile', 'A profile', exampleProfile()) },
  listCustomers: {
    answer: one('atRisk', 'A customer who was a Champion and is now At Risk', {
      compared_with: EXAMPLE_IDS.earlierReport,
      customers_matched: 48,
      customers: [
        {
          customer_id: '17850',
          contact: 'ann@example.com',
          segment: 'At Risk',
          previous_segment: 'Champions',
          r_score: 2,
          f_score: 5,
          m_score: 5,
          recency: 96,
          frequency: 34,
          monetary: 5_391.21,
          first_purchase: '2025-01-07',
          last_purchase: '2025-12-25',
          probability_alive: 0.61,
          expected_orders_90d: 1.4,
          expected_value_90d: 221.9,
        },
      ],
      next_cursor: 'M2Y4aDFjIDUzOTEuMjEgMWo0azh4MnE5cDF6',
      has_more: true,
    }),
  },
} satisfies ExamplesOfSome;
