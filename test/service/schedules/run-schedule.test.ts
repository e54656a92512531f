// Tests one run of a schedule, on stores in memory: what it requests, and when it is idle or skipped.
import { expect, it } from 'vitest';
import {
  DatasetBeingErasedError,
  InvalidRequestError,
  MonthlyLimitError,
} from '../../../src/contract/errors/errors.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import { DEFAULT_PLANS } from '../../../src/contract/plans.ts';
import { createReportRequest } from '../../../src/contract/resources/reports/reports.ts';
import { asText } from '../../../src/contract/sentences/english.ts';
import type { TransactItem } from '../../../src/service/aws/transact.ts';
import type { ReportItem } from '../../../src/service/reports/report-item.ts';
import { countOverdue } from '../../../src/service/schedules/rest.ts';
import { createRunSchedule, type RunScheduleDeps } from '../../../src/service/schedules/run-schedule.ts';
import { toScheduleView } from '../../../src/service/schedules/schedule-view.ts';
import type { ScheduleItem, ScheduleStore } from '../../../src/service/schedules/schedules.ts';
import { createReportItem } from '../../../tools/harness/report-item.ts';

const NOW = Date.parse('2026-04-15T05:00:20Z');
const DAY_MS = 86_400_000;

const SCHEDULE: ScheduleItem = {
  account_id: 'acc',
  schedule_id: 's',
  name: 'Every day',
  expression: 'cron(0 7 * * *)',
  time_zone: 'Europe/Berlin',
  report: parseRequest(createReportRequest, { template: 'standard_rfm' }),
  dataset_id: 'default',
  only_if_changed: false,
  key_hash: 'hash',
  created_at: '2026-01-01T00:00:00.000Z',
  activated_as: '01KDVDPAC0ZZZZZZZZZZZZZZZZ',
  version: 7,
  next_run: Date.parse('2026-04-15T05:00:00Z'),
  started: 0,
  skipped: 0,
  failed: 0,
  recent: [],
};
const DATASET = { slug: 'default', name: 'default', last_accepted: 1 };

interface World {
  schedule?: Partial<ScheduleItem>;
  deps?: Partial<RunScheduleDeps>;
}

/** Runs a schedule once; `requested`: the requests, and the reports that they named. */
async function run({ schedule = {}, deps = {} }: World) {
  let item: ScheduleItem = { ...SCHEDULE, ...schedule };
  const claims = new Map<TransactItem, ScheduleItem>();
  const take = (next: ScheduleItem): boolean => {
    if (next.version !== item.version) return false;
    item = { ...next, version: next.version + 1 };
    return true;
  };
  const schedules: ScheduleStore = {
    replacing(next) {
      const claim: TransactItem = {};
      claims.set(claim, next);
      return claim;
    },
    replace: async (next) => take(next),
    pause: async (next, paused) => take({ ...next, paused, next_run: undefined }),
    create: async () => expect.unreachable(),
    get: async () => item,
    list: async () => [item],
    remove: async () => expect.unreachable(),
  };
  const settle = (claim: TransactItem): boolean => {
    const next = claims.get(claim);
    return next !== undefined && take(next);
  };
  const requested: object[] = [];
  const refused: string[] = [];
  const runSchedule = createRunSchedule({
    schedules,
    reports: { get: async () => undefined },
    datasets: { get: async () => DATASET },
    importsInProgress: { list: async () => [] },
    unfinished: { olderThan: async () => [] },
    accounts: {
      findKey: async (key_hash) => ({ key_hash, key_id: 'k', account_id: 'acc', hint: '', created_at: '' }),
      getAccount: async (account_id) => ({
        ...{ account_id, name: '', plan: 'max', created_at: '', overrides: {} },
      }),
    },
    erasures: { mark: async () => undefined },
    plans: DEFAULT_PLANS,
    async startReport(_caller, request, _begun, claimed) {
      requested.push(request);
      expect(claimed !== undefined && settle(claimed.claim)).toBe(true);
      return { report_id: 'r', status: 'Processing', report_type: 'RFM', dataset_id: 'default' };
    },
    async refuseReport(_caller, _request, { claim }, reason) {
      refused.push(asText([reason]));
      return settle(claim);
    },
    newReportId: () => 'r',
    clock: () => NOW,
    ...deps,
  });
  const result = await runSchedule({ accountId: 'acc', scheduleId: 's' });
  return { result, requested, refused, item, view: toScheduleView(item, undefined, {}) };
}

