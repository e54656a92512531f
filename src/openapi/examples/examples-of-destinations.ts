// Example requests and responses of destinations, and a page that a webhook receives.
import { EXAMPLE_AT, EXAMPLE_AUTHORS, EXAMPLE_IDS } from './example-ids.ts';
import { type ExamplesOfSome, one } from './operation-examples.ts';

const webhook = { kind: 'webhook', name: 'Newsletter', url: 'https://example.com/hooks/audience' };
const created = {
  destination_id: EXAMPLE_IDS.destination,
  audience_id: EXAMPLE_IDS.audience,
  ...webhook,
  list_id: null,
  status: 'active',
  paused_because: null,
  created_at: EXAMPLE_AT,
  ...EXAMPLE_AUTHORS,
  in_step_with: null,
  delivery_in_progress: null,
  next_attempt_at: null,
  fail_reason: null,
};
const inStep = {
  ...created,
  in_step_with: {
    run_id: EXAMPLE_IDS.audienceRun,
    as_of: '2026-03-31T14:05:41.212Z',
    customers: 1_086,
  },
};
const delivery = {
  delivery_id: EXAMPLE_IDS.audienceDelivery,
  destination_id: EXAMPLE_IDS.destination,
  run_id: EXAMPLE_IDS.audienceRun,
  status: 'Completed',
  state: 'completed',
  created_at: '2026-03-31T14:05:41.900Z',
  completed_at: '2026-03-31T14:05:43.120Z',
  joined: 55,
  left: 21,
  erased: 0,
  refused: 0,
  without_contact: 48,
  requests: 1,
  fail_reason: null,
};

export const AUDIENCE_PAGE_EXAMPLE = {
  event: 'audience.changed',
  audience_id: EXAMPLE_IDS.audience,
  destination_id: EXAMPLE_IDS.destination,
  sequence: 17,
  joined: [
    { customer_id: 'c1', contact: 'ann@example.com' },
    { customer_id: 'c7', contact: null },
  ],
  left: [{ customer_id: 'c3', contact: 'cem@example.com' }],
  erased: [],
  timestamp: '2026-03-31T14:05:42.000Z',
};

export const DESTINATION_EXAMPLES = {
  createDestination: {
    body: {
      webhook: {
        summary: 'A signed webhook',
        value: { ...webhook, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
      },
      klaviyo: {
        summary: 'A list of Klaviyo',
        value: { kind: 'klaviyo', secret: 'pk_0123456789abcdef', list_id: 'Y6nRLr' },
      },
    },
    answer: one('destination', 'The destination', created),
  },
  listDestinations: {
    answer: one('destinations', 'One destination', { destinations: [inStep], has_more: false }),
  },
  getDestination: { answer: one('destination', 'A destination in step', inStep) },
  updateDestination: {
    body: one('secret', 'Another secret', { secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' }),
    answer: one('destination', 'The destination', inStep),
  },
  deleteDestination: { answer: one('destination', 'The destination as it was', inStep) },
  listAudienceDeliveries: {
    answer: one('deliveries', 'One delivery', { deliveries: [delivery], has_more: false }),
  },
} satisfies ExamplesOfSome;
