// Checks the parts of a report's request that do not depend on its dataset.

import { InvalidRequestError } from '../../../contract/errors/errors.ts';
import { checkParams } from '../../../contract/report-types/check-params.ts';
import { resolveReport } from '../../../contract/report-types/resolve.ts';
import type { CreateReportRequest } from '../../../contract/resources/reports/reports.ts';
import { findReceiverUrlProblem } from '../../webhooks/receiver-url.ts';
import type { WebhookTargets } from '../../wiring/environment.ts';

/** Checks a new request, which was not stored before. Throws InvalidRequestError. */
export function checkSentReport(request: CreateReportRequest, receivers: WebhookTargets): string {
  checkParams(request);
  return checkReport(request, receivers);
}

/** Returns the name of the report. Throws InvalidRequestError. */
export function checkReport(request: CreateReportRequest, receivers: WebhookTargets): string {
  const { name } = resolveReport(request);
  if (request.webhook_url !== undefined) {
    const problem = findReceiverUrlProblem(request.webhook_url, receivers);
    if (problem !== undefined) throw new InvalidRequestError('webhook_url', problem);
  }
  return name;
}
