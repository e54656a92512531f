// Report bodies as gzipped JSON, on their way to S3 and back.
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { MbaReportBody } from '../core/reports/mba-report.ts';
import type { RfmReportBody } from '../core/reports/rfm-report.ts';
import type { BodyStage, ReportBodies } from '../stores/report-bodies.ts';
import type { ReportItem } from '../stores/reports.ts';

export type ReportBody = MbaReportBody | RfmReportBody;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

export async function writeBody(
  bodies: ReportBodies,
  { account_id, report_id }: ReportItem,
  stage: BodyStage,
  body: object,
): Promise<void> {
  await bodies.put({ accountId: account_id, reportId: report_id }, stage, await pack(JSON.stringify(body)));
}

/** What an earlier state of the same workflow wrote. */
export async function readDraft(
  bodies: ReportBodies,
  { account_id, report_id }: ReportItem,
): Promise<ReportBody> {
  const gzipped = await bodies.get({ accountId: account_id, reportId: report_id }, 'computed');
  return JSON.parse((await unpack(gzipped)).toString('utf8'));
}
