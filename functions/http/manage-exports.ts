// POST /reports/{id}/exports, and the exports of a report as they are read. One function for the three operations, which
// are rarely called.

import type { Context } from 'aws-lambda';
import { monotonicFactory } from 'ulid';
import { idOfCursor, isUlid, pageOf } from '../../src/contract/paging.ts';
import { parseRequest } from '../../src/contract/parse.ts';
import { createExportRequest, listExportsQuery } from '../../src/contract/resources/exports.ts';
import { NotFoundError } from '../../src/core/errors.ts';
import { expiryOf, exportView } from '../../src/exporting/export-view.ts';
import { createReadExport, type ReadExport } from '../../src/exporting/read-export.ts';
import { createStartExport, type StartExport } from '../../src/exporting/start-export.ts';
import { idempotent } from '../../src/http/admission/idempotency.ts';
import { type Answer, type ApiEvent, type Call, type EndpointHandler, json } from '../../src/http/call.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { located } from '../../src/http/location.ts';
import { preferredWait, readUntil, realWaiting, type Waiting } from '../../src/http/prefer-wait.ts';
import { wireAdmission, wireHeldReads, wireIdempotency } from '../../src/http/wire.ts';
import { s3Client } from '../../src/stores/aws/s3-client.ts';
import { sfnClient } from '../../src/stores/aws/sfn-client.ts';
import { createErasureStore } from '../../src/stores/erasures/erasures.ts';
import { createExportFiles } from '../../src/stores/exports/export-files.ts';
import type { ExportItem } from '../../src/stores/exports/export-item.ts';
import { createExportWorkflow } from '../../src/stores/exports/export-workflow.ts';
import { createExportStore, type ExportStore, isRunning } from '../../src/stores/exports/exports.ts';
import type { ReportKey } from '../../src/stores/reports/report-item.ts';
import { createReportStore, type ReportStore } from '../../src/stores/reports/reports.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

export interface ManageExportsDeps {
  readonly reports: Pick<ReportStore, 'get'>;
  readonly exports: Pick<ExportStore, 'get' | 'list'>;
  readonly startExport: StartExport;
  readonly readExport: ReadExport;
  readonly waiting: Waiting;
}

export function manageExports({
  reports,
  exports,
  startExport,
  readExport,
  waiting,
}: ManageExportsDeps): Readonly<Record<'create' | 'list' | 'get', EndpointHandler>> {
  const isThere = (item: ExportItem): boolean => waiting.clock() < expiryOf(item);
  return {
    create: async (call) => {
      const request = parseRequest(createExportRequest, call.body);
      return json(202, await startExport(keyOf(call), request, call.idempotency?.started));
    },
    list: async (call) => {
      const key = keyOf(call);
      const { limit, cursor } = parseRequest(listExportsQuery, call.query);
      const before = idOfCursor(cursor, isUlid);
      const report = isUlid(key.reportId) ? await reports.get(key) : undefined;
      if (report === undefined) throw new NotFoundError('Report not found.');
      const all = await exports.list(key.accountId, key.reportId);
      const found = all.filter((item) => isThere(item) && (before === undefined || item.export_id < before));
      const { shown, next } = pageOf(found, limit, ({ export_id }) => export_id);
      return json(200, { exports: shown.map((item) => exportView(item, waiting.clock())), ...next });
    },
    get: async ({ caller: { accountId }, path, headers }) => {
      const { id: reportId = '', export_id: exportId = '' } = path;
      if (!isUlid(reportId) || !isUlid(exportId)) throw new NotFoundError('Export not found.');
      const { value: item, headers: waited } = await readUntil(
        () => exports.get({ accountId, reportId, exportId }),
        (found) => found === undefined || !isRunning(found, waiting.clock()),
        { accountId, waitSeconds: preferredWait(headers.prefer) },
        waiting,
      );
      if (item === undefined || !isThere(item)) throw new NotFoundError('Export not found.');
      return json(200, await readExport(item), waited);
    },
  };
}

function keyOf({ caller: { accountId }, path }: Call): ReportKey {
  return { accountId, reportId: path.id ?? '' };
}

const environment = readEnvironment(ENVIRONMENT.manageExports);
const db = guardedClient(environment.SERVICE_TABLE);
const admission = wireAdmission(db, environment);
const newExportId = monotonicFactory();
const reports = createReportStore(db, environment.SERVICE_TABLE);
const exports = createExportStore(db, environment.SERVICE_TABLE);
const erasures = createErasureStore(db, environment.SERVICE_TABLE);
const workflow = createExportWorkflow(sfnClient(), environment.EXPORT_WORKFLOW_ARN);
const files = createExportFiles(s3Client(), environment.BUCKET);
const handle = manageExports({
  reports,
  exports,
  startExport: createStartExport({ reports, exports, erasures, workflow, newExportId, clock: Date.now }),
  readExport: createReadExport({ files, erasures, clock: Date.now }),
  waiting: realWaiting(wireHeldReads(db, environment)),
});
const create = endpoint(
  admission,
  { body: 'json' },
  located(
    ({ report_id, export_id }) => `/reports/${report_id}/exports/${export_id}`,
    idempotent(wireIdempotency(db, environment, newExportId), handle.create),
  ),
);
const list = endpoint(admission, { body: 'none', query: listExportsQuery }, handle.list);
const get = endpoint(admission, { body: 'none' }, handle.get);

export function handler(event: ApiEvent, context: Context): Promise<Answer> {
  if (event.requestContext.http.method === 'POST') return create(event, context);
  return event.pathParameters?.export_id === undefined ? list(event, context) : get(event, context);
}
