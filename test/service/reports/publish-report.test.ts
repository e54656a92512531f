// Tests the end of a report: its draft list of customers and its slots are removed, also if it was cancelled.
import { S3Client } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import type { ReportItem } from '../../../src/service/reports/report-item.ts';
import { createPublishReport } from '../../../src/service/reports/steps/publish-report.ts';
import { wireReportFiles } from '../../../src/service/reports/wire-states.ts';
import { createReportItem } from '../../../tools/harness/report-item.ts';
import { NO_DATABASE } from '../orders/stores-in-memory.ts';

async function publishCancelled(report_type: ReportItem['report_type']): Promise<string[]> {
  const did: string[] = [];
  const wired = wireReportFiles(NO_DATABASE, new S3Client({ region: 'us-east-1' }), {
    BUCKET: 'bucket',
    SERVICE_TABLE: 'service',
  });
  const report = createReportItem({ report_type, status: 'Failed' });
  const publish = createPublishReport({
    ...wired,
    model: undefined,
    reports: { ...wired.reports, get: async () => report },
    lists: { ...wired.lists, remove: async ({ reportId }, which) => void did.push(`${reportId} ${which}`) },
    slots: { free: async (_, ids) => void did.push(`slot of ${ids}`) },
    line: { free: async ([key]) => void did.push(`line of ${key?.reportId}`) },
  });
  const { account_id, report_id } = report;
  expect(await publish({ account_id, report_id, report_type })).toMatchObject({ account_id, report_id });
  return did.sort();
}

it('removes the draft list of a report that lists customers, and frees its places', async () => {
  expect(await publishCancelled('RFM')).toEqual(['line of r1', 'r1 draft', 'slot of r1']);
});

it('removes no list of a report without customers', async () => {
  expect(await publishCancelled('MBA')).toEqual(['line of r1', 'slot of r1']);
});
