// Writes and reads report bodies as gzipped JSON in S3.

import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as v from 'valibot';
import { getCompanionFormat } from '../../analysis/report-types/analyses.ts';
import type { CompanionOf } from '../../analysis/report-types/analysis.ts';
import { expectVersion, STORED_VERSION } from '../../contract/messages/format-versions.ts';
import type { Kinds, ReportBody, ReportType } from '../../contract/report-types/report-types.ts';
import type { ReportBodies } from './report-bodies.ts';
import type { ReportItem } from './report-item.ts';

type StoredReport = Pick<ReportItem, 'account_id' | 'report_id' | 'report_type'>;
/** Final status of a report that did not fail. */
export type FinalStatus = 'Completed' | 'Completed with warnings';
type Companion = CompanionOf<Kinds[ReportType]>;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Returns false when the report already had its final body. */
export async function writeFinalBody(
  bodies: ReportBodies,
  { account_id, report_id }: ReportItem,
  body: object,
): Promise<boolean> {
  const key = { accountId: account_id, reportId: report_id };
  return bodies.putOnce(key, 'final', await pack(JSON.stringify(body)));
}

/** The status in the final body; undefined if there is no final body yet. */
export async function findFinalStatus(
  bodies: ReportBodies,
  { account_id, report_id }: ReportItem,
): Promise<FinalStatus | undefined> {
  const gzipped = await bodies.find({ accountId: account_id, reportId: report_id }, 'final');
  if (gzipped === undefined) return undefined;
  const body: { readonly status: FinalStatus } = JSON.parse((await unpack(gzipped)).toString('utf8'));
  return body.status;
}

export async function writeCompanion(
  bodies: Pick<ReportBodies, 'put'>,
  { account_id, report_id, report_type }: StoredReport,
  companion: Companion,
): Promise<void> {
  const format = getCompanionFormat(report_type);
  if (format === undefined) return;
  const key = { accountId: account_id, reportId: report_id };
  await bodies.put(key, 'companion', await pack(format.pack(companion)));
}

/** Undefined if the report had no companion, or is older than this comparison. */
export async function readCompanion(
  bodies: ReportBodies,
  { account_id, report_id, report_type }: StoredReport,
): Promise<Companion | undefined> {
  const format = getCompanionFormat(report_type);
  if (format === undefined) return undefined;
  const packed = await bodies.find({ accountId: account_id, reportId: report_id }, 'companion');
  return packed === undefined ? undefined : format.unpack(await unpack(packed));
}

/** The body of a finished report; undefined when it is gone. */
export async function readFinal(
  bodies: Pick<ReportBodies, 'find'>,
  { account_id, report_id }: StoredReport,
): Promise<ReportBody | undefined> {
  const packed = await bodies.find({ accountId: account_id, reportId: report_id }, 'final');
  return packed === undefined ? undefined : parseBody(packed);
}

const versionOfDraft = expectVersion('draft of a report', STORED_VERSION);

/** Writes the body without insights and envelope. */
export async function writeDraft(
  bodies: Pick<ReportBodies, 'put'>,
  { account_id, report_id }: ReportItem,
  body: object,
): Promise<void> {
  const draft = await pack(JSON.stringify({ ...body, version: STORED_VERSION }));
  await bodies.put({ accountId: account_id, reportId: report_id }, 'computed', draft);
}

/** Reads the draft of an earlier state of the same workflow. */
export async function readDraft(
  bodies: Pick<ReportBodies, 'get'>,
  { account_id, report_id }: StoredReport,
): Promise<ReportBody> {
  const packed = await bodies.get({ accountId: account_id, reportId: report_id }, 'computed');
  const { version, ...body }: ReportBody & { readonly version?: unknown } = await parseBody(packed);
  v.parse(versionOfDraft, version);
  return body;
}

async function parseBody(gzipped: Uint8Array): Promise<ReportBody> {
  return JSON.parse((await unpack(gzipped)).toString('utf8'));
}
