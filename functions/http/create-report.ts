// POST /reports: starts a report. Reports are generated asynchronously.
import { SFNClient } from '@aws-sdk/client-sfn';
import { monotonicFactory } from 'ulid';
import { parseRequest } from '../../src/contract/parse.ts';
import { createReportRequest } from '../../src/contract/resources/reports.ts';
import { idempotent } from '../../src/http/admission/idempotency.ts';
import { type EndpointHandler, json } from '../../src/http/call.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { located } from '../../src/http/location.ts';
import { wireAdmission, wireIdempotency } from '../../src/http/wire.ts';
import { checkParams } from '../../src/report-types/check-params.ts';
import { createStartReport, type StartReportDeps } from '../../src/reporting/requests/start-report.ts';
import { createDatasetStore } from '../../src/stores/datasets/datasets.ts';
import { createErasureStore } from '../../src/stores/erasures/erasures.ts';
import { createReportWorkflow } from '../../src/stores/reports/report-workflow.ts';
import { createReportStore } from '../../src/stores/reports/reports.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

export function createReport(deps: StartReportDeps): EndpointHandler {
  const startReport = createStartReport(deps);
  return async ({ caller, body, idempotency }) => {
    const request = parseRequest(createReportRequest, body);
    checkParams(request);
    return json(202, await startReport(caller, request, idempotency?.started));
  };
}

const environment = readEnvironment(ENVIRONMENT.createReport);
const db = guardedClient(environment.SERVICE_TABLE);
const newReportId = monotonicFactory();
export const handler = endpoint(
  wireAdmission(db, environment),
  { body: 'json' },
  located(
    ({ report_id }) => `/reports/${report_id}`,
    idempotent(
      wireIdempotency(db, environment, newReportId),
      createReport({
        reports: createReportStore(db, environment.SERVICE_TABLE),
        datasets: createDatasetStore(db, environment.SERVICE_TABLE),
        erasures: createErasureStore(db, environment.SERVICE_TABLE),
        workflow: createReportWorkflow(new SFNClient({}), environment.REPORT_WORKFLOW_ARN),
        webhookReceivers: environment.WEBHOOK_RECEIVERS,
        newReportId,
        clock: Date.now,
      }),
    ),
  ),
);
