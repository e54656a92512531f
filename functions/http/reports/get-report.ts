// GET /reports/{id}: the status while the report is Processing; the full report, with its webhook's delivery status,
// once it is finished.

import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { NotFoundError } from '../../../src/contract/errors/errors.ts';
import { isUlid } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import { getDefinition, type ReportType } from '../../../src/contract/report-types/report-types.ts';
import type { ReportProgress } from '../../../src/contract/resources/reports/progress.ts';
import { getReportQuery } from '../../../src/contract/resources/reports/reports.ts';
import { DELIVERIES_IN_REPORT } from '../../../src/contract/schema/limits.ts';
import { toState } from '../../../src/contract/schema/work-state.ts';
import { answerCompressed, answerPlain, isGzipAccepted } from '../../../src/http/bodies/gzip-answer.ts';
import { answerJson, type EndpointHandler } from '../../../src/http/call.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import {
  createHeldReadDeps,
  type HeldReadDeps,
  parsePreferredWait,
  readUntil,
} from '../../../src/http/prefer-wait.ts';
import { wireEndpoint, wireHeldReads } from '../../../src/http/wire.ts';
import { createS3Client } from '../../../src/service/aws/s3-client.ts';
import {
  createDeliveryLog,
  type Delivery,
  type DeliveryLog,
} from '../../../src/service/reports/deliveries.ts';
import { createReportBodies, type ReportBodies } from '../../../src/service/reports/report-bodies.ts';
import type { ReportItem, ReportKey } from '../../../src/service/reports/report-item.ts';
import { createReportSlots, type ReportSlotStore } from '../../../src/service/reports/report-slots.ts';
import { toReportSummary } from '../../../src/service/reports/report-view.ts';
import { createReportStore, type ReportStore } from '../../../src/service/reports/reports.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);
const JSON_TYPE = { 'Content-Type': 'application/json' };

const QUEUED: ReportProgress = { phase: 'queued', fraction: 0 };

export interface GetReportDeps {
  readonly reports: ReportStore;
  readonly slots: Pick<ReportSlotStore, 'read'>;
  readonly bodies: ReportBodies;
  readonly deliveries: Pick<DeliveryLog, 'newest'>;
  readonly waiting: HeldReadDeps;
}

export function getReport({ reports, slots, bodies, deliveries, waiting }: GetReportDeps): EndpointHandler {
  async function readProgress({ account_id, report_id, progress }: ReportItem): Promise<ReportProgress> {
    if (progress !== undefined) return progress;
    const place = (await slots.read(account_id)).waiting.indexOf(report_id) + 1;
    return place === 0 ? QUEUED : { ...QUEUED, place };
  }

  /** The last attempt of each delivery, oldest first. */
  async function listLastAttempts(key: ReportKey): Promise<Delivery[]> {
    return (await deliveries.newest(key, DELIVERIES_IN_REPORT)).reverse();
  }

  return async ({ caller: { accountId }, path, query, headers }) => {
    const { lists } = parseRequest(getReportQuery, query);
    const key = { accountId, reportId: path.id ?? '' };
    // Any other id is a 404 without a read.
    if (!isUlid(key.reportId)) throw new NotFoundError('Report not found.');
    const { value: report, headers: waited } = await readUntil(
      () => reports.get(key),
      (item) => item?.status !== 'Processing',
      { accountId, waitSeconds: parsePreferredWait(headers.prefer) },
      waiting,
    );
    if (report === undefined) throw new NotFoundError('Report not found.');
    if (report.status === 'Processing') {
      return answerJson(
        200,
        { status: report.status, state: toState(report.status), progress: await readProgress(report) },
        waited,
      );
    }
    const attempts = report.request.webhook_url === undefined ? undefined : listLastAttempts(key);
    if (report.status === 'Failed') {
      return answerJson(
        200,
        { ...toReportSummary(report), ...(attempts && { deliveries: await attempts }) },
        waited,
      );
    }
    const [stored, attempted] = await Promise.all([bodies.find(key, 'final'), attempts]);
    // An erasure deletes the body first, then the report.
    if (stored === undefined) throw new NotFoundError('Report not found.');
    const asGzip = isGzipAccepted(headers['accept-encoding']);
    // The stored bytes are sent unchanged, which saves decompressing and compressing them again.
    const all = { ...JSON_TYPE, ...waited };
    if (attempted === undefined && lists && asGzip) return answerCompressed(stored, all);
    const whole = (await decompress(stored)).toString();
    const text = lists ? whole : removeLists(whole, report.report_type);
    const body = attempted === undefined ? text : withDeliveries(text, attempted);
    return asGzip ? answerCompressed(await compress(body), all) : answerPlain(body, all);
  };
}

function removeLists(body: string, type: ReportType): string {
  const report: object = JSON.parse(body);
  return JSON.stringify({
    ...report,
    ...Object.fromEntries(getDefinition(type).lists.map((name) => [name, []])),
  });
}

/**
 * Inserts the member before the closing brace: the body is the JSON of an object of up to 6 MB, and nothing
 * is parsed.
 */
function withDeliveries(body: string, deliveries: readonly Delivery[]): string {
  return `${body.slice(0, -1)},"deliveries":${JSON.stringify(deliveries)}}`;
}

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.getReport);
export const handler = defineEndpoint(
  admission,
  { body: 'none', query: getReportQuery },
  getReport({
    reports: createReportStore(db, table),
    slots: createReportSlots(db, table),
    bodies: createReportBodies(createS3Client(), environment.BUCKET),
    waiting: createHeldReadDeps(wireHeldReads(db, environment)),
    deliveries: createDeliveryLog(db, table),
  }),
);
