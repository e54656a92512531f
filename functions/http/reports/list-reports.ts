// GET /reports: the caller's reports, newest first.
import { parseCreatedRange } from '../../../src/contract/list-fields.ts';
import { isUlid, parseCursor, toCursor, toPageEnd } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import { REPORT_STATUSES } from '../../../src/contract/resources/reports/progress.ts';
import { listReportsQuery } from '../../../src/contract/resources/reports/reports.ts';
import { toState } from '../../../src/contract/schema/work-state.ts';
import { answerJson } from '../../../src/http/call.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { wireEndpoint } from '../../../src/http/wire.ts';
import { createDatasetStore } from '../../../src/service/datasets/datasets.ts';
import { toReportSummary } from '../../../src/service/reports/report-view.ts';
import { createReportStore } from '../../../src/service/reports/reports.ts';
import { requireDataset } from '../../../src/service/reports/requests/require-dataset.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const { admission, db, table } = wireEndpoint(ENVIRONMENT.listReports);
const reports = createReportStore(db, table);
const datasets = createDatasetStore(db, table);

export const handler = defineEndpoint(
  admission,
  { body: 'none', query: listReportsQuery },
  async ({ caller, query, sealed }) => {
    const {
      dataset_id: datasetId,
      report_type: reportType,
      status: wanted,
      limit,
      cursor,
      ...range
    } = parseRequest(listReportsQuery, query);
    const filter = {
      ...{ datasetId, reportType, ...parseCreatedRange(range) },
      status: REPORT_STATUSES.find((status) => wanted === status || wanted === toState(status)),
    };
    if (datasetId !== undefined) await requireDataset(datasets, caller.accountId, datasetId);
    const before = parseCursor(cursor, isUlid);
    const { items, next } = await reports.page(caller.accountId, filter, { limit, before });
    return answerJson(200, {
      reports: items.map(toReportSummary),
      ...sealed(toPageEnd(next && toCursor(next))),
    });
  },
);
