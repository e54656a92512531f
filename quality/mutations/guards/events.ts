// Guards of account events: that each is born once, numbered once, and sent until it is accepted, to its own account.
import { lifted, type Mutation, mutationsOf } from '../mutation.ts';

const STORE_TEST = ['test/stores/tables/webhooks/endpoint-conditions.test.ts'];
const ENDPOINTS_TEST = ['test/stores/tables/webhooks/webhook-endpoints.test.ts'];
const HTTP_TEST = ['test/end-to-end/webhooks/webhook-endpoints.test.ts'];

export const EVENTS: readonly Mutation[] = [
  ...mutationsOf('src/stores/events/endpoints.ts', STORE_TEST, {
    'endpoint-created-once': {
      guard: 'An endpoint is created once.',
      ...lifted('attribute_not_exists(pk)'),
    },
    'endpoints-of-plan': {
      guard:
        'An account has at most as many endpoints as its plan allows, also of requests at the same time.',
      text: 'OR endpoints < :most',
      becomes: 'OR endpoints < :most OR attribute_exists(pk)',
    },
    'endpoint-counted-once': {
      guard: 'An endpoint that is deleted twice is counted once.',
      ...lifted('attribute_exists(pk)'),
    },
    'endpoint-saved-by-its-worker': {
      guard: 'A worker whose lease was lost saves nothing.',
      text: "'lease_id = :lease AND version = :version'",
      becomes: "'(attribute_not_exists(never_set) OR lease_id = :lease) AND version = :version'",
    },
    'endpoint-saved-as-set': {
      guard: 'A worker does not undo what the owner has set since it read the endpoint.',
      text: "'lease_id = :lease AND version = :version'",
      becomes: "'lease_id = :lease AND (attribute_not_exists(never_set) OR version = :version)'",
    },
    'null-removes': {
      guard: 'What is cleared is removed, and what is not stays.',
      text: 'value !== null',
      becomes: 'value !== undefined',
    },
  }),
  ...mutationsOf('src/stores/events/event-log.ts', STORE_TEST, {
    'numbers-once': {
      guard: 'Two callers do not give one number twice.',
      ...lifted('#sequence = :read'),
    },
    'logged-events-kept': {
      guard: 'Events are kept for 30 days.',
      text: 'DAY_MS = 86_400_000',
      becomes: 'DAY_MS = 86_400',
    },
  }),
  ...mutationsOf('src/stores/events/outbox.ts', [], {
    'born-events-kept': {
      guard: 'Events that no log has taken are kept for 30 days.',
      text: 'DAY_MS = 86_400_000',
      becomes: 'DAY_MS = 86_400',
      noticedBy: STORE_TEST,
    },
  }),
  ...mutationsOf('src/stores/events/endpoint-deliveries.ts', [], {
    'attempts-kept': {
      guard: 'Attempts are kept for 30 days.',
      text: 'DAY_MS = 86_400_000',
      becomes: 'DAY_MS = 86_400',
      noticedBy: STORE_TEST,
    },
  }),
  ...mutationsOf('src/webhooks/endpoints/endpoint-attempt.ts', [], {
    'attempt-duration': {
      guard: 'The log of an attempt says how long it took.',
      text: 'duration_ms: now - at',
      becomes: 'duration_ms: now',
      noticedBy: ['test/webhooks/send-events.test.ts'],
    },
  }),
  ...mutationsOf('src/webhooks/endpoints/manage-endpoints.ts', HTTP_TEST, {
    'two-secrets': {
      guard: 'An endpoint has at most two secrets.',
      text: 'kept.length >= MAX_ENDPOINT_SECRETS',
      becomes: 'kept.length > MAX_ENDPOINT_SECRETS',
    },
    'sent-until-known': {
      guard: 'An endpoint does not wait for an event that is far ahead.',
      text: 'sent_until > sequence',
      becomes: 'sent_until > Infinity',
    },
  }),
  ...mutationsOf('src/webhooks/endpoints/send-events.ts', ENDPOINTS_TEST, {
    'measured-duration': {
      guard: 'The duration of an attempt is measured.',
      text: "measure('WebhookDuration', now - at)",
      becomes: "measure('WebhookDuration', now)",
      noticedBy: [],
      survives: 'It is a figure on a dashboard.',
    },
    'failed-event-again': {
      guard: 'An event that was not accepted is sent again.',
      text: 'sent_until: event.sequence - 1, failing }',
      becomes: 'sent_until: event.sequence, failing }',
    },
    'given-up-event-waits': {
      guard: 'The event at which an endpoint was paused is the first one that it is sent when it is resumed.',
      text: 'sent_until: event.sequence - 1, failing, paused }',
      becomes: 'sent_until: event.sequence, failing, paused }',
    },
    'waits-between-attempts': {
      guard: 'The workflow waits until the next attempt.',
      text: '(failing.next_at - now)',
      becomes: '(now - now)',
    },
    'step-of-reading-ends': {
      guard: 'A step that only passes over events ends in time.',
      text: 'clock() - begun > WORK_MS) return again(0);\n      const found',
      becomes: 'begun > Infinity) return again(0);\n      const found',
      noticedBy: ['test/webhooks/send-events.test.ts'],
    },
    'step-of-sending-ends': {
      guard: 'A step that sends ends in time.',
      text: 'clock() - begun > WORK_MS) return again(0);\n        const done',
      becomes: 'begun > Infinity) return again(0);\n        const done',
      noticedBy: ['test/webhooks/send-events.test.ts'],
    },
    'passed-over-noted': {
      guard: 'Events of types that an endpoint is not sent are read once.',
      text: 'last > item.sent_until',
      becomes: 'last < item.sent_until',
      noticedBy: ['test/webhooks/send-events.test.ts'],
    },
    'former-execution-ends': {
      guard: 'An execution that was followed by another ends.',
      text: 'item.runs > run',
      becomes: 'item.runs < run',
    },
  }),
  ...mutationsOf('src/webhooks/endpoints/wake-endpoints.ts', [], {
    'waking-ends': {
      guard: 'A run that wakes endpoints begins nothing after its deadline.',
      text: 'clock() < deadline',
      becomes: 'clock() < Infinity',
      noticedBy: ['test/webhooks/send-events.test.ts'],
    },
  }),
];
