// Error responses: each has the status and schema of its code, and a link to its documentation.
import * as v from 'valibot';
import { expect, it, vi } from 'vitest';
import { getErrorBody } from '../../src/contract/errors/error-bodies.ts';
import { ANSWERED_CODES, type AnsweredCode, STATUSES } from '../../src/contract/errors/error-codes.ts';
import { ERRORS } from '../../src/contract/errors/error-descriptions.ts';
import {
  AudienceLimitError,
  DatasetBeingErasedError,
  DestinationLimitError,
  EndpointLimitError,
  ExportLimitError,
  IdempotencyKeyReusedError,
  ImportLimitError,
  InvalidRequestError,
  InvalidSignatureError,
  KeyLimitError,
  KeyNotAllowedError,
  LastAdminKeyError,
  MethodNotAllowedError,
  MonthlyLimitError,
  NotFoundError,
  OriginNotAllowedError,
  PayloadTooLargeError,
  PlanRequiredError,
  PreconditionFailedError,
  RateLimitedError,
  ReportNotFinishedError,
  RequestInProgressError,
  ScheduleLimitError,
  SourceLimitError,
  SourcePausedError,
  UnauthorizedError,
  WebhookLimitError,
} from '../../src/contract/errors/errors.ts';
import { toErrorResponse } from '../../src/http/error-response.ts';
import { context, createApiEvent } from '../../tools/harness/api-event.ts';

const getExample = (code: AnsweredCode): string => ERRORS[code].example.error;
const field = 'orders[3].line_items[0].quantity';
const THROWN: Readonly<Record<AnsweredCode, Error>> = {
  invalid_request: new InvalidRequestError(field, 'expected an integer'),
  unauthorized: new UnauthorizedError(getExample('unauthorized')),
  plan_required: new PlanRequiredError(getExample('plan_required')),
  key_not_allowed: new KeyNotAllowedError(getExample('key_not_allowed')),
  origin_not_allowed: new OriginNotAllowedError('https://other.example'),
  not_found: new NotFoundError(getExample('not_found')),
  method_not_allowed: new MethodNotAllowedError('PUT', '/api/v1/data/orders', ['POST', 'GET', 'HEAD']),
  request_in_progress: new RequestInProgressError(),
  dataset_being_erased: new DatasetBeingErasedError('default'),
  report_not_finished: new ReportNotFinishedError(),
  precondition_failed: new PreconditionFailedError(),
  payload_too_large: new PayloadTooLargeError(getExample('payload_too_large')),
  idempotency_key_reused: new IdempotencyKeyReusedError(),
  rate_limited: new RateLimitedError(11_420, 60),
  monthly_limit_exceeded: new MonthlyLimitError(500, 500),
  export_limit_exceeded: new ExportLimitError(3),
  import_limit_exceeded: new ImportLimitError(5_120),
  webhook_limit_exceeded: new WebhookLimitError(),
  schedule_limit_exceeded: new ScheduleLimitError(20),
  audience_limit_exceeded: new AudienceLimitError(10),
  endpoint_limit_exceeded: new EndpointLimitError(5),
  destination_limit_exceeded: new DestinationLimitError(20),
  source_limit_exceeded: new SourceLimitError(20),
  key_limit_exceeded: new KeyLimitError(getExample('key_limit_exceeded')),
  last_admin_key: new LastAdminKeyError(),
  invalid_signature: new InvalidSignatureError(),
  source_paused: new SourcePausedError('requested'),
  internal_error: new Error('a secret'),
};

it.each(ANSWERED_CODES)('answers %s with the status, schema and example of its description', (code) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const answer = toErrorResponse(THROWN[code], context.awsRequestId, createApiEvent(''));
  expect(answer.statusCode).toBe(STATUSES[code]);
  const body = JSON.parse(answer.body ?? '');
  expect(v.parse(getErrorBody(code), body)).toEqual(body);
  expect(body).toEqual({
    ...ERRORS[code].example,
    code,
    request_id: context.awsRequestId,
    doc_url: `https://api.test/api/v1/docs#tag/Errors/${code}`,
  });
});

it('links to the documentation by the scheme of the request', () => {
  const asked = createApiEvent('', undefined, { 'x-forwarded-proto': 'http' });
  const { body = '' } = toErrorResponse(THROWN.not_found, context.awsRequestId, asked);
  expect(JSON.parse(body).doc_url).toMatch(/^http:\/\/api\.test\/api\/v1\/docs#/);
});
