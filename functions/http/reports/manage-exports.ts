// POST /reports/{id}/exports, and the operations that read the exports of a report. One function for the
// three operations, which are rarely called.
import { monotonicFactory } from 'ulid';
import { NotFoundError } from '../../../src/contract/errors/errors.ts';
import { cutPage, isUlid, parseCursor } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import { createExportRequest, listExportsQuery } from '../../../src/contract/resources/reports/exports.ts';
import { answerJson, type Call } from '../../../src/http/call.ts';
import { createHeldReadDeps, parsePreferredWait, readUntil } from '../../../src/http/prefer-wait.ts';
import { defineResourceEndpoint } from '../../../src/http/resource-endpoint.ts';
import { wireEndpoint, wireHeldReads, wireIdempotency } from '../../../src/http/wire.ts';
import { createExportWorkflow } from '../../../src/service/aws/executions.ts';
import { createS3Client } from '../../../src/service/aws/s3-client.ts';
import { createSfnClient } from '../../../src/service/aws/sfn-client.ts';
import { createErasureStore } from '../../../src/service/erasures/erasures.ts';
import { createExportFiles } from '../../../src/service/exports/export-files.ts';
import { createExportStore, type ExportItem, isRunning } from '../../../src/service/exports/exports.ts';
import {
  computeExpiry,
  createExplainMissing,
  createReadExport,
  toExportView,
} from '../../../src/service/exports/read-export.ts';
import { createStartExport } from '../../../src/service/exports/start-export.ts';
import type { ReportKey } from '../../../src/service/reports/report-item.ts';
import { createReportStore } from '../../../src/service/reports/reports.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.manageExports);
const newExportId = monotonicFactory();
const clock = Date.now;
const reports = createReportStore(db, table);
const exports = createExportStore(db, table);
const erasures = createErasureStore(db, table);
const workflow = createExportWorkflow(createSfnClient(), environment.EXPORT_WORKFLOW_ARN);
const startExport = createStartExport({ reports, exports, erasures, workflow, newExportId, clock });
const files = createExportFiles(createS3Client(), environment.BUCKET);
const readExport = createReadExport({ files, erasures, clock });
const explainMissing = createExplainMissing({ reports, erasures });
const waiting = createHeldReadDeps(wireHeldReads(db, environment));
const isThere = (item: ExportItem): boolean => waiting.clock() < computeExpiry(item);

function getReportKey({ caller: { accountId }, path }: Call): ReportKey {
  return { accountId, reportId: path.id ?? '' };
}

export const handler = defineResourceEndpoint(
  {
    create: async (call) => {
      const request = parseRequest(createExportRequest, call.body);
      return answerJson(202, await startExport(getReportKey(call), request, call.idempotency?.started));
    },
    list: async (call) => {
      const key = getReportKey(call);
      const { limit, cursor } = parseRequest(listExportsQuery, call.query);
      const before = parseCursor(cursor, isUlid);
      const report = isUlid(key.reportId) ? await reports.get(key) : undefined;
      if (report === undefined) throw new NotFoundError('Report not found.');
      const all = await exports.list(key.accountId, key.reportId);
      const found = all.filter((item) => isThere(item) && (before === undefined || item.export_id < before));
      const { shown, next } = cutPage(found, limit, ({ export_id }) => export_id);
      return answerJson(200, {
        exports: shown.map((item) => toExportView(item, waiting.clock())),
        ...call.sealed(next),
      });
    },
    get: async ({ caller: { accountId }, path, headers }) => {
      const { id: reportId = '', export_id: exportId = '' } = path;
      if (!isUlid(reportId) || !isUlid(exportId)) throw new NotFoundError('Export not found.');
      const { value: item, headers: waited } = await readUntil(
        () => exports.get({ accountId, reportId, exportId }),
        (found) => found === undefined || !isRunning(found, waiting.clock()),
        { accountId, waitSeconds: parsePreferredWait(headers.prefer) },
        waiting,
      );
      if (item === undefined || !isThere(item))
        throw new NotFoundError(await explainMissing({ accountId, reportId, exportId }));
      return answerJson(200, await readExport(item), waited);
    },
  },
  {
    admission,
    idempotency: wireIdempotency(db, environment, newExportId),
    toAddress: ({ report_id, export_id }) => `/reports/${report_id}/exports/${export_id}`,
    listQuery: listExportsQuery,
    item: 'export_id',
  },
);
