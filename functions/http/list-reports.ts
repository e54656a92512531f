// GET /reports: the caller's reports, newest first.
import { idOfCursor, isUlid, pageOf } from '../../src/contract/paging.ts';
import { parseRequest } from '../../src/contract/parse.ts';
import { listReportsQuery } from '../../src/contract/resources/reports.ts';
import { type EndpointHandler, json } from '../../src/http/call.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { wireAdmission } from '../../src/http/wire.ts';
import { summaryOf } from '../../src/reporting/report-view.ts';
import { requireDataset } from '../../src/reporting/requests/require-dataset.ts';
import { documentClient } from '../../src/stores/aws/clients.ts';
import { createDatasetStore, type DatasetStore } from '../../src/stores/datasets/datasets.ts';
import { createReportStore, type ReportStore } from '../../src/stores/reports/reports.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

export function listReports({
  reports,
  datasets,
}: {
  reports: ReportStore;
  datasets: Pick<DatasetStore, 'get'>;
}): EndpointHandler {
  return async ({ caller, query }) => {
    const {
      dataset_id: datasetId,
      report_type: reportType,
      limit,
      cursor,
    } = parseRequest(listReportsQuery, query);
    if (datasetId !== undefined) await requireDataset(datasets, caller.accountId, datasetId);
    const before = idOfCursor(cursor, isUlid);
    const found = await reports.list(caller.accountId, { datasetId, reportType }, limit + 1, before);
    const { shown, next } = pageOf(found, limit, (item) => item.report_id);
    return json(200, { reports: shown.map(summaryOf), ...next });
  };
}

const environment = readEnvironment(ENVIRONMENT.listReports);
const db = documentClient();
export const handler = endpoint(
  wireAdmission(db, environment),
  { body: 'none', query: listReportsQuery },
  listReports({
    reports: createReportStore(db, environment.SERVICE_TABLE),
    datasets: createDatasetStore(db, environment.SERVICE_TABLE),
  }),
);
