// PUT /datasets/{slug}/recommendations: switches to the recommendations of another report.
import { parseRequest } from '../../src/contract/parse.ts';
import {
  serveRecommendationsPath,
  serveRecommendationsRequest,
} from '../../src/contract/resources/recommendations.ts';
import { InvalidRequestError, NotFoundError, ReportNotFinishedError } from '../../src/core/errors.ts';
import { type EndpointHandler, json } from '../../src/http/call.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { wireAdmission } from '../../src/http/wire.ts';
import {
  createRecommendationStore,
  type RecommendationStore,
  versionOf,
} from '../../src/stores/recommendations/recommendations.ts';
import { createReportStore, type ReportStore } from '../../src/stores/reports/reports.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

export interface ServeRecommendationsDeps {
  readonly reports: Pick<ReportStore, 'get'>;
  readonly recommendations: Pick<RecommendationStore, 'switchTo'>;
}

export function serveRecommendations({
  reports,
  recommendations,
}: ServeRecommendationsDeps): EndpointHandler {
  return async ({ caller: { accountId }, path, body }) => {
    const { slug } = parseRequest(serveRecommendationsPath, path);
    const { report_id } = parseRequest(serveRecommendationsRequest, body);
    const report = await reports.get({ accountId, reportId: report_id });
    if (report === undefined || report.dataset_id !== slug) {
      throw new NotFoundError('The dataset has no such report.');
    }
    if (report.status === 'Processing') throw new ReportNotFinishedError();
    const served = report.status === 'Failed' ? undefined : await recommendations.switchTo(versionOf(report));
    if (served === undefined) {
      throw new InvalidRequestError(
        'report_id',
        'the report has no recommendations: it was not requested with params.serve, it failed, or later reports have replaced it',
      );
    }
    return json(200, { dataset_id: slug, report_id, ...served });
  };
}

const environment = readEnvironment(ENVIRONMENT.serveRecommendations);
const db = guardedClient(environment.SERVICE_TABLE);
export const handler = endpoint(
  wireAdmission(db, environment),
  { body: 'json' },
  serveRecommendations({
    reports: createReportStore(db, environment.SERVICE_TABLE),
    recommendations: createRecommendationStore(db, environment.SERVICE_TABLE),
  }),
);
