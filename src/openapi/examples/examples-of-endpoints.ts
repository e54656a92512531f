// Example requests and responses of webhook endpoints and events.
import { say } from '../../core/sentences/sentence.ts';
import { undeliveredBecause } from '../../core/sentences/undelivered-because.ts';
import { EXAMPLE_AT, EXAMPLE_AUTHORS, EXAMPLE_IDS } from './example-ids.ts';
import { type ExamplesOfSome, one } from './operation-examples.ts';

const url = 'https://example.com/hooks/events';
const endpoint = {
  endpoint_id: EXAMPLE_IDS.endpoint,
  name: 'Warehouse',
  url,
  events: null,
  status: 'active',
  paused_because: null,
  paused_at: null,
  secrets: [{ secret_id: EXAMPLE_IDS.endpointSecret, created_at: EXAMPLE_AT }],
  created_at: EXAMPLE_AT,
  ...EXAMPLE_AUTHORS,
  sent_until: 41,
  next_attempt_at: null,
  fail_reason: null,
};
const { problem: _, ...refused } = undeliveredBecause(say('receiver_responded', { status: 503 }));
const paused = {
  ...endpoint,
  status: 'paused',
  paused_because: 'failing',
  paused_at: '2026-04-03T14:05:12.000Z',
  ...refused,
};
const read = { one: { summary: 'One', value: endpoint }, paused: { summary: 'Paused', value: paused } };

export const ACCOUNT_EVENT_EXAMPLE = {
  event_id: EXAMPLE_IDS.event,
  sequence: 42,
  event: 'import.completed',
  timestamp: '2026-03-31T14:05:03.990Z',
  dataset_id: 'default',
  import_id: EXAMPLE_IDS.import,
  status: 'completed',
  counts: { inserted: 40, updated: 2, failed: 0 },
};
const delivered = {
  delivery_id: EXAMPLE_IDS.attempt,
  event: 'import.completed',
  event_id: EXAMPLE_IDS.event,
  sequence: 42,
  attempt: 1,
  at: '2026-03-31T14:06:00.120Z',
  outcome: 'delivered',
  response_status: 204,
  duration_ms: 84,
};

export const ENDPOINT_EXAMPLES = {
  createEndpoint: {
    body: {
      all: {
        summary: 'All events',
        value: { url, name: 'Warehouse', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
      },
      some: {
        summary: 'Ends of reports',
        value: {
          url,
          secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
          events: ['report.completed', 'report.failed'],
        },
      },
    },
    answer: one('one', 'One', endpoint),
  },
  listEndpoints: {
    answer: one('page', 'All', { endpoints: [endpoint], has_more: false }),
  },
  getEndpoint: { answer: read },
  updateEndpoint: {
    body: {
      rotate: {
        summary: 'A second secret',
        value: { add_secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' },
      },
      drop: { summary: 'The first secret goes', value: { drop_secret: EXAMPLE_IDS.endpointSecret } },
      pause: { summary: 'Pause', value: { status: 'paused' } },
      replay: { summary: 'Send events again', value: { sent_until: 12 } },
    },
    answer: read,
  },
  deleteEndpoint: { answer: one('one', 'As it was', endpoint) },
  pingEndpoint: {
    answer: one('delivered', 'Delivered', {
      delivery_id: EXAMPLE_IDS.attempt,
      event: 'webhook.test',
      event_id: EXAMPLE_IDS.attempt,
      attempt: 1,
      at: EXAMPLE_AT,
      outcome: 'delivered',
      response_status: 204,
      duration_ms: 84,
    }),
  },
  listEndpointDeliveries: {
    answer: one('page', 'A page', { deliveries: [delivered], has_more: false }),
  },
  listEvents: {
    answer: one('page', 'A page', { events: [ACCOUNT_EVENT_EXAMPLE], has_more: false }),
  },
} satisfies ExamplesOfSome;