const createReports = (status: ReportItem['status']) => ({
  get: async ({ reportId }: { reportId: string }) =>
    createReportItem({ report_id: reportId, at: '', status, request: SCHEDULE.report }),
});

it('requests the report and moves to the next time', async () => {
  const { result, requested, view } = await run({});
  expect(result).toBe('started');
  expect(requested).toEqual([SCHEDULE.report]);
  expect(view).toMatchObject({
    next_run_at: '2026-04-16T05:00:00.000Z',
    runs: { started: 1 },
    last_run: { due_at: '2026-04-15T05:00:00.000Z', at: '2026-04-15T05:00:20.000Z', report_id: 'r' },
  });
});

it('runs a schedule once after an outage, for the last due time', async () => {
  const { requested, view } = await run({
    schedule: { next_run: Date.parse('2026-03-20T06:00:00Z'), date_range: 'last_7_days' },
  });
  expect(requested).toMatchObject([{ filters: { dateRange: { start: '2026-04-08', end: '2026-04-14' } } }]);
  expect(view.last_run?.due_at).toBe('2026-04-15T05:00:00.000Z');
});

it('counts a date range from the day on which the run was due, in the time zone of the schedule', async () => {
  const { requested } = await run({
    schedule: {
      expression: 'cron(30 23 L * *)',
      time_zone: 'America/New_York',
      next_run: Date.parse('2026-04-01T03:30:00Z'),
      date_range: 'previous_month',
    },
  });
  expect(requested).toMatchObject([{ filters: { dateRange: { start: '2026-02-01', end: '2026-02-28' } } }]);
});

it.each([
  ['is not due', { next_run: NOW + 1 }],
  ['is paused', { next_run: undefined, paused: 'requested' as const }],
])('does nothing if the schedule %s', async (_, schedule) => {
  const { result, requested, item } = await run({ schedule });
  expect([result, requested, item.version]).toEqual(['moved', [], 7]);
});

it('waits while the dataset is being erased', async () => {
  const erasures = { mark: async () => ({ latest: '01ARZ3NDEKTSV4RRFFQ69G5FAV', active: new Set(['e']) }) };
  const { result, item } = await run({ deps: { erasures } });
  expect([result, item.next_run]).toEqual(['later', SCHEDULE.next_run]);
  const refuses = { startReport: async () => Promise.reject(new DatasetBeingErasedError('default')) };
  expect((await run({ deps: refuses })).result).toBe('later');
});

it.each<[string, Partial<RunScheduleDeps>, Partial<ScheduleItem>]>([
  [
    'dataset_erased',
    { erasures: { mark: async () => ({ latest: '0', whole: '01KZZZZZZZZZZZZZZZZZZZZZZZ' }) } },
    {},
  ],
  ['key_revoked', { accounts: { findKey: async () => undefined, getAccount: async () => undefined } }, {}],
  ['failures', { reports: createReports('Failed') }, { recent: ['a', 'b', 'c', 'd', 'e'] }],
])('pauses with the reason %s and requests nothing', async (reason, deps, schedule) => {
  const { result, requested, view } = await run({ deps, schedule });
  expect([result, requested]).toEqual(['paused', []]);
  expect(view).toMatchObject({ status: 'paused', paused_because: reason });
  expect(view.next_run_at).toBeNull();
});

it('continues after fewer failures, and if one of the last reports did not fail', async () => {
  const four = await run({
    deps: { reports: createReports('Failed') },
    schedule: { recent: ['a', 'b', 'c', 'd'] },
  });
  expect([four.result, four.item.recent]).toEqual(['started', ['a', 'b', 'c', 'd', 'r']]);
  const failed = createReports('Failed');
  const reports = {
    get: async (key: { accountId: string; reportId: string }) =>
      key.reportId === 'c' ? undefined : failed.get(key),
  };
  const mixed = await run({ deps: { reports }, schedule: { recent: ['a', 'b', 'c', 'd', 'e'] } });
  expect([mixed.result, mixed.item.recent]).toEqual(['started', ['b', 'c', 'd', 'e', 'r']]);
});

