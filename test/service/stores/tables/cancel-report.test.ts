// Tests cancelling a report on real tables: its end, the monthly limit, its place in the queue, and its workflow.
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import type { ReportItem } from '../../../../src/service/reports/report-item.ts';
import { createReportSlots } from '../../../../src/service/reports/report-slots.ts';
import { createReportStore } from '../../../../src/service/reports/reports.ts';
import { createCancelReport } from '../../../../src/service/reports/requests/cancel-report.ts';
import { createStageLine } from '../../../../src/service/reports/stage-line.ts';
import { createReportItem } from '../../../../tools/harness/report-item.ts';
import { TABLES, useTables } from './use-tables.ts';

const stage = useTables();
const AT = '2026-03-01T12:00:00.000Z';
const RACES = 10;

async function requestReport(request: Partial<ReportItem['request']> = {}) {
  const reports = createReportStore(stage.db, TABLES.service);
  const slots = createReportSlots(stage.db, TABLES.service);
  const item = createReportItem({
    account_id: ulid(),
    report_id: ulid(),
    name: 'r',
    dataset_id: 'shop',
    at: AT,
  });
  const report = { ...item, request: { ...item.request, ...request } };
  const key = { accountId: report.account_id, reportId: report.report_id };
  const did: string[] = [];
  await reports.create(report, 1);
  const cancel = createCancelReport({
    reports,
    slots,
    line: createStageLine(stage.db, TABLES.service),
    workflow: {
      stop: async (_, run) => void did.push(`stop ${run}`),
      start: async (_, run) => void did.push(`start ${run}`),
    },
    clock: () => Date.parse(AT) + 1_000,
  });
  /** Returns whether the month, which is limited to one report, has room for another. */
  const hasRoom = () =>
    reports.create({ ...report, report_id: ulid() }, 1).then(
      () => true,
      () => false,
    );
  return { reports, slots, report, key, did, cancel, hasRoom };
}

const CANCELLED = { status: 'Failed', state: 'failed', fail_reason_coded: [{ code: 'report_cancelled' }] };

it('fails a waiting report, returns it to the monthly limit, frees its place and stops its workflow', async () => {
  const { slots, key, did, cancel, hasRoom } = await requestReport();
  await slots.line(key);
  expect(await cancel(key)).toMatchObject(CANCELLED);
  expect(await slots.read(key.accountId)).toEqual({ computing: [], waiting: [] });
  expect(did).toEqual(['stop 1']);
  expect(await hasRoom()).toBe(true);
});

it('starts the workflow of a report with a webhook again, which sends report.failed', async () => {
  const { key, did, cancel } = await requestReport({ webhook_url: 'https://example.com/hook' });
  await cancel(key);
  expect(did).toEqual(['stop 1', 'start 2']);
});

it('cancels once, however often it is called, and returns one report to the limit', async () => {
  const { key, did, cancel, hasRoom } = await requestReport();
  const first = await cancel(key);
  expect(await cancel(key)).toEqual(first);
  expect(did).toEqual(['stop 1']);
  expect([await hasRoom(), await hasRoom()]).toEqual([true, false]);
});

it('leaves a finished report unchanged', async () => {
  const { reports, report, key, did, cancel, hasRoom } = await requestReport();
  await reports.complete(report, 'Completed', AT);
  expect(await cancel(key)).toMatchObject({ status: 'Completed' });
  expect(did).toEqual([]);
  expect(await hasRoom()).toBe(false);
});

it('refuses a report of another account as one that does not exist', async () => {
  const { key, cancel } = await requestReport();
  await expect(cancel({ ...key, accountId: ulid() })).rejects.toThrow('Report not found.');
});

it('ends a report once if it is cancelled and completed at the same time', async () => {
  for (let race = 0; race < RACES; race++) {
    const { reports, report, key, did, cancel, hasRoom } = await requestReport();
    const [ended, isCompleted] = await Promise.all([cancel(key), reports.complete(report, 'Completed', AT)]);
    expect((await reports.get(key))?.status).toBe(ended.status);
    expect(ended.status).toBe(isCompleted ? 'Completed' : 'Failed');
    expect(did).toEqual(isCompleted ? [] : ['stop 1']);
    expect(await hasRoom()).toBe(!isCompleted);
  }
});
