// POST /reports: starts a report. Reports are generated asynchronously.
import { parseRequest } from '../../../src/contract/parse.ts';
import { checkParams } from '../../../src/contract/report-types/check-params.ts';
import { createReportRequest } from '../../../src/contract/resources/reports/reports.ts';
import { makeIdempotent } from '../../../src/http/admission/idempotency.ts';
import { answerJson, type EndpointHandler } from '../../../src/http/call.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { addLocation } from '../../../src/http/location.ts';
import { wireEndpoint, wireIdempotency } from '../../../src/http/wire.ts';
import {
  createStartReport,
  type StartReportDeps,
} from '../../../src/service/reports/requests/start-report.ts';
import { wireStartReport } from '../../../src/service/reports/requests/wire-start-report.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

export function createReport(deps: StartReportDeps): EndpointHandler {
  const startReport = createStartReport(deps);
  return async ({ caller, body, idempotency }) => {
    const request = parseRequest(createReportRequest, body);
    checkParams(request);
    return answerJson(202, await startReport(caller, request, idempotency?.started));
  };
}

const { admission, db, environment } = wireEndpoint(ENVIRONMENT.createReport);
const deps = wireStartReport(db, environment);
export const handler = defineEndpoint(
  admission,
  { body: 'json' },
  addLocation(
    ({ report_id }) => `/reports/${report_id}`,
    makeIdempotent(wireIdempotency(db, environment, deps.newReportId), createReport(deps)),
  ),
);
