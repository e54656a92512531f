// Guards of the other stores of the Service table.
import { lifted, type Mutation, mutationsOf } from '../mutation.ts';

const ACCOUNTS = ['test/stores/tables/accounts-and-sources.test.ts'];
const MADE = ['test/stores/tables/made-by-keys.test.ts'];
const RECORDS = ['test/stores/tables/records.test.ts'];

export const SERVICE_STORES: readonly Mutation[] = [
  ...mutationsOf('src/stores/accounts/accounts.ts', ACCOUNTS, {
    'one-cursor-secret': {
      guard:
        'Of two requests that create the secret of cursors, one wins, and only for an account that exists.',
      ...lifted('attribute_exists(pk) AND attribute_not_exists(cursor_secret)'),
    },
    'last-use-resolution': {
      guard: 'The last use of a key is written at most once an hour.',
      text: 'LAST_USED_RESOLUTION_MS = 3_600_000',
      becomes: 'LAST_USED_RESOLUTION_MS = 0',
    },
    'last-use-after-an-hour': {
      guard: 'The use of a key an hour after the last one is written.',
      text: 'now - noted < LAST_USED_RESOLUTION_MS',
      becomes: 'now + noted < LAST_USED_RESOLUTION_MS',
    },
    'account-created-once': {
      guard: 'An account is created once.',
      after: 'async createAccount(',
      ...lifted('attribute_not_exists(pk)'),
    },
    'last-use-ascends': {
      guard: 'The last use of a key only moves forward, and creates no key.',
      ...lifted('attribute_exists(pk) AND (attribute_not_exists(last_used_at) OR last_used_at < :at)'),
    },
  }),
  ...mutationsOf('src/stores/accounts/authors.ts', MADE, {
    'live-while-it-writes': {
      guard: 'A key that was revoked meanwhile creates and changes nothing.',
      ...lifted('attribute_not_exists(revoked_at)'),
    },
  }),
  ...mutationsOf('src/stores/accounts/audit-log.ts', MADE, {
    'audit-kept': {
      guard: 'An entry of the audit list is kept for 90 days.',
      text: 'AUDIT_DAYS * 86_400',
      becomes: 'AUDIT_DAYS * 864',
    },
    'audit-of-a-key': {
      guard: 'The audit list of one key has no entry of another.',
      text: 'key?.key_id === keyId',
      becomes: 'key?.key_id !== undefined',
    },
    'audit-page-ends': {
      guard: 'A page of the audit list has as many entries as asked for.',
      text: 'entries.length > limit',
      becomes: 'entries.length > limit + 1',
    },
    'audit-page-bounded': {
      guard: 'A page of the audit list reads a bounded number of entries of other keys.',
      text: 'read >= MOST_READ',
      becomes: 'read >= MOST_READ * 2',
    },
  }),
  ...mutationsOf('src/stores/accounts/api-keys.ts', ACCOUNTS, {
    'keys-as-they-were-seen': {
      guard:
        'Keys change only as they were seen: limits and the last admin key hold for requests at the same time.',
      text: "seen === 0 ? 'attribute_not_exists(key_changes)' : 'key_changes = :seen'",
      becomes: "'attribute_exists(pk)'",
      noticedBy: [...ACCOUNTS, 'test/stores/tables/manage-keys.test.ts'],
    },
    'key-created-once': {
      guard: 'A key is stored once.',
      ...lifted('attribute_not_exists(pk)'),
    },
    'key-changed-where-it-exists': {
      guard: 'Only a key that exists can be changed or revoked.',
      ...lifted('attribute_exists(pk)'),
    },
    'key-kept-after-its-end': {
      guard: 'A key is listed for 90 days after its end.',
      text: 'KEPT_AFTER_END_S = KEY_KEPT_DAYS * 86_400',
      becomes: 'KEPT_AFTER_END_S = 0',
    },
  }),
  ...mutationsOf('src/stores/aws/batches.ts', ['test/stores/alone/batches.test.ts'], {
    'batch-of-25': {
      guard: 'A batch writes at most 25 items.',
      text: 'batch.length < WRITES_PER_BATCH',
      becomes: 'batch.length <= WRITES_PER_BATCH',
    },
    'batches-at-once': {
      guard: 'At most eight batches are in progress.',
      text: 'running.size >= BATCHES_AT_ONCE',
      becomes: 'running.size > BATCHES_AT_ONCE',
    },
    'batch-unprocessed': {
      guard: 'What DynamoDB leaves out of a batch is written again.',
      text: 'left = UnprocessedItems?.[tableName] ?? [];',
      becomes: 'left = UnprocessedItems === undefined ? left : [];',
    },
  }),
  ...mutationsOf('src/stores/aws/short-way.ts', ['test/stores/alone/short-way.test.ts'], {
    'short-way-in-time': {
      guard: 'An attempt on the short way leaves time for the attempts of the SDK.',
      text: 'REQUEST_TIMEOUT_MS = 4_000',
      becomes: 'REQUEST_TIMEOUT_MS = 8_000',
    },
    'short-way-once': {
      guard: 'A request that may be sent only once is not sent on the short way first.',
      text: ' || (await config.maxAttempts()) === 1',
      becomes: '',
    },
    'short-way-token': {
      guard: 'A transaction that is sent again has the token of the first attempt.',
      text: 'next({ ...args, input })',
      becomes: 'next(args)',
    },
  }),
  ...mutationsOf('src/stores/datasets/datasets.ts', RECORDS, {
    'accepted-in-order': {
      guard: 'A dataset accepts imports in ascending order, whatever the clocks show.',
      ...lifted('last_accepted < :time'),
      noticedBy: [...RECORDS, 'test/end-to-end/http/clock.test.ts'],
    },
    'first-accepted-once': {
      guard: 'Of two first imports of a dataset, the second is accepted after the first.',
      ...lifted('attribute_not_exists(last_accepted)'),
    },
    'next-of-what-exists': {
      guard: 'A dataset that was erased meanwhile does not continue to count from nothing.',
      ...lifted('attribute_exists(last_accepted)'),
      noticedBy: ['test/stores/alone/datasets.test.ts'],
    },
    'contents-of-what-exists': {
      guard: 'What an erased dataset held is not noted: the item would come back.',
      text: 'attribute_exists(created_at) AND (attribute_not_exists(contents) OR contents.counted_at < :at)',
      becomes: 'attribute_not_exists(contents) OR contents.counted_at < :at',
    },
    'contents-latest': {
      guard: 'A report that has read the orders earlier does not replace a later count.',
      text: 'attribute_exists(created_at) AND (attribute_not_exists(contents) OR contents.counted_at < :at)',
      becomes: 'attribute_exists(created_at) AND (attribute_not_exists(contents) OR :at <> :new_contents)',
    },
  }),
  ...mutationsOf('src/stores/datasets/dataset-settings.ts', RECORDS, {
    'settings-of-what-exists': {
      guard: 'A change of settings does not create a dataset.',
      ...lifted('attribute_exists(pk)'),
    },
    'settings-created-once': {
      guard: 'A client that has seen no dataset does not replace the settings of one.',
      ...lifted('attribute_not_exists(pk)'),
    },
    'settings-as-seen': {
      guard: 'Of two changes of the same settings, the second does not undo the first unseen.',
      text: "condition: conditions.join(' AND ')",
      becomes: "condition: ['attribute_not_exists(never_set)', ...conditions].join(' OR ')",
    },
  }),
  ...mutationsOf('src/stores/reports/deliveries.ts', ACCOUNTS, {
    'delivery-of-known-report': {
      guard: 'Nothing is logged for a report that no longer exists.',
      ...lifted('attribute_exists(pk)'),
    },
    'delivery-once': {
      guard: 'An entry of the delivery log is never replaced.',
      ...lifted('attribute_not_exists(pk)'),
    },
  }),
  ...mutationsOf('src/stores/accounts/held-reads.ts', RECORDS, {
    'held-read-grace': {
      guard: 'A held read keeps its place until its answer is sent.',
      text: 'GRACE_MS = 5_000',
      becomes: 'GRACE_MS = 0',
    },
    'held-reads-revision': {
      guard: 'The held reads are replaced only as they were read.',
      text: "revision === 0 ? 'attribute_not_exists(pk)' : 'revision = :revision'",
      becomes:
        "revision === 0 ? 'attribute_not_exists(never_set)' : 'attribute_not_exists(never_set) OR revision = :revision'",
    },
    'held-read-ends': {
      guard: 'The place of a function that died is free when its lease has ended.',
      text: 'ends_at > now',
      becomes: 'ends_at > 0',
    },
    'held-reads-of-account': {
      guard: 'An account holds no more reads than it may.',
      text: 'own >= limits.perAccount',
      becomes: 'own > limits.perAccount',
    },
    'held-reads-of-all': {
      guard: 'All accounts together hold no more reads than they may.',
      text: 'live.length >= limits.total',
      becomes: 'live.length > limits.total',
    },
  }),
  ...mutationsOf('src/stores/accounts/idempotency-records.ts', RECORDS, {
    'claim-outlives-request': {
      guard: 'A claim lasts longer than any request runs.',
      text: 'CLAIM_MS = 60_000',
      becomes: 'CLAIM_MS = 5_000',
    },
    'answer-kept': {
      guard: 'A response is kept for 24 hours.',
      text: '24 * 3_600_000',
      becomes: '3_600_000',
    },
    'claim-once': {
      guard: 'One request at a time gets a key.',
      text: "'attribute_not_exists(pk) OR (expires_at <= :now AND fingerprint = :fingerprint AND work_until > :now)'",
      becomes:
        "'attribute_not_exists(pk) OR (expires_at <= :now OR fingerprint = :fingerprint OR work_until > :now)'",
    },
    'expired-claim': {
      guard: 'Another request gets a key only when the claim or response before has expired.',
      text: "'expires_at <= :now AND NOT (fingerprint = :fingerprint AND work_until > :now)'",
      becomes:
        "'attribute_not_exists(never_set) OR (expires_at <= :now AND fingerprint = :fingerprint AND work_until > :now)'",
    },
    'claim-lost': {
      guard: 'A request that has lost its claim stores no response.',
      text: "IS_OURS = 'claim = :claim'",
      becomes: "IS_OURS = 'attribute_not_exists(never_set) OR claim = :claim'",
    },
    'claim-ends': {
      guard: 'A claim has expired at the millisecond at which it ends.',
      text: 'Number(expires_at?.N ?? 0) <= now',
      becomes: 'Number(expires_at?.N ?? 0) < now',
    },
  }),
];