it('keeps the reason of a report that could not be started; the monthly limit does not count as a failure', async () => {
  const runRefused = (error: Error) =>
    run({ deps: { startReport: async () => Promise.reject(error) }, schedule: { recent: ['a'] } });
  const invalid = await runRefused(new InvalidRequestError('dataset_id', 'no dataset "x"'));
  expect([invalid.result, invalid.refused, invalid.item.recent]).toEqual([
    'failed',
    ['dataset_id: no dataset "x"'],
    ['a', 'r'],
  ]);
  expect(invalid.view).toMatchObject({
    status: 'active',
    runs: { failed: 1 },
    last_run: { outcome: 'failed', reason: 'dataset_id: no dataset "x"', report_id: 'r' },
  });
  const limited = await runRefused(new MonthlyLimitError(3, 3));
  expect([limited.result, limited.item.recent]).toEqual(['failed', ['a']]);
});

it('keeps a schedule due when the tables fail', async () => {
  const deps = { startReport: async () => Promise.reject(new Error('the table is away')) };
  await expect(run({ deps })).rejects.toThrow('the table is away');
});

const runAgain = async (
  changed: World & { then?: Partial<ScheduleItem> },
): Promise<Awaited<ReturnType<typeof run>>> => {
  const first = await run({ schedule: { only_if_changed: true, date_range: 'previous_month' } });
  expect(first.item.basis).toBeDefined();
  const next = { ...first.item, next_run: SCHEDULE.next_run, version: 7, ...changed.then };
  return run({ schedule: next, deps: { reports: createReports('Completed'), ...changed.deps } });
};

it('skips a run whose report would be the same', async () => {
  const { result, requested, view } = await runAgain({});
  expect([result, requested]).toEqual(['skipped', []]);
  expect(view).toMatchObject({
    next_run_at: '2026-04-16T05:00:00.000Z',
    runs: { started: 1, skipped: 1 },
    last_run: { outcome: 'skipped' },
  });
});

it.each<[string, Partial<RunScheduleDeps>]>([
  ['an import was accepted', { datasets: { get: async () => ({ ...DATASET, last_accepted: 2 }) } }],
  ['the currency has changed', { datasets: { get: async () => ({ ...DATASET, currency: 'EUR' }) } }],
  ['the time zone has changed', { datasets: { get: async () => ({ ...DATASET, time_zone: 'UTC' }) } }],
  ['the last report failed', { reports: createReports('Failed') }],
  ['the last report is in progress', { reports: createReports('Processing') }],
  ['the last report was erased', { reports: { get: async () => undefined } }],
  ['an import is in progress', { importsInProgress: { list: async () => ['i'] } }],
  ['the date range has changed', { clock: () => NOW + 30 * DAY_MS }],
])('does not skip a run if %s', async (_, deps) => {
  expect((await runAgain({ deps })).result).toBe('started');
});

it.each<[string, Partial<RunScheduleDeps>, boolean]>([
  ['a young import was in progress', { importsInProgress: { list: async () => ['i'] } }, false],
  [
    'an old import of the account was in progress',
    { unfinished: { olderThan: async () => [{ accountId: 'acc', id: 'i', since: '' }] } },
    false,
  ],
  [
    'an old import of another account was in progress',
    { unfinished: { olderThan: async () => [{ accountId: 'other', id: 'i', since: '' }] } },
    true,
  ],
])(
  'uses a report as a basis to skip the next one unless its orders may still arrive: %s',
  async (_, deps, isBasis) => {
    const { item } = await run({ deps, schedule: { only_if_changed: true } });
    expect(item.basis !== undefined).toBe(isBasis);
  },
);

it('counts the schedules that have been due for more than an hour', async () => {
  const due = ['2026-11-22T10:59:59.999Z', '2026-11-22T11:00:00.000Z', '2026-11-22T11:59:00.000Z'];
  const unfinished = {
    olderThan: async (kind: string, before: string) =>
      due
        .filter((time) => kind === 'schedule' && time < before)
        .map((id) => ({ accountId: 'acc', id, since: id })),
  };
  expect(await countOverdue(unfinished, Date.parse('2026-11-22T12:00:00.000Z'))).toBe(1);
});

it('makes a schedule due at its next time if the clock was ahead at its last run', async () => {
  const hourly = { expression: 'cron(0 * * * *)', next_run: NOW + 4 * 3_600_000 };
  const { result, requested, item } = await run({ schedule: hourly });
  expect([result, requested]).toEqual(['moved', []]);
  expect(item.next_run).toBe(Date.parse('2026-04-15T06:00:00Z'));
});

it('does not change a schedule that is due at its next time', async () => {
  const { result, item } = await run({ schedule: { next_run: Date.parse('2026-04-16T05:00:00Z') } });
  expect([result, item.version]).toEqual(['moved', SCHEDULE.version]);
});
