// Which reports an erasure deletes, and which it waits for.

import { S3Client } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { reportItem } from '../../../quality/harness/report-item.ts';
import { eraseReports } from '../../../src/erasure/erase-reports.ts';
import { createCustomerLists } from '../../../src/stores/reports/customer-lists.ts';
import { createDeliveryLog } from '../../../src/stores/reports/deliveries.ts';
import { createReportBodies } from '../../../src/stores/reports/report-bodies.ts';
import type { ReportItem } from '../../../src/stores/reports/report-item.ts';
import { createReportStore } from '../../../src/stores/reports/reports.ts';
import { NO_DATABASE } from '../../ingest/stores-in-memory.ts';

const DATASET = { accountId: 'acc', datasetId: 'shop' };
const BEFORE = '2026-03-02T00:00:00.000Z';
const s3 = new S3Client({ region: 'us-east-1' });

function report(at: number, rest: Partial<ReportItem> = {}): ReportItem {
  const created_at = '2026-03-01T00:00:00.000Z';
  return reportItem({
    report_id: `r${String(at).padStart(4, '0')}`,
    dataset_id: 'shop',
    status: 'Completed',
    at: created_at,
    ...rest,
  });
}

async function erase(reports: readonly ReportItem[], now = 0, waiting: readonly string[] = []) {
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
        read: async () => ({ computing: [], waiting }),
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
      recommendations: { remove: async () => {} },
    },
    DATASET,
    [{ erasureId: 'e', customer: undefined }],
    BEFORE,
  );
  expect(withoutProfiles).toEqual(erased);
  expect(cancelled).toEqual(freed.map((id) => `${id} report_dataset_erased`));
  return { isDone, erased, emptied, ...(freed.length > 0 && { freed }) };
}

it('leaves reports that were requested after the orders were gone', async () => {
  const reports = [
    report(1),
    report(2, { created_at: BEFORE }),
    report(3, { created_at: '2026-03-02T00:00:00.001Z' }),
  ];
  expect(await erase(reports)).toEqual({ isDone: true, erased: ['r0001', 'r0002'], emptied: [] });
});

it('cancels reports that wait in the queue of their account, and no others', async () => {
  const processing = { status: 'Processing' as const };
  const reports = [
    report(1, processing),
    report(2, processing),
    report(3, { ...processing, created_at: '2026-03-02T00:00:00.001Z' }),
  ];
  expect(await erase(reports, 0, ['r0002', 'r0003'])).toEqual({
    isDone: false,
    erased: [],
    emptied: [],
    freed: ['r0002'],
  });
});

it('waits for a report in progress that may have read the orders', async () => {
  const reports = [report(1, { status: 'Processing' }), report(2)];
  expect(await erase(reports)).toEqual({ isDone: false, erased: ['r0002'], emptied: [] });
});

it('reads reports page by page to the last one, also when they fill their pages exactly', async () => {
  const reports = Array.from({ length: 200 }, (_, at) => report(at));
  expect((await erase(reports)).erased).toHaveLength(200);
  expect((await erase(reports.slice(0, 101))).erased).toHaveLength(101);
});

it('deletes files of reports in partitions only when no function can be writing any more', async () => {
  const ended = '2026-03-01T12:00:00.000Z';
  const reports = [report(1, { partitions: 3, status: 'Failed', updated_at: ended }), report(2)];
  const at = (minutes: number): number => Date.parse(ended) + minutes * 60_000;
  expect(await erase(reports, at(15))).toEqual({ isDone: false, erased: ['r0002'], emptied: [] });
  expect(await erase(reports, at(16))).toEqual({
    isDone: true,
    erased: ['r0001', 'r0002'],
    emptied: ['r0001'],
  });
  expect(await erase(reports, at(3 * 24 * 60 - 1))).toMatchObject({ emptied: ['r0001'] });
  // They have expired.
  expect(await erase(reports, at(4 * 24 * 60))).toMatchObject({ isDone: true, emptied: [] });
});
