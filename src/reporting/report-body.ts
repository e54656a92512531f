// Report bodies as gzipped JSON, on their way to S3 and back.
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FinishedReport } from '../contract/workflow.ts';
import { packMembers, type SegmentMembers, unpackMembers } from '../core/changes/segment-members.ts';
import type { AssociationRule } from '../core/mining/rule.ts';
import type { MbaReportBody } from '../report-types/market-basket/analyse.ts';
import type { RfmReportBody } from '../report-types/rfm/analyse.ts';
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

/** False when the report had its final body. */
export async function writeFinalBody(
  bodies: ReportBodies,
  { account_id, report_id }: ReportItem,
  body: object,
): Promise<boolean> {
  const key = { accountId: account_id, reportId: report_id };
  return bodies.putOnce(key, 'final', await pack(JSON.stringify(body)));
}

/** What the final body says that its report became. */
export async function readFinalStatus(
  bodies: ReportBodies,
  { account_id, report_id }: ReportItem,
): Promise<FinishedReport['status']> {
  const gzipped = await bodies.get({ accountId: account_id, reportId: report_id }, 'final');
  const body: Pick<FinishedReport, 'status'> = JSON.parse((await unpack(gzipped)).toString('utf8'));
  return body.status;
}

export async function writeMembers(
  bodies: ReportBodies,
  { account_id, report_id }: ReportItem,
  members: SegmentMembers,
): Promise<void> {
  const key = { accountId: account_id, reportId: report_id };
  await bodies.put(key, 'members', await pack(packMembers(members)));
}

/** Undefined where the report had no customers, or is older than this comparison. */
export async function readMembers(
  bodies: ReportBodies,
  { account_id, report_id }: Pick<ReportItem, 'account_id' | 'report_id'>,
): Promise<SegmentMembers | undefined> {
  const packed = await bodies.find({ accountId: account_id, reportId: report_id }, 'members');
  return packed === undefined ? undefined : unpackMembers(await unpack(packed));
}

/** The rules of a finished report; undefined when its body is gone. */
export async function readRules(
  bodies: ReportBodies,
  { account_id, report_id }: Pick<ReportItem, 'account_id' | 'report_id'>,
): Promise<readonly AssociationRule[] | undefined> {
  const packed = await bodies.find({ accountId: account_id, reportId: report_id }, 'final');
  if (packed === undefined) return undefined;
  const body: Pick<MbaReportBody, 'association_rules'> = JSON.parse((await unpack(packed)).toString('utf8'));
  return body.association_rules;
}

/** What an earlier state of the same workflow wrote. */
export async function readDraft(
  bodies: ReportBodies,
  { account_id, report_id }: ReportItem,
): Promise<ReportBody> {
  const gzipped = await bodies.get({ accountId: account_id, reportId: report_id }, 'computed');
  return JSON.parse((await unpack(gzipped)).toString('utf8'));
}
