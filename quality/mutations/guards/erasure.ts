// Guards of src/erasure and its stores.
import { lifted, type Mutation, mutationsOf } from '../mutation.ts';

export const ERASURE: readonly Mutation[] = [
  ...mutationsOf('src/erasure/erase-dead-letters.ts', ['test/erasure/alone/erase-dead-letters.test.ts'], {
    'letters-older-than-erasure': {
      guard: 'An erasure takes nothing from the dead letters of an import that was accepted after it.',
      text: 'if (item.import_id < erasure.erasureId)',
      becomes: 'if (true)',
    },
    'pages-of-imports': {
      guard: 'Imports are read to the last page.',
      text: 'items.length < PAGE',
      becomes: 'items.length <= PAGE',
    },
  }),
  ...mutationsOf('src/erasure/erase-audiences.ts', ['test/stores/tables/audiences/audiences.test.ts'], {
    'audience-being-read': {
      guard: 'An erasure waits while a run may have read an erased customer.',
      text: 'item.reading_since > clock() - READING_MS',
      becomes: 'false',
    },
    'audience-being-read-span': {
      guard: 'It waits for as long as the function of the run may take.',
      text: 'READING_MS = 16 * 60_000',
      becomes: 'READING_MS = 17 * 60_000',
    },
    'later-audiences-stay': {
      guard: 'An audience that was created after an erasure stays.',
      text: 'if (item.activated_as > erasureId) return false;',
      becomes: '',
    },
  }),
  ...mutationsOf('src/erasure/erase-orders.ts', ['test/erasure/alone/erase-orders.test.ts'], {
    'erasure-deadline': {
      guard: 'A slice of an erasure ends at its deadline.',
      text: 'if (deps.clock() >= deadline) return;',
      becomes: '',
    },
    'erased-together': {
      guard: 'A transaction deletes as many orders as fit beside the tallies of its erasures.',
      text: 'batch.length + 1 + together.size > ITEMS_PER_TRANSACTION',
      becomes: 'batch.length + together.size > ITEMS_PER_TRANSACTION',
    },
    'erased-bytes': {
      guard: 'A transaction deletes orders of 2.5 MB at most.',
      text: 'batchBytes + bytes > BYTES_PER_TRANSACTION',
      becomes: 'bytes > BYTES_PER_TRANSACTION',
    },
  }),
  ...mutationsOf('src/stores/reports/report-item.ts', ['test/erasure/alone/erase-reports.test.ts'], {
    'late-writes-span': {
      guard: 'A run may write until its timeout, 15 minutes, and no longer than a minute beyond it.',
      text: 'LATE_WRITES_MS = 16 * 60_000',
      becomes: 'LATE_WRITES_MS = 60_000',
    },
    'late-writes-end': {
      guard: 'A run has ended its writes once that time has passed since the report was cancelled.',
      text: 'now - Date.parse(updated_at) < LATE_WRITES_MS',
      becomes: 'true',
    },
  }),
  ...mutationsOf('src/reporting/steps/await-turn.ts', ['test/reporting/await-turn.test.ts'], {
    'place-of-an-erased-report': {
      guard: 'A report that an erasure cancels keeps its place while it may be computed.',
      text: ' && !isComputed',
      becomes: '',
    },
  }),
  ...mutationsOf('src/erasure/erase-reports.ts', ['test/erasure/alone/erase-reports.test.ts'], {
    'later-reports-stay': {
      guard: 'Reports that were requested after the orders were gone stay.',
      text: 'if (report.created_at > before) continue;',
      becomes: '',
    },
    'report-in-progress': {
      guard: 'An erasure waits for reports in progress, which may have read erased orders.',
      after: 'if (isWhole) await cancel(deps, report, queued);',
      text: 'isDone = false;',
      becomes: '',
    },
    'computed-report-keeps-its-place': {
      guard: 'A report that an erasure cancels while it is computed keeps its place until it is not.',
      text: 'if (queued.has(report.report_id)) await slots.free(',
      becomes: 'await slots.free(',
    },
    'computed-after-its-end': {
      guard: 'An erasure waits for the computation of a report that it cancelled.',
      text: ' || computed.has(report.report_id)',
      becomes: '',
    },
    'written-after-a-cancellation': {
      guard: 'An erasure waits while a function may still write for a report that a customer cancelled.',
      text: "reason?.code === 'report_cancelled' || ",
      becomes: '',
    },
    'late-partition-files': {
      guard:
        'An erasure waits while a run that was given up may still write files of a report in partitions.',
      text: 'isWrittenLate({ updated_at }, now)',
      becomes: 'false',
    },
    'partition-files-since': {
      guard: 'The time is counted from the end of the report.',
      text: 'now - Date.parse(updated_at) < FILES_ARE_GONE_MS',
      becomes: 'now < FILES_ARE_GONE_MS',
    },
    'partition-files-removed': {
      guard: 'Files that S3 has not deleted yet are deleted.',
      text: 'now - Date.parse(updated_at) < FILES_ARE_GONE_MS',
      becomes: 'false',
    },
    'partition-files-gone': {
      guard: 'Files are deleted for as long as S3 may have them.',
      text: 'FILES_ARE_GONE_MS = 3 * 24 * 3_600_000',
      becomes: 'FILES_ARE_GONE_MS = 3_600_000',
    },
    'pages-of-reports': {
      guard: 'Reports are read to the last page.',
      text: 'items.length < PAGE',
      becomes: 'items.length <= PAGE',
    },
  }),
  ...mutationsOf('src/erasure/run-erasure.ts', [], {
    'later-schedules-stay': {
      guard: 'Schedules that were activated after an erasure stay.',
      text: 'activated_as < erasureId && ',
      becomes: '',
      noticedBy: ['test/erasure/alone/erase-schedules.test.ts'],
    },
  }),
  ...mutationsOf('src/erasure/read-marks.ts', [], {
    'marks-of-older-imports': {
      guard: 'The marks of erasures are read for every import that is older than one of them.',
      text: 'mark.latest < import_id',
      becomes: 'mark.latest > import_id',
      noticedBy: ['erased'],
    },
  }),
  ...mutationsOf('src/erasure/run-erasure.ts', ['test/erasure/alone/run-erasure.test.ts'], {
    'shortest-erasure-wait': {
      guard: 'An erasure that waits for others looks again after 20 seconds at the earliest.',
      text: 'LEAST_WAIT = 20',
      becomes: 'LEAST_WAIT = 0',
    },
    'longest-erasure-wait': {
      guard: 'An erasure that waits for others looks again after ten minutes at the latest.',
      text: 'MOST_WAIT = 600',
      becomes: 'MOST_WAIT = 60_000',
    },
    'growing-erasure-wait': {
      guard: 'The wait of an erasure grows with the time that it has waited.',
      text: '(now - Date.parse(settled_at))',
      becomes: '(now - now)',
    },
    'failed-shard': {
      guard: 'A shard that could not be processed fails the slice.',
      text: 'if (reached.failures.length > 0)',
      becomes: 'if (false)',
    },
    'one-leader': {
      guard: 'One erasure of a dataset at a time reads its orders.',
      text: 'if (!(await erasures.takeLead(ref, before.dataset_id)))',
      becomes: 'if (false)',
    },
  }),
  ...mutationsOf('src/stores/orders/erasable-orders.ts', ['test/stores/tables/conditions.test.ts'], {
    'erased-version': {
      guard: 'An erasure changes an order only in the version that it has read.',
      ...lifted('#version = :stored'),
    },
    'erased-version-before': {
      guard: 'An order of which an erasure takes a part is replaced as the next version.',
      text: 'stored(part.version - 1)',
      becomes: 'stored(part.version)',
    },
  }),
  ...mutationsOf('src/stores/erasures/erasure-marks.ts', ['test/stores/tables/conditions.test.ts'], {
    'lead-taken-once': {
      guard: 'One erasure of a dataset leads at a time.',
      ...lifted('attribute_not_exists(leader) OR leader = :id'),
    },
    'lead-released-by-its-holder': {
      guard: 'The lead is released only by the erasure that has it.',
      after: "remove: ['leader']",
      ...lifted('leader = :id'),
    },
  }),
  ...mutationsOf('src/stores/erasures/erasure-tallies.ts', ['test/stores/tables/erasures.test.ts'], {
    'refund-from-full-counters': {
      guard: 'Rows are returned only to counters that hold them.',
      ...lifted('stored_rows >= :rows'),
    },
    'refund-of-nothing': {
      guard: 'Counters without rows take no part in a refund.',
      text: 'taken <= 0',
      becomes: 'taken < 0',
    },
    'tally-booked-once': {
      guard: 'A tally is booked as it was read, and once.',
      ...lifted('orders = :orders AND line_items = :lines'),
    },
  }),
  ...mutationsOf('src/stores/erasures/erasure-acceptance.ts', ['test/stores/tables/erasures.test.ts'], {
    'mark-lives-as-long-as-messages': {
      guard: 'The mark of an erased customer outlives every message that can still arrive.',
      text: '30 * 24 * 3_600',
      becomes: '3_600',
    },
    'erasure-after-all-accepted': {
      guard: 'An erasure is accepted only as newer than everything that its dataset has accepted.',
      ...lifted('attribute_not_exists(last_accepted) OR last_accepted < :time'),
    },
    'marks-ascend': {
      guard: 'The erasures of a dataset ascend: a mark says that everything older is gone.',
      ...lifted('attribute_not_exists(latest) OR latest < :id'),
    },
    'erasure-created-once': {
      guard: 'An erasure is created once.',
      ...lifted('attribute_not_exists(pk)'),
    },
  }),
  ...mutationsOf('src/stores/erasures/erasure-progress.ts', ['test/stores/tables/erasures.test.ts'], {
    'erasure-completed-once': {
      guard: 'An erasure is completed once, and tells of it once.',
      text: "condition: 'attribute_exists(pk) AND attribute_not_exists(completed_at)'",
      becomes: "condition: 'attribute_exists(pk)'",
      noticedBy: ['test/stores/tables/webhooks/endpoint-conditions.test.ts'],
    },
    'known-erasure': {
      guard: 'Progress is noted only in an erasure that exists.',
      ...lifted('attribute_exists(pk)'),
    },
    'erasure-run-taken-once': {
      guard: 'Each run of an erasure is started by one caller.',
      text: "'attribute_not_exists(runs) OR runs = :runs' : 'runs = :runs'",
      becomes: "'attribute_not_exists(runs) OR runs >= :runs' : 'runs >= :runs'",
    },
  }),
];
