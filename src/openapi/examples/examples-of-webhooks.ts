// Example requests and responses of webhooks that are sent on request, and the events themselves.
import { say } from '../../core/sentences/sentence.ts';
import { undeliveredBecause } from '../../core/sentences/undelivered-because.ts';
import { EXAMPLE_AT, EXAMPLE_IDS } from './example-ids.ts';
import { EXAMPLE_FAIL_REASON } from './example-reports.ts';
import { AUDIENCE_PAGE_EXAMPLE } from './examples-of-destinations.ts';
import { ACCOUNT_EVENT_EXAMPLE } from './examples-of-endpoints.ts';
import { type ExamplesOfSome, one } from './operation-examples.ts';

export const WEBHOOK_REQUEST_EXAMPLES = {
  redeliverWebhook: {
    answer: one('delivered', 'Delivered', {
      attempt: 11,
      trigger: 'redelivery',
      at: '2026-04-03T09:12:00.000Z',
      outcome: 'delivered',
      response_status: 204,
      duration_ms: 84,
    }),
  },
  listDeliveries: {
    answer: one('page', 'A page', {
      deliveries: [
        {
          attempt: 2,
          trigger: 'schedule',
          at: '2026-03-31T14:05:10.210Z',
          outcome: 'delivered',
          response_status: 204,
          duration_ms: 84,
        },
      ],
      next_cursor: 'Mg',
      has_more: true,
    }),
  },
  testWebhook: {
    body: one('one', 'One', { webhook_url: 'https://example.com/hooks/reports' }),
    answer: {
      delivered: {
        summary: 'Delivered',
        value: {
          webhook_id: `msg_${EXAMPLE_IDS.report}`,
          at: EXAMPLE_AT,
          delivered: true,
          response_status: 204,
          duration_ms: 84,
        },
      },
      refused: {
        summary: 'Not delivered',
        value: {
          webhook_id: `msg_${EXAMPLE_IDS.report}`,
          at: EXAMPLE_AT,
          delivered: false,
          response_status: 503,
          ...undeliveredBecause(say('receiver_responded', { status: 503 })),
          duration_ms: 112,
        },
      },
    },
  },
} satisfies ExamplesOfSome;

export const WEBHOOK_EXAMPLES = {
  'report.completed': {
    event: 'report.completed',
    report_id: EXAMPLE_IDS.report,
    report_type: 'MBA',
    status: 'Completed',
    timestamp: '2026-03-31T14:05:03.990Z',
  },
  'report.failed': {
    event: 'report.failed',
    report_id: EXAMPLE_IDS.report,
    report_type: 'MBA',
    status: 'Failed',
    fail_reason: EXAMPLE_FAIL_REASON,
    timestamp: '2026-03-31T14:05:03.990Z',
  },
  'webhook.test': { event: 'webhook.test', timestamp: EXAMPLE_AT },
  'audience.changed': AUDIENCE_PAGE_EXAMPLE,
  'account.event': ACCOUNT_EVENT_EXAMPLE,
} as const;
