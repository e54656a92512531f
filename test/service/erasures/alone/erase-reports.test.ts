// Tests which reports an erasure deletes, and which it waits for.

import { S3Client } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { eraseReports } from '../../../../src/service/erasures/erase-reports.ts';
import { createCustomerLists } from '../../../../src/service/reports/customer-lists.ts';
import { createDeliveryLog } from '../../../../src/service/reports/deliveries.ts';
import { createReportBodies } from '../../../../src/service/reports/report-bodies.ts';
import type { ReportItem } from '../../../../src/service/reports/report-item.ts';
import { createReportStore } from '../../../../src/service/reports/reports.ts';
import { createReportItem } from '../../../../tools/harness/report-item.ts';
import { NO_DATABASE } from '../../orders/stores-in-memory.ts';

const DATASET = { accountId: 'acc', datasetId: 'shop' };
const BEFORE = '2026-03-02T00:00:00.000Z';
const s3 = new S3Client({ region: 'us-east-1' });

function createReport(at: number, rest: Partial<ReportItem> = {}): ReportItem {
  const created_at = '2026-03-01T00:00:00.000Z';
  return createReportItem({
    report_id: `r${String(at).padStart(4, '0')}`,
    dataset_id: 'shop',
    status: 'Completed',
    at: created_at,
    ...rest,
  });
}

async function erase(
  reports: readonly ReportItem[],
  now = 0,
  { waiting = [], computing = [] }: { waiting?: readonly string[]; computing?: readonly string[] } = {},
) {
  const cancelled: string[] = [];
  const freed: string[] = [];
  const erased: string[] = [];
  const emptied: string[] = [];
  const withoutProfiles: string[] = [];
  const isDone = await eraseReports(
    {
      reports: {
        ...createReportStore(NO_DATABASE, ''),
        list: async (_account, _filter, limit, before = '') =>
          reports.filter(({ report_id }) => report_id > before).slice(0, limit),
        fail: async ({ report_id }, { code }) => {
          cancelled.push(`${report_id} ${code}`);
          return true;
        },
        async erase({ report_id }) {
          erased.push(report_id);
          return true;
        },
      },
      slots: {
        read: async () => ({ computing, waiting }),
        free: async (_, reportIds) => void freed.push(...reportIds),
      },
      bodies: { ...createReportBodies(s3, ''), remove: async () => {} },
      lists: { ...createCustomerLists(s3, ''), remove: async () => {} },
      deliveries: { ...createDeliveryLog(NO_DATABASE, ''), remove: async () => {} },
      ruleSets: { remove: async () => {} },
      profiles: { remove: async ({ reportId }) => void withoutProfiles.push(reportId) },
      exports: { list: async () => [], remove: async () => {} },
      exportFiles: { keepOnly: async () => {} },
      partitionFiles: { removeAll: async ({ reportId }) => void emptied.push(reportId) },
      clock: () => now,
      recommendations: { remove: async () => {}, erasePersons: async () => {} },
    },
    DATASET,
    [{ erasureId: 'e', customer: undefined }],
    BEFORE,
  );
  expect(withoutProfiles).toEqual(erased);
  return {
    isDone,
    erased,
    emptied,
    ...(freed.length > 0 && { freed }),
    ...(cancelled.length > 0 && { cancelled }),
  };
}

it('keeps reports that were requested after the orders were gone', async () => {
  const reports = [
    createReport(1),
    createReport(2, { created_at: BEFORE }),
    createReport(3, { created_at: '2026-03-02T00:00:00.001Z' }),
  ];
  expect(await erase(reports)).toEqual({ isDone: true, erased: ['r0001', 'r0002'], emptied: [] });
});

it('cancels reports that wait or are being computed, and frees only the places of those in the queue', async () => {
  const processing = { status: 'Processing' as const };
  const reports = [
    createReport(1, processing),
    createReport(2, processing),
    createReport(3, processing),
    createReport(4, { ...processing, created_at: '2026-03-02T00:00:00.001Z' }),
  ];
  expect(await erase(reports, 0, { waiting: ['r0002', 'r0004'], computing: ['r0003'] })).toEqual({
    isDone: false,
    erased: [],
    emptied: [],
    freed: ['r0002'],
    cancelled: [1, 2, 3].map((at) => `r000${at} report_dataset_erased`),
  });
});

const ENDED = '2026-03-01T12:00:00.000Z';
const addToEnd = (minutes: number): number => Date.parse(ENDED) + minutes * 60_000;
const createFailedReport = (at: number, code: string): ReportItem =>
  createReport(at, { status: 'Failed', updated_at: ENDED, fail_reason_coded: [{ code, params: {} }] });

it('waits until a report that it cancelled is no longer computed, for at most 16 minutes', async () => {
  const reports = [
    createFailedReport(1, 'report_dataset_erased'),
    createFailedReport(2, 'report_dataset_erased'),
  ];
  const computing = ['r0001'];
  expect(await erase(reports, addToEnd(1), { computing })).toMatchObject({
    isDone: false,
    erased: ['r0002'],
  });
  expect(await erase(reports, addToEnd(1))).toMatchObject({ isDone: true, erased: ['r0001', 'r0002'] });
  expect(await erase(reports, addToEnd(16), { computing })).toMatchObject({ isDone: true });
});

it('waits until no function can be writing for a report that a customer cancelled', async () => {
  const reports = [createFailedReport(1, 'report_cancelled'), createFailedReport(2, 'no_orders')];
  expect(await erase(reports, addToEnd(15))).toMatchObject({ isDone: false, erased: ['r0002'] });
  expect(await erase(reports, addToEnd(16))).toMatchObject({ isDone: true, erased: ['r0001', 'r0002'] });
});

it('reads reports page by page to the last one, even if they fill their pages exactly', async () => {
  const reports = Array.from({ length: 200 }, (_, at) => createReport(at));
  expect((await erase(reports)).erased).toHaveLength(200);
  expect((await erase(reports.slice(0, 101))).erased).toHaveLength(101);
});

it('deletes files of reports in partitions only when no function can be writing any more', async () => {
  const reports = [createReport(1, { partitions: 3, status: 'Failed', updated_at: ENDED }), createReport(2)];
  expect(await erase(reports, addToEnd(15))).toEqual({ isDone: false, erased: ['r0002'], emptied: [] });
  expect(await erase(reports, addToEnd(16))).toEqual({
    isDone: true,
    erased: ['r0001', 'r0002'],
    emptied: ['r0001'],
  });
  expect(await erase(reports, addToEnd(3 * 24 * 60 - 1))).toMatchObject({ emptied: ['r0001'] });
  // The files have expired.
  expect(await erase(reports, addToEnd(4 * 24 * 60))).toMatchObject({ isDone: true, emptied: [] });
});
