// Guards of destinations of audiences: their store, what is sent in which order, and what erasures take from them.
import { lifted, type Mutation, mutationsOf } from '../mutation.ts';

const STORE_TEST = ['test/stores/tables/audiences/destination-conditions.test.ts'];
const ENDPOINTS_TEST = ['test/stores/tables/webhooks/webhook-endpoints.test.ts'];
const ERASURE_TEST = ['test/erasure/alone/erase-destinations.test.ts'];

export const DESTINATIONS: readonly Mutation[] = [
  ...mutationsOf('src/erasure/erase-destinations.ts', ERASURE_TEST, {
    'files-being-written': {
      guard: 'An erasure waits while a worker may be about to name a file with an erased customer.',
      text: 'clock() - WRITING_MS',
      becomes: 'clock()',
    },
    'files-being-written-span': {
      guard: 'It waits for longer than a worker may run.',
      text: 'WRITING_MS = 20 * 60_000',
      becomes: 'WRITING_MS = 19 * 60_000',
    },
    'erased-are-noted': {
      guard: 'Whom an erasure takes from what a destination has is noted for it to forget.',
      text: 'await forgotten.add(ref, gone, clock())',
      becomes: 'gone',
    },
    'replaced-files-go': {
      guard: 'A file that names an erased customer is deleted once it is replaced.',
      text: 'isReplaced ? replaced : written',
      becomes: 'isReplaced ? [] : written',
    },
  }),
  ...mutationsOf('src/stores/destinations/copies.ts', ['test/stores/alone/copies.test.ts'], {
    'young-copies-stay': {
      guard: 'A file that a worker may be about to name is not deleted.',
      text: 'LastModified.getTime() > before',
      becomes: 'LastModified.getTime() < before',
    },
    'named-copies-stay': {
      guard: 'A file that counts is not deleted with those that workers left behind.',
      text: 'if (kept.has(Key)) continue;',
      becomes: '',
    },
  }),
  ...mutationsOf('src/stores/destinations/delivery-records.ts', [], {
    'deliveries-of-others-passed': {
      guard: 'A page of the deliveries of one destination passes over those of others.',
      text: 'found.length >= limit',
      becomes: 'found.length >= 0',
      noticedBy: STORE_TEST,
    },
  }),
  ...mutationsOf('src/stores/destinations/destinations.ts', STORE_TEST, {
    'no-request-once-paused': {
      guard: 'No request begins once a destination is paused.',
      ...lifted('is_paused = :no'),
    },
    'delivery-kept': {
      guard: 'What a destination was sent is kept for 90 days.',
      text: 'DAY_MS = 86_400_000',
      becomes: 'DAY_MS = 86_400',
    },
    'destination-created-once': {
      guard: 'A destination is created once.',
      ...lifted('attribute_not_exists(pk)'),
    },
    'saved-by-its-worker': {
      guard: 'A worker whose lease was lost saves nothing.',
      text: "'lease_id = :lease AND content = :content'",
      becomes: "'(attribute_not_exists(never_set) OR lease_id = :lease) AND content = :content'",
    },
    'saved-as-erased': {
      guard: 'A worker does not name files again that an erasure has replaced.',
      text: "'lease_id = :lease AND content = :content'",
      becomes: "'lease_id = :lease AND (attribute_not_exists(never_set) OR content = :content)'",
    },
    'new-files-counted': {
      guard: 'An erasure does not overwrite files that a worker has named since it read the destination.',
      text: 'item.content + Number(replaces)',
      becomes: 'item.content',
    },
    'replaced-as-read': {
      guard: 'An erasure does not bring back files that were replaced since it read them.',
      ...lifted('content = :content'),
    },
    'replaced-files-counted': {
      guard: 'A worker sees that an erasure has replaced files.',
      text: 'content: item.content + 1',
      becomes: 'content: item.content',
    },
  }),
  ...mutationsOf('src/stores/leased-items.ts', STORE_TEST, {
    'woken-if-there': {
      guard: 'A run of the audience does not bring back a destination that was deleted meanwhile.',
      text: "condition: 'attribute_exists(pk)' }",
      becomes: "condition: 'attribute_not_exists(never_set) OR attribute_exists(pk)' }",
    },
    'destination-settings-as-read': {
      guard:
        'Of two changes of the same settings of a destination, the second does not undo the first unseen.',
      ...lifted('version = :version'),
    },
    'one-worker-sends': {
      guard: 'One worker sends to a destination at a time.',
      text: 'OR lease_until < :now)',
      becomes: 'OR lease_until < :now OR attribute_exists(pk))',
    },
    'nothing-leased-of-the-deleted': {
      guard: 'A worker does not bring back a destination that was deleted meanwhile.',
      text: 'attribute_exists(pk) AND (attribute_not_exists(lease_until)',
      becomes: '(attribute_not_exists(lease_until)',
    },
    'own-lease-released': {
      guard: 'A worker whose lease was lost does not release that of another.',
      ...lifted('lease_id = :lease'),
    },
    'rests-for-its-worker': {
      guard: 'A worker whose lease was lost does not let the destination rest.',
      text: "'lease_id = :lease AND woken = :woken'",
      becomes: "'(attribute_not_exists(never_set) OR lease_id = :lease) AND woken = :woken'",
    },
    'rests-if-not-woken': {
      guard: 'A destination that was woken since does not rest.',
      text: "'lease_id = :lease AND woken = :woken'",
      becomes: "'lease_id = :lease AND (attribute_not_exists(never_set) OR woken = :woken)'",
    },
    'destination-run-taken-once': {
      guard: 'One caller starts the next execution of a destination.',
      ...lifted('runs = :runs'),
    },
  }),
  ...mutationsOf('src/stores/destinations/forgotten.ts', [], {
    'forgotten-kept': {
      guard: 'An erased customer is named for 30 days until the destination has forgotten them.',
      text: 'DAY_MS = 86_400_000',
      becomes: 'DAY_MS = 86_400',
      noticedBy: STORE_TEST,
    },
  }),
  ...mutationsOf('src/destinations/next-page.ts', [], {
    'refused-have-not-joined': {
      guard: 'Customers whom a destination does not take are not counted as joined.',
      text: 'content.joined.length - refused',
      becomes: 'content.joined.length',
      noticedBy: ['test/stores/tables/audiences/destinations.test.ts'],
    },
  }),
  ...mutationsOf('src/destinations/bring-in-step.ts', ['test/stores/tables/audiences/destinations.test.ts'], {
    'sequence-ascends': {
      guard: 'Each request has a number above those before, so that a late one changes nothing.',
      text: 'item.sequence + 1',
      becomes: 'item.sequence',
    },
    'erased-are-not-sent': {
      guard: 'A page that names a customer who is being erased is not sent.',
      text: 'if (await namesErased(item, found.content))',
      becomes: 'if (false)',
    },
  }),
  ...mutationsOf('src/webhooks/leased-step.ts', ['test/webhooks/leased-step.test.ts'], {
    'lease-outlives-function': {
      guard: 'A lease lasts longer than the function of its worker may run.',
      text: 'LEASE_MS = 150_000',
      becomes: 'LEASE_MS = 120_000',
      noticedBy: ['test/stores/tables/audiences/destinations.test.ts'],
    },
    'step-ends': {
      guard: 'A step begins no request that its function has no time for.',
      text: 'WORK_MS = 40_000',
      becomes: 'WORK_MS = 400_000',
    },
    'busy-waits': {
      guard: 'A step that finds no room waits before it looks again.',
      text: 'BUSY_WAIT_S = 5',
      becomes: 'BUSY_WAIT_S = 0',
    },
    'failed-waits': {
      guard: 'A receiver that failed is not asked before its wait is over.',
      text: 'due > clock()',
      becomes: 'due > Infinity',
      noticedBy: ['test/stores/tables/webhooks/webhook-endpoints.test.ts'],
    },
    'failed-waits-the-rest': {
      guard: 'A worker that comes early waits for the rest of the wait.',
      text: '(due - clock())',
      becomes: '(due - due)',
    },
  }),
  ...mutationsOf('src/webhooks/retry-waits.ts', ENDPOINTS_TEST, {
    'receiver-waits': {
      guard: 'A receiver that is down is asked less and less often.',
      text: '[5, 15, 60, 300] as const',
      becomes: '[5, 15, 60] as const',
    },
    'longest-wait': {
      guard: 'A receiver gets what is due within a quarter of an hour after it is back.',
      text: 'LONGEST_WAIT_S = 900',
      becomes: 'LONGEST_WAIT_S = 9_000',
    },
    'tried-for-days': {
      guard: 'A receiver that is down for a day is not given up.',
      text: 'DAY_MS = 86_400_000',
      becomes: 'DAY_MS = 86_400',
    },
    'given-up-in-the-end': {
      guard: 'A receiver that is down for three days is given up.',
      text: 'next > since + DELIVERY_DAYS * DAY_MS',
      becomes: 'next < since',
    },
  }),
  ...mutationsOf('src/webhooks/signing-secret.ts', ['test/webhooks/signing-secret.test.ts'], {
    'short-secrets': {
      guard: 'A secret that can be guessed is refused.',
      text: 'bytes.length >= LEAST_BYTES',
      becomes: 'bytes.length >= 0',
    },
    'long-secrets': {
      guard: 'A secret that libraries refuse is refused.',
      text: 'bytes.length <= MOST_BYTES',
      becomes: 'bytes.length <= 9 * MOST_BYTES',
    },
  }),
];
