// Guards of src/operations and src/webhooks.
import { type Mutation, mutationsOf } from '../mutation.ts';

const RECONCILE = ['test/operations/reconcile.test.ts'];
const KEYS = ['test/stores/tables/manage-keys.test.ts'];
const MADE = ['test/stores/tables/made-by-keys.test.ts'];
const SENDING = ['test/webhooks/webhooks.test.ts'];

export const OPERATIONS_AND_WEBHOOKS: readonly Mutation[] = [
  ...mutationsOf('src/operations/accounts.ts', [], {
    'one-key-matches': {
      guard: 'A hint that several keys have revokes none of them.',
      text: 'others.length > 0',
      becomes: 'others.length > 1',
      noticedBy: ['test/operations/accounts.test.ts'],
    },
  }),
  ...mutationsOf('src/operations/made-by-keys.ts', MADE, {
    'made-by-creation': {
      guard: 'What a key created is listed and paused with it.',
      text: 'by(authored.created_by) || by(authored.updated_by)',
      becomes: 'by(authored.updated_by)',
    },
    'made-by-change': {
      guard: 'What a key changed last is listed and paused with it.',
      text: '|| by(authored.updated_by)',
      becomes: '',
    },
    'made-things-paused': {
      guard: 'What a revoked key made is paused.',
      text: 'await Promise.all(made.map((one) => one.pause(at)));',
      becomes: '',
    },
  }),
  ...mutationsOf('src/operations/keys.ts', KEYS, {
    'revoked-before-listed': {
      guard: 'A key is revoked before what it made is looked for.',
      text: 'const item = await revokeOne(accountId, keyId, manager);',
      becomes: 'const item = keyOf((await found(accountId, manager)).keys, keyId);',
      noticedBy: MADE,
    },
    'created-kept-if-asked': {
      guard: 'What a key made stays if the request says so.',
      text: "if (choice === 'keep')",
      becomes: 'if (choice !== choice)',
      noticedBy: MADE,
    },
    'created-keys-end-too': {
      guard: 'Keys that a revoked key created end with it.',
      text: 'await Promise.all(keys.map((key) => revokeOne(accountId, key.key_id, manager)))',
      becomes: 'keys',
      noticedBy: MADE,
    },
    'live-keys': {
      guard: 'An account has at most so many live keys of a kind.',
      text: 'live.length >= most',
      becomes: 'live.length > most',
    },
    'number-of-origins': {
      guard: 'A publishable key has ten origins at most.',
      text: 'origins.length > MAX_ORIGINS',
      becomes: 'origins.length >= MAX_ORIGINS',
      noticedBy: ['test/operations/accounts.test.ts'],
    },
    'day-of-keys': {
      guard: 'What admin keys created counts for 24 hours.',
      text: 'DAY_MS = 86_400_000',
      becomes: 'DAY_MS = 43_200_000',
    },
    'age-of-a-key': {
      guard: 'A key counts against the pace of creation as long as it is younger than a day.',
      text: 'now - Date.parse(created_at) < DAY_MS',
      becomes: 'now - Date.parse(created_at) <= DAY_MS',
    },
    'age-of-a-key-in-order': {
      guard: 'The age of a key is the time since it was created.',
      text: 'now - Date.parse(created_at)',
      becomes: 'Date.parse(created_at) - now',
    },
    'keys-created-in-a-day': {
      guard: 'Admin keys create 30 keys in a day.',
      text: 'lately.length >= MAX_KEYS_CREATED_DAILY',
      becomes: 'lately.length > MAX_KEYS_CREATED_DAILY',
    },
    'ends-in-the-future': {
      guard: 'A key ends in the future.',
      text: 'expiresAt <= now',
      becomes: 'expiresAt < now',
    },
    'not-longer-than-its-admin': {
      guard: 'A key that an admin key creates or changes does not outlive it.',
      text: 'expiresAt > Date.parse(latest)',
      becomes: 'expiresAt < Date.parse(latest)',
    },
    'admin-key-cut-short': {
      guard: 'An earlier end of the last admin key is refused as its revocation is.',
      text: 'endOfKey({ expires_at: end }) < endOfKey(key)',
      becomes: 'false',
    },
    'covered-as-long': {
      guard: 'An admin key is covered only by one that is valid as long.',
      text: 'endOfKey(other) >= endOfKey(key)',
      becomes: 'endOfKey(other) <= endOfKey(key)',
    },
  }),
  ...mutationsOf('src/operations/reconcile.ts', RECONCILE, {
    'age-of-the-oldest': {
      guard: 'The oldest work is as old as the time since it began.',
      text: '(now - oldest)',
      becomes: '(oldest - now)',
    },
    'endpoint-is-left-alone': {
      guard: 'An endpoint that was woken this minute is not looked at.',
      text: 'ENDPOINT_AFTER_MS = 60_000',
      becomes: 'ENDPOINT_AFTER_MS = 0',
    },
    'events-of-this-minute': {
      guard: 'Events that the next minute takes count as no unfinished work.',
      text: 'EVENT_AFTER_MS = 5 * 60_000',
      becomes: 'EVENT_AFTER_MS = 0',
    },
    'unqueued-after': {
      guard:
        'The reconciler leaves an import alone for two minutes, in which its request may still queue it.',
      text: 'UNQUEUED_AFTER_MS = 2 * 60_000',
      becomes: 'UNQUEUED_AFTER_MS = 0',
      noticedBy: ['reconciler-alive'],
    },
    'imports-of-this-process': {
      guard:
        'At the start of a local cloud, imports of its own requests are left alone for two minutes, too.',
      text: "kind === 'import' ? endedBefore : endedBefore && END_OF_TIME",
      becomes: 'endedBefore && END_OF_TIME',
    },
    'due-later-is-resumed': {
      guard: 'After a restart of the local cloud, work that is due later gets an execution at once.',
      text: 'resumed !== undefined && resumed > old ? resumed : old',
      becomes: 'old',
    },
    'lost-after': {
      guard: 'A chunk is not taken for lost as long as its message can still arrive.',
      text: 'LOST_AFTER_MS = 29 * 24 * 3_600_000',
      becomes: 'LOST_AFTER_MS = 13 * 24 * 3_600_000',
    },
    'lost-in-the-end': {
      guard: 'A chunk is taken for lost after 29 days.',
      text: 'now - Date.parse(created_at) > LOST_AFTER_MS',
      becomes: 'Date.parse(created_at) - now > LOST_AFTER_MS',
    },
    'unplaced-after': {
      guard:
        'An open chunk is not taken for one that a broken message was to carry as long as its own may still arrive.',
      text: 'UNPLACED_AFTER_MS = 60 * 60_000',
      becomes: 'UNPLACED_AFTER_MS = 0',
    },
    'unplaced-in-the-end': {
      guard: 'Open chunks are taken for those that broken messages were to carry after an hour.',
      text: 'now - Date.parse(letter_at) <= UNPLACED_AFTER_MS',
      becomes: 'Date.parse(letter_at) - now <= UNPLACED_AFTER_MS',
    },
    'as-many-as-unplaced': {
      guard: 'More open chunks than there are broken messages are not taken for theirs.',
      text: 'open.length > unplaced.size',
      becomes: 'open.length < unplaced.size',
    },
    'young-reports': {
      guard: 'The reconciler leaves a report alone for a minute, in which its workflow is started.',
      text: 'REPORT_AFTER_MS = 60_000',
      becomes: 'REPORT_AFTER_MS = 0',
    },
    'young-exports': {
      guard: 'The reconciler leaves an export alone for a minute, in which its workflow is started.',
      text: 'EXPORT_AFTER_MS = 60_000',
      becomes: 'EXPORT_AFTER_MS = 0',
    },
    'young-audience-runs': {
      guard:
        'The reconciler leaves the run of an audience alone for a minute, in which its workflow is started.',
      text: 'AUDIENCE_AFTER_MS = 60_000',
      becomes: 'AUDIENCE_AFTER_MS = 0',
    },
    'young-destinations': {
      guard: 'The reconciler leaves a destination alone for a minute, in which its workflow is started.',
      text: 'DESTINATION_AFTER_MS = 60_000',
      becomes: 'DESTINATION_AFTER_MS = 0',
    },
    'young-erasures': {
      guard: 'The reconciler leaves an erasure alone for a minute, in which its workflow is started.',
      text: 'ERASURE_AFTER_MS = 60_000',
      becomes: 'ERASURE_AFTER_MS = 0',
    },
    'work-of-before': {
      guard: 'The reconciler looks at work of before, not at what is to come.',
      text: 'now - afterMs',
      becomes: 'now + afterMs',
    },
    'failures-thrown': {
      guard: 'A reconciler that could not process an item fails in the end.',
      text: 'if (failures.length > 0)',
      becomes: 'if (false)',
    },
    'reserved-run': {
      guard: 'A run of an erasure that was reserved and never started is started under its own number.',
      text: 'status === undefined && item.runs > 0',
      becomes: 'status === undefined && item.runs > 1_000',
      noticedBy: ['test/quality/drills/reconcile.test.ts'],
    },
  }),
  ...mutationsOf('src/webhooks/attempt-delivery.ts', [], {
    'duration-measured': {
      guard: 'The metric of a delivery is how long it took.',
      text: "measure('WebhookDuration', endedAt - startedAt);",
      becomes: "measure('WebhookDuration', endedAt);",
      noticedBy: ['test/observability/metrics.test.ts'],
    },
    'duration-logged': {
      guard: 'The log of a delivery says how long it took.',
      text: 'duration_ms: endedAt - startedAt',
      becomes: 'duration_ms: endedAt',
      noticedBy: ['test/webhooks/deliveries.test.ts'],
    },
  }),
  ...mutationsOf('src/webhooks/delivery-left.ts', ['test/webhooks/deliveries.test.ts'], {
    'wait-left': {
      guard: 'A later run of the workflow waits for what is left of the wait.',
      text: 'Date.parse(last.next_at) - now',
      becomes: 'Date.parse(last.next_at) - Date.parse(last.at)',
    },
    'manual-attempts': {
      guard: 'Redeliveries by hand do not count against the schedule.',
      text: "trigger === 'schedule'",
      becomes: 'trigger !== undefined',
    },
  }),
  ...mutationsOf('src/webhooks/notify-receiver.ts', [], {
    'told-once': {
      guard: 'A webhook that was delivered or given up is not sent again by the schedule.',
      text: "report?.status !== 'Processing' && report?.told_at === undefined",
      becomes: "report?.status !== 'Processing'",
      noticedBy: ['test/webhooks/deliveries.test.ts'],
    },
  }),
  ...mutationsOf('src/webhooks/notify-receiver.ts', SENDING, {
    'retry-waits': {
      guard: 'The waits between attempts last longer than a weekend.',
      text: '50_400, 72_000]',
      becomes: '50_400]',
    },
    'first-retry': {
      guard: 'The first wait follows the first attempt.',
      text: 'RETRY_WAITS_S[attempt - 1]',
      becomes: 'RETRY_WAITS_S[attempt]',
    },
  }),
  ...mutationsOf('src/webhooks/redeliver.ts', [], {
    'redeliveries-of-report': {
      guard: 'The event of a report is sent again at most so many times on request.',
      text: '.length >= MAX_REDELIVERIES',
      becomes: '.length > MAX_REDELIVERIES',
      noticedBy: ['test/webhooks/send-on-request.test.ts'],
    },
  }),
  ...mutationsOf('src/webhooks/send-on-request.ts', ['test/webhooks/send-on-request.test.ts'], {
    'sends-wait-in-few': {
      guard: 'A webhook is sent on request only where few others wait for their receivers.',
      text: 'lease === undefined',
      becomes: 'false',
    },
    'sends-give-back': {
      guard: 'A webhook that was sent on request gives its lease back.',
      text: 'await sends.release(lease);',
      becomes: '',
    },
  }),
  ...mutationsOf('src/webhooks/request.ts', [], {
    'webhook-time-limit': {
      guard: 'An attempt ends, even when its receiver never answers.',
      text: 'signal: timeLimit(timeoutMs),',
      becomes: '',
      noticedBy: [...SENDING, 'receiver'],
    },
    'endless-answer': {
      guard: 'No more than 64 kB of an answer is read.',
      text: 'read > maxAnswerBytes',
      becomes: 'read > 1_000 * maxAnswerBytes',
      noticedBy: SENDING,
    },
    'public-receivers': {
      guard: 'A name that resolves to an address which is not public gets no connection.',
      text: "receivers === 'public_https' && { lookup: publicLookup(resolveName) }",
      becomes: 'false',
      noticedBy: ['forged-address'],
    },
  }),
  ...mutationsOf('src/webhooks/send.ts', SENDING, {
    'webhook-timeout': {
      guard: 'A receiver has ten seconds for its answer.',
      text: 'TIMEOUT_MS = 10_000',
      becomes: 'TIMEOUT_MS = 100_000',
    },
    'status-of-success-from': {
      guard: 'A status below 200 is no delivery.',
      text: 'status >= 200',
      becomes: 'status >= 0',
      survives: 'Node’s HTTP client handles a status below 200 itself and waits for the response after it.',
    },
    'status-of-success': {
      guard: 'A status of 300 is no delivery.',
      text: 'status < 300',
      becomes: 'status <= 300',
    },
    'status-of-redirect-from': {
      guard: 'A status of 300 ends the delivery.',
      text: 'status >= 300',
      becomes: 'status > 300',
    },
    'status-of-redirect': {
      guard: 'A status of 400 is tried again.',
      text: 'status < 400',
      becomes: 'status <= 400',
    },
  }),
  ...mutationsOf('src/webhooks/try-receiver.ts', [], {
    'duration-of-a-test': {
      guard: 'The duration of a test delivery is counted from its beginning.',
      text: 'clock() - startedAt',
      becomes: 'clock()',
      noticedBy: ['test/webhooks/send-on-request.test.ts'],
    },
  }),
];
