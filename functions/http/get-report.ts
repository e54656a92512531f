// GET /reports/{id}: only the status while Processing, the whole report once it is finished.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { S3Client } from '@aws-sdk/client-s3';
import { NotFoundError } from '../../src/core/errors.ts';
import { type Answer, json } from '../../src/http/call.ts';
import { type EndpointHandler, endpoint } from '../../src/http/endpoint.ts';
import {
  preferredWait,
  readUntil,
  realWaiting,
  type Waiting,
  waitHeaders,
} from '../../src/http/prefer-wait.ts';
import { wireAdmission } from '../../src/http/wire.ts';
import { summaryOf } from '../../src/reporting/report-view.ts';
import { documentClient } from '../../src/stores/clients.ts';
import { createReportBodies, type ReportBodies } from '../../src/stores/report-bodies.ts';
import { createReportStore, type ReportStore } from '../../src/stores/reports.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const unfold = promisify(gunzip);

export function getReport({
  reports,
  bodies,
  waiting,
}: {
  reports: ReportStore;
  bodies: ReportBodies;
  waiting: Waiting;
}): EndpointHandler {
  return async ({ caller: { accountId }, path, headers }) => {
    const key = { accountId, reportId: path.id ?? '' };
    const wait = preferredWait(headers.prefer);
    const read = () => reports.get(key);
    const report = isReportId(key.reportId)
      ? await readUntil(read, (item) => item?.status !== 'Processing', wait, waiting)
      : undefined;
    if (report === undefined) throw new NotFoundError('Report not found.');
    if (report.status === 'Processing') return json(200, { status: report.status }, waitHeaders(false, wait));
    if (report.status === 'Failed') return json(200, summaryOf(report));
    const gzipped = await bodies.get(key, 'final');
    return acceptsGzip(headers['accept-encoding'])
      ? compressed(gzipped)
      : plain((await unfold(gzipped)).toString());
  };
}

/** Report ids are ULIDs: nothing else is worth a read. */
function isReportId(id: string): boolean {
  return /^[0-9A-HJKMNP-TV-Z]{26}$/.test(id);
}

function acceptsGzip(accepted: string | undefined): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accepted ?? '');
}

function plain(body: string): Answer {
  return { statusCode: 200, headers: { 'Content-Type': 'application/json', Vary: 'Accept-Encoding' }, body };
}

/** The stored bytes as they are: nothing is unfolded only to be folded again. */
function compressed(gzipped: Uint8Array): Answer {
  return {
    statusCode: 200,
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' },
    body: Buffer.from(gzipped).toString('base64'),
    isBase64Encoded: true,
  };
}

const environment = readEnvironment(ENVIRONMENT.getReport);
const db = documentClient();
export const handler = endpoint(
  wireAdmission(db, environment),
  { body: 'none' },
  getReport({
    reports: createReportStore(db, environment.SERVICE_TABLE),
    bodies: createReportBodies(new S3Client({}), environment.REPORTS_BUCKET),
    waiting: realWaiting,
  }),
);
