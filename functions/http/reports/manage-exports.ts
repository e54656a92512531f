// POST and GET /reports/{id}/exports and /datasets/{slug}/exports, and GET of one export below them. One function
// for the six operations, which are rarely called.
import type { Context } from 'aws-lambda';
import { monotonicFactory } from 'ulid';
import { NotFoundError } from '../../../src/contract/errors/errors.ts';
import { cutPage, isUlid, parseCursor } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import {
  createOrderExportRequest,
  orderExportsPath,
} from '../../../src/contract/resources/orders/order-exports.ts';
import { createExportRequest, listExportsQuery } from '../../../src/contract/resources/reports/exports.ts';
import { type Answer, type ApiEvent, answerJson, type Call } from '../../../src/http/call.ts';
import { createHeldReadDeps, parsePreferredWait, readUntil } from '../../../src/http/prefer-wait.ts';
import { defineResourceEndpoint } from '../../../src/http/resource-endpoint.ts';
import { wireEndpoint, wireHeldReads, wireIdempotency } from '../../../src/http/wire.ts';
import { createExportWorkflow } from '../../../src/service/aws/executions.ts';
import { createS3Client } from '../../../src/service/aws/s3-client.ts';
import { createSfnClient } from '../../../src/service/aws/sfn-client.ts';
import { createDatasetStore } from '../../../src/service/datasets/datasets.ts';
import { createErasureStore } from '../../../src/service/erasures/erasures.ts';
import { createExportFiles } from '../../../src/service/exports/export-files.ts';
import {
  createExportStore,
  type ExportItem,
  isRunning,
  toOrdersSource,
} from '../../../src/service/exports/exports.ts';
import {
  computeExpiry,
  createReadExport,
  explainMissing,
  toExportView,
  toOrderExportView,
} from '../../../src/service/exports/read-export.ts';
import { createStartExport, createStartOrderExport } from '../../../src/service/exports/start-export.ts';
import { createReportStore } from '../../../src/service/reports/reports.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.manageExports);
const newExportId = monotonicFactory();
const clock = Date.now;
const reports = createReportStore(db, table);
const exports = createExportStore(db, table);
const erasures = createErasureStore(db, table);
const workflow = createExportWorkflow(createSfnClient(), environment.EXPORT_WORKFLOW_ARN);
const starting = { exports, erasures, workflow, newExportId, clock };
const startExport = createStartExport({ ...starting, reports });
const startOrderExport = createStartOrderExport({ ...starting, datasets: createDatasetStore(db, table) });
const files = createExportFiles(createS3Client(), environment.BUCKET);
const readExport = createReadExport({ files, erasures, clock });
const waiting = createHeldReadDeps(wireHeldReads(db, environment));
const isThere = (item: ExportItem): boolean => waiting.clock() < computeExpiry(item);
const shared = {
  admission,
  idempotency: wireIdempotency(db, environment, newExportId),
  listQuery: listExportsQuery,
  item: 'export_id',
};

const getAccountId = ({ caller: { accountId } }: Call): string => accountId;
const toView = (item: ExportItem, now: number) =>
  'contact' in item ? toOrderExportView(item, now) : toExportView(item, now);

async function listPage(call: Call, source: string): Promise<Answer> {
  const { limit, cursor } = parseRequest(listExportsQuery, call.query);
  const before = parseCursor(cursor, isUlid);
  const all = await exports.list(getAccountId(call), source);
  const found = all.filter((item) => isThere(item) && (before === undefined || item.export_id < before));
  const { shown, next } = cutPage(found, limit, ({ export_id }) => export_id);
  const now = waiting.clock();
  return answerJson(200, { exports: shown.map((item) => toView(item, now)), ...call.sealed(next) });
}

/** `findDataset`: of an export that is not found. */
async function readOne(
  call: Call,
  source: string,
  findDataset: () => Promise<string | undefined>,
): Promise<Answer> {
  const accountId = getAccountId(call);
  const { export_id: exportId = '' } = call.path;
  if (!isUlid(exportId)) throw new NotFoundError('Export not found.');
  const { value: item, headers: waited } = await readUntil(
    () => exports.get({ accountId, source, exportId }),
    (found) => found === undefined || !isRunning(found, waiting.clock()),
    { accountId, waitSeconds: parsePreferredWait(call.headers.prefer) },
    waiting,
  );
  if (item === undefined || !isThere(item)) {
    throw new NotFoundError(await explainMissing(erasures, accountId, await findDataset(), exportId));
  }
  const view =
    'contact' in item
      ? await readExport.ofOrders(item, call.caller.isReadOnly === true)
      : await readExport.ofReport(item);
  return answerJson(200, view, waited);
}

const getReportId = ({ path }: Call): string => path.id ?? '';
const findReport = async (call: Call) => {
  const reportId = getReportId(call);
  return isUlid(reportId) ? reports.get({ accountId: getAccountId(call), reportId }) : undefined;
};
const ofReports = defineResourceEndpoint(
  {
    create: async (call) => {
      const request = parseRequest(createExportRequest, call.body);
      const key = { accountId: getAccountId(call), reportId: getReportId(call) };
      return answerJson(202, await startExport(key, request, call.idempotency?.started));
    },
    list: async (call) => {
      if ((await findReport(call)) === undefined) throw new NotFoundError('Report not found.');
      return listPage(call, getReportId(call));
    },
    get: async (call) => {
      if (!isUlid(getReportId(call))) throw new NotFoundError('Export not found.');
      return readOne(call, getReportId(call), async () => (await findReport(call))?.dataset_id);
    },
  },
  {
    ...shared,
    toAddress: ({ report_id, export_id }) => `/reports/${report_id}/exports/${export_id}`,
  },
);

const getSlug = ({ path }: Call): string => parseRequest(orderExportsPath, path).slug;
const ofOrders = defineResourceEndpoint(
  {
    create: async (call) => {
      const slug = getSlug(call);
      const request = parseRequest(createOrderExportRequest, call.body);
      return answerJson(202, await startOrderExport(call.caller, slug, request, call.idempotency?.started));
    },
    list: (call) => listPage(call, toOrdersSource(getSlug(call))),
    get: (call) => {
      const slug = getSlug(call);
      return readOne(call, toOrdersSource(slug), async () => slug);
    },
  },
  {
    ...shared,
    toAddress: ({ dataset_id, export_id }) => `/datasets/${dataset_id}/exports/${export_id}`,
  },
);

export function handler(event: ApiEvent, context: Context): Promise<Answer> {
  return event.pathParameters?.slug === undefined ? ofReports(event, context) : ofOrders(event, context);
}
