// Guards of the stores of reports, recommendations and customer lists.
import { lifted, type Mutation, mutationsOf } from '../mutation.ts';

const UPLOAD = ['test/stores/alone/upload.test.ts'];
const REPORTS_TEST = ['test/stores/tables/reports.test.ts'];
const RECOMMENDATIONS = ['test/stores/tables/recommendations.test.ts'];

const AUDIENCES_TEST = ['test/stores/tables/audiences/audiences.test.ts'];

const LISTS_TEST = ['test/stores/tables/audiences/lists.test.ts'];

const VERSIONS = ['test/contract/format-versions.test.ts'];

export const REPORTS: readonly Mutation[] = [
  ...mutationsOf('src/contract/messages/states.ts', VERSIONS, {
    'state-of-another-version': {
      guard: 'A state of a workflow that is of another version is refused.',
      text: '!version.success && ',
      becomes: 'false && ',
    },
    'failed-of-any-version': {
      guard: 'What has failed is ended whatever the version of its state is.',
      text: ' && !v.is(caught, input)',
      becomes: '',
    },
  }),
  ...mutationsOf('src/reporting/report-body.ts', VERSIONS, {
    'draft-of-another-version': {
      guard: 'A draft of another version is not published.',
      text: 'v.parse(versionOfDraft, version);',
      becomes: '',
    },
  }),
  ...mutationsOf('src/stores/aws/newest-first.ts', LISTS_TEST, {
    'list-margin': {
      guard: 'Items whose ids are of a later moment than they are stay in a range of time.',
      text: 'MARGIN_MS = 86_400_000',
      becomes: 'MARGIN_MS = 0',
    },
    'list-margin-before': {
      guard: 'Items whose ids are of an earlier moment than they are stay in a range of time.',
      text: '(createdFrom ?? 0) - MARGIN_MS',
      becomes: '(createdFrom ?? 0)',
    },
    'list-stops': {
      guard: 'A full page needs no further query.',
      text: 'found.length > limit || from === undefined',
      becomes: 'from === undefined',
      survives: 'It saves queries whose items are not needed.',
    },
    'list-has-more': {
      guard: 'A page has a next one only if there are more entries.',
      text: 'found.length > limit ?',
      becomes: 'found.length >= limit ?',
    },
    'list-continues': {
      guard: 'The next page begins after the last entry of this one.',
      text: 'found[limit - 1]',
      becomes: 'found[limit]',
    },
  }),
  ...mutationsOf('src/stores/reports/reports.ts', [], {
    'page-of-filtered-reports': {
      guard: 'A page of a filtered list is filled as long as there are reports.',
      text: 'items.length < limit',
      becomes: 'items.length < 0',
      noticedBy: REPORTS_TEST,
    },
  }),
  ...mutationsOf('src/stores/reports/report-creation.ts', REPORTS_TEST, {
    'monthly-limit-of-none': {
      guard: 'With a limit of 0, even the first report of a month is refused.',
      text: 'monthlyLimit > 0 ?',
      becomes: 'monthlyLimit >= 0 ?',
    },
    'monthly-limit': {
      guard: 'No more reports are created in a month than the plan has.',
      text: 'reports < :limit`',
      becomes: 'reports <= :limit`',
    },
    'report-created-once': {
      guard: 'A report is created once.',
      ...lifted('attribute_not_exists(pk)'),
    },
  }),
  ...mutationsOf('src/stores/reports/reports.ts', REPORTS_TEST, {
    'progress-while-processing': {
      guard: 'Progress is noted only in a report that is in progress.',
      text: '`#status = :processing${',
      becomes: '`(attribute_not_exists(never_set) OR #status = :processing)${',
    },
    'progress-only-ahead': {
      guard: 'Of functions that work at the same time, the one behind does not set the progress back.',
      text: 'progress.fraction < :fraction',
      becomes: 'progress.fraction <> :fraction',
    },
    'partitions-while-processing': {
      guard:
        'Partitions are noted only in a report that is in progress: a late plan does not claim files of one that has ended.',
      ...lifted('#status = :processing'),
    },
    'report-run-taken-once': {
      guard: 'Each run of a report’s workflow is started by one caller.',
      text: "item.runs === undefined ? 'attribute_not_exists(runs)' : 'runs = :runs'",
      becomes:
        "item.runs === undefined ? 'attribute_not_exists(never_set)' : 'attribute_not_exists(never_set) OR runs = :runs'",
    },
  }),
  ...mutationsOf('src/stores/reports/report-ends.ts', REPORTS_TEST, {
    'report-completed-once': {
      guard: 'A report that has ended is not completed again.',
      after: 'async complete(',
      ...lifted('#status = :processing'),
    },
    'report-erased-once': {
      guard: 'A report is counted in its erasure once.',
      ...lifted('attribute_exists(pk)'),
    },
    'report-failed-once': {
      guard: 'A report is returned to its month once.',
      after: 'async fail(',
      ...lifted('#status = :processing'),
    },
  }),
  ...mutationsOf('src/reporting/requests/cancel-report.ts', ['test/stores/tables/cancel-report.test.ts'], {
    'cancelled-by-its-own-write': {
      guard: 'Only the request whose write ended the report frees its place and stops its workflow.',
      text: "if (await reports.fail(report, say('report_cancelled', {}), new Date(clock()).toISOString()))",
      becomes:
        "if ([await reports.fail(report, say('report_cancelled', {}), new Date(clock()).toISOString())])",
    },
  }),
  ...mutationsOf('src/stores/reports/report-slots.ts', ['test/stores/tables/conditions.test.ts'], {
    'slot-at-once-if-free': {
      guard: 'No more reports of an account have a slot at once than may have one.',
      text: 'size(computing) < :limit)',
      becomes: 'size(computing) < :limit OR attribute_exists(computing))',
    },
    'slot-at-once-if-nobody-waits': {
      guard: 'A report takes a slot at once only while none of its account waits.',
      text: 'OR attribute_not_exists(waiting) AND',
      becomes: 'OR attribute_not_exists(never_set) AND',
    },
    'no-line-with-a-slot': {
      guard: 'A report that has a slot does not join the line again.',
      ...lifted('NOT contains(computing, :id)'),
    },
    'slot-as-seen': {
      guard: 'A report takes a slot only while slots and line are as it has seen them.',
      text: '`waiting = :waiting AND ${',
      becomes: '`attribute_not_exists(never_set) OR waiting = :waiting AND ${',
    },
  }),
  ...mutationsOf('src/stores/reports/stage-line.ts', ['test/stores/tables/conditions.test.ts'], {
    'no-more-at-once': {
      guard: 'No more reports of all accounts are computed at once than may be.',
      text: 'size(computing) < :limit',
      becomes: 'size(computing) < :limit OR attribute_exists(tickets)',
    },
    'nobody-overtakes': {
      guard: 'A report starts without a ticket only while nobody waits.',
      text: 'started = tickets)',
      becomes: 'started <= tickets)',
    },
    'pace-of-line': {
      guard: 'The pace of the line is the time from one start to the next.',
      text: 'now - seen.startedAt',
      becomes: 'now',
    },
    'pace-of-several': {
      guard: 'The pace is an average of the starts so far.',
      text: '(1 - NEWEST_SHARE) * seen.paceMs',
      becomes: 'seen.paceMs',
    },
    'longest-gap': {
      guard: 'A long pause of the line is not taken for its pace.',
      text: 'LONGEST_GAP_MS = 600_000',
      becomes: 'LONGEST_GAP_MS = 6_000_000',
    },
    'line-as-seen': {
      guard: 'Of two reports that see the same place, one starts.',
      text: '`started = :started AND',
      becomes: '`attribute_not_exists(never_set) OR started = :started AND',
    },
  }),
  ...mutationsOf('src/stores/versioned-items.ts', [], {
    'item-as-read': {
      guard: 'Of a run and a change of a schedule, or of two runs of an audience, one takes effect.',
      ...lifted('version = :read'),
      noticedBy: ['test/stores/tables/schedules.test.ts', ...AUDIENCES_TEST],
    },
    'item-created-once': {
      guard: 'A schedule and an audience are created once.',
      ...lifted('attribute_not_exists(pk)'),
      noticedBy: ['test/stores/tables/schedules.test.ts'],
    },
  }),
  ...mutationsOf('src/stores/audiences/audiences.ts', AUDIENCES_TEST, {
    'audience-erased-as-read': {
      guard: 'An erasure changes the members only if the audience is as it was read.',
      after: 'async replaceMembers(',
      ...lifted('version = :read'),
      survives:
        'It takes a run that ends between the read and the write of an erasure, which the model of the tests seldom draws.',
      noticedBy: [],
    },
    'audience-run-once': {
      guard: 'A run is stored once.',
      after: 'async startRun(',
      ...lifted('attribute_not_exists(pk)'),
      survives:
        'The audience is taken in the same transaction, as it was read: a second run does not get so far.',
      noticedBy: [],
    },
    'audience-run-kept': {
      guard: 'Runs are kept for their days.',
      text: 'DAY_MS = 86_400_000',
      becomes: 'DAY_MS = 43_200_000',
      survives: 'DynamoDB deletes expired items within days, and the engines of the tests not at all.',
      noticedBy: [],
    },
    'audience-reports-of-a-run': {
      guard: 'The reports of a run that is gone are not noted.',
      ...lifted('attribute_exists(pk)'),
      survives:
        'Only an erasure removes a run beside itself, and what would be noted is an item without an audience that expires.',
      noticedBy: [],
    },
    'audience-released-by-its-run': {
      guard: 'A run that fails releases its audience, and not that of a later run.',
      ...lifted('run_id = :run'),
    },
    'audience-run-ended-once': {
      guard: 'A run ends once.',
      ...lifted('#status = :processing'),
    },
  }),
  ...mutationsOf('src/audiences/fitting-report.ts', AUDIENCES_TEST, {
    'fresh-report-span': {
      guard: 'A run takes no report that is older than 24 hours.',
      text: 'const FRESH_MS = 24 * 3_600_000',
      becomes: 'const FRESH_MS = 48 * 3_600_000',
    },
    'fresh-report-state': {
      guard: 'A run takes no report that an import has followed.',
      text: 'report.last_accepted === wanted.last_accepted',
      becomes: 'true',
    },
  }),
  ...mutationsOf('src/stores/recommendations/recommendations.ts', RECOMMENDATIONS, {
    'abandoned-version': {
      guard: 'A version that another report is writing is not taken for an abandoned one.',
      text: 'ABANDONED_AFTER_MS = 86_400_000',
      becomes: 'ABANDONED_AFTER_MS = 0',
    },
    'abandoned-after-a-day': {
      guard: 'A version that is not complete after a day is removed.',
      text: 'decodeTime(sk) > decodeTime(before) - ABANDONED_AFTER_MS',
      becomes: 'decodeTime(sk) < decodeTime(before) + ABANDONED_AFTER_MS',
    },
    'served-version-stays': {
      guard: 'The version that is served is not removed.',
      ...lifted('attribute_not_exists(active) OR active <> :version'),
    },
    'version-removed-once': {
      guard: 'Removing a version that was never written leaves nothing behind.',
      after: 'set: { removing: true }',
      ...lifted('attribute_exists(pk)'),
      survives: 'Without it, the item is created, and deleted again by the same call.',
    },
    'serving-stopped-for-this-version': {
      guard: 'Erasing a report does not stop serving the version of another.',
      ...lifted('active = :version'),
    },
    'seen-version-served': {
      guard: 'A change that is based on another version than the one that is served changes nothing.',
      ...lifted('active = :seen'),
    },
    'newest-version-served': {
      guard: 'A report that finishes late does not replace the version of a newer one.',
      ...lifted('attribute_not_exists(newest) OR newest < :version'),
    },
    'complete-version-switched-to': {
      guard: 'A version that is being removed is not switched to.',
      ...lifted('attribute_exists(summary) AND attribute_not_exists(removing)'),
      noticedBy: ['test/stores/alone/recommendations.test.ts'],
    },
  }),
  ...mutationsOf('src/stores/recommendations/served-evidence.ts', [], {
    'versions-remembered': {
      guard: 'An instance remembers the versions of a hundred datasets.',
      text: 'if (remembered.size >= MAX_REMEMBERED) remembered.clear();',
      becomes: '',
      survives:
        'It bounds the memory of an instance that serves more than a hundred datasets, and no answer.',
    },
    'pointer-checked': {
      guard: 'An instance serves a version only as long as the pointer names it.',
      text: 'if (read.pointer?.active !== reportId || served !== reportId) {',
      becomes: 'if (served !== reportId && served !== read.pointer?.active) {',
      noticedBy: RECOMMENDATIONS,
    },
    'pointer-checked-again': {
      guard: 'A version that is removed while it is read is not served in part.',
      text: 'const served = isWhole ? read.pointer?.active : await active(accountId, datasetId);',
      becomes: 'const served = read.pointer?.active;',
      noticedBy: ['test/stores/alone/served-evidence.test.ts'],
    },
  }),
  ...mutationsOf('src/stores/reports/partition-files.ts', [], {
    'end-of-a-range': {
      guard: 'A range of a file ends with its last byte.',
      text: 'range.at + range.bytes - 1',
      becomes: 'range.at + range.bytes',
      noticedBy: ['test/stores/alone/partition-files.test.ts'],
    },
  }),
  ...mutationsOf(
    'src/stores/reports/product-profile-files.ts',
    ['test/stores/alone/product-profile-files.test.ts'],
    {
      'profile-range': {
        guard: 'A range of the profiles of products ends before its end.',
        text: 'to - 1}',
        becomes: 'to}',
      },
      'profile-version': {
        guard: 'Profiles that were replaced are not read as if they were those before.',
        text: ', IfMatch: version }',
        becomes: ' }',
      },
    },
  ),
  ...mutationsOf('src/stores/recommendations/evidence-item.ts', ['test/stores/alone/evidence-item.test.ts'], {
    'cells-of-a-row': {
      guard: 'A row of evidence that lacks a cell is refused.',
      text: 'row.length < texts + numbers',
      becomes: 'row.length < texts',
    },
    'texts-of-a-row': {
      guard: 'A row of evidence begins with its texts.',
      text: 'at < texts',
      becomes: 'at <= texts',
    },
    'index-of-a-value': {
      guard: 'Products refer to their values of custom fields.',
      text: 'values.push(value) - 1',
      becomes: 'values.push(value)',
    },
    'evidence-bounded': {
      guard: 'The evidence of a product fits into an item, exactly up to the limit.',
      text: 'rows.length + named.length <= MAX_LIST_LENGTH',
      becomes: 'rows.length + named.length < MAX_LIST_LENGTH',
      survives:
        'A list of exactly the longest length is halved although it would fit; the limit itself leaves room.',
    },
    'evidence-halved': {
      guard: 'A list of evidence that is too long for an item is shortened.',
      text: 'kept = Math.floor(kept / 2)) {',
      becomes: 'kept = 0) {',
    },
  }),
  ...mutationsOf('src/stores/reports/customer-lists.ts', ['test/stores/alone/customer-lists.test.ts'], {
    'no-bytes-no-read': {
      guard: 'Nothing is read for a range without bytes.',
      text: 'to <= from',
      becomes: 'to < from',
    },
    'range-of-bytes': {
      guard: 'A range of bytes ends before its end.',
      text: 'to - 1}',
      becomes: 'to}',
    },
    'list-version': {
      guard: 'A list that was replaced is not read as if it were the one before.',
      text: ', IfMatch: version }',
      becomes: ' }',
    },
  }),
  ...mutationsOf('src/stores/aws/upload.ts', UPLOAD, {
    'full-parts': {
      guard: 'All parts of an upload but the last are full ones.',
      text: 'part.length < PART_BYTES',
      becomes: 'part.length <= PART_BYTES',
    },
    'part-filled': {
      guard: 'A part is sent when it is full.',
      text: 'held < PART_BYTES',
      becomes: 'held <= PART_BYTES',
    },
    'rest-of-part': {
      guard: 'A part takes what it has room for.',
      text: 'PART_BYTES - held',
      becomes: 'PART_BYTES',
    },
    'part-grown': {
      guard: 'A part grows with what it holds.',
      text: 'held + taken.length > part.length',
      becomes: 'held + taken.length > 2 * part.length',
    },
    'last-part': {
      guard: 'An upload of full parts has no empty one at its end.',
      text: 'held > 0',
      becomes: 'held >= 0',
      survives: 'An empty part at the end is not sent in any case.',
    },
  }),
  ...mutationsOf('src/stores/reports/insight-model.ts', [], {
    'model-time-limit': {
      guard: 'A model has ten seconds for its answer.',
      text: 'TIMEOUT_MS = 10_000',
      becomes: 'TIMEOUT_MS = 1_000_000',
      noticedBy: ['test/stores/alone/insight-model.test.ts'],
    },
  }),
];
