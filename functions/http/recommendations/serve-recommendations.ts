// GET, PUT and DELETE /datasets/{slug}/recommendations: shows, switches or removes the report that
// recommendations come from.
import type { Context } from 'aws-lambda';
import {
  InvalidRequestError,
  NotFoundError,
  ReportNotFinishedError,
} from '../../../src/contract/errors/errors.ts';
import { isUlid } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import {
  type ServedRecommendations,
  serveRecommendationsPath,
  serveRecommendationsRequest,
} from '../../../src/contract/resources/recommendations.ts';
import { type Answer, type ApiEvent, answerJson, type Call } from '../../../src/http/call.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { answerVersioned, requireMatch } from '../../../src/http/if-match.ts';
import { wireEndpoint } from '../../../src/http/wire.ts';
import {
  createRecommendationStore,
  type Served,
  toVersionRef,
} from '../../../src/service/recommendations/recommendations.ts';
import { createReportStore } from '../../../src/service/reports/reports.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const { admission, db, table } = wireEndpoint(ENVIRONMENT.serveRecommendations);
const reports = createReportStore(db, table);
const recommendations = createRecommendationStore(db, table);

const getDatasetRef = ({ caller: { accountId }, path }: Call) => ({
  accountId,
  datasetId: parseRequest(serveRecommendationsPath, path).slug,
});
const toView = (slug: string, { reportId, products, fields }: Served): ServedRecommendations => ({
  dataset_id: slug,
  report_id: reportId,
  products,
  fields: [...fields],
});

/** Throws NotFoundError. */
async function requireServed(dataset: ReturnType<typeof getDatasetRef>): Promise<Served> {
  const served = await recommendations.served(dataset);
  if (served === undefined) throw new NotFoundError('The dataset has no recommendations.');
  return served;
}

const get = defineEndpoint(admission, { body: 'none' }, async (call) => {
  const dataset = getDatasetRef(call);
  return answerJson(200, toView(dataset.datasetId, await requireServed(dataset)));
});
const replace = defineEndpoint(admission, { body: 'json' }, async (call) => {
  const dataset = getDatasetRef(call);
  const { accountId, datasetId } = dataset;
  const { report_id: reportId } = parseRequest(serveRecommendationsRequest, call.body);
  // A longer id would not be a valid key of the table.
  const report = isUlid(reportId) ? await reports.get({ accountId, reportId }) : undefined;
  if (report === undefined || report.dataset_id !== datasetId) {
    throw new NotFoundError('The dataset has no such report.');
  }
  if (report.status === 'Processing') throw new ReportNotFinishedError();
  const ifMatch = call.headers['if-match'];
  for (;;) {
    const seen = ifMatch === undefined ? undefined : await recommendations.served(dataset);
    requireMatch(ifMatch, seen && toView(datasetId, seen));
    const switched =
      report.status === 'Failed'
        ? undefined
        : await recommendations.switchTo(toVersionRef(report), seen?.reportId);
    if (switched === 'changed') continue;
    if (switched !== undefined) return answerVersioned(200, toView(datasetId, switched));
    throw new InvalidRequestError(
      'report_id',
      'the report has no recommendations: it was not requested with params.serve, it failed, or later reports have replaced it',
    );
  }
});
const remove = defineEndpoint(admission, { body: 'none' }, async (call) => {
  const dataset = getDatasetRef(call);
  for (;;) {
    const served = await requireServed(dataset);
    // Otherwise another report has been served since.
    if (await recommendations.stop({ ...dataset, reportId: served.reportId }))
      return answerJson(200, toView(dataset.datasetId, served));
  }
});

export function handler(event: ApiEvent, context: Context): Promise<Answer> {
  switch (event.requestContext.http.method) {
    case 'PUT':
      return replace(event, context);
    case 'DELETE':
      return remove(event, context);
    default:
      return get(event, context);
  }
}
