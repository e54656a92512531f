// The only place that turns an error into a status and a body. Below 500 the message is for the caller; everything
// else is logged under a request_id, and the caller gets that id and nothing more.
import {
  type ErrorCode,
  InvalidRequestError,
  MonthlyLimitError,
  RateLimitedError,
  RequestInProgressError,
  ServiceError,
} from '../core/errors.ts';
import { excerpt } from '../core/excerpt.ts';
import { describeError, log } from '../observability/log.ts';
import { type Answer, json } from './call.ts';

const STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_request: 400,
  unauthorized: 401,
  plan_required: 403,
  not_found: 404,
  request_in_progress: 409,
  payload_too_large: 413,
  idempotency_key_reused: 422,
  rate_limited: 429,
  monthly_limit_exceeded: 429,
};

/** `requestId`: a UUID. */
export function errorResponse(error: unknown, requestId: string): Answer {
  if (!(error instanceof ServiceError)) {
    log('error', 'request failed', { request_id: requestId, ...describeError(error) });
    return json(500, {
      error: 'Unexpected server error. Quote the request_id when you ask about it.',
      code: 'internal_error',
      request_id: requestId,
    });
  }
  const answer = json(STATUS[error.code], { ...bodyOf(error), code: error.code, request_id: requestId });
  if (error instanceof RateLimitedError || error instanceof RequestInProgressError) {
    answer.headers = { ...answer.headers, 'Retry-After': Math.ceil(error.retryAfterMs / 1000) };
  }
  if (error.code === 'unauthorized') answer.headers = { ...answer.headers, 'WWW-Authenticate': 'Bearer' };
  return answer;
}

/** Of a message that repeats what was sent, so much is shown. */
const MAX_MESSAGE_LENGTH = 400;

function bodyOf(error: ServiceError): Record<string, unknown> {
  const message = excerpt(error.message, MAX_MESSAGE_LENGTH);
  if (error instanceof RateLimitedError) return { error: message, retry_after_ms: error.retryAfterMs };
  if (error instanceof MonthlyLimitError) return { error: message, limit: error.limit, used: error.used };
  if (error instanceof InvalidRequestError && error.param !== undefined)
    return { error: message, param: excerpt(error.param, MAX_MESSAGE_LENGTH) };
  return { error: message };
}
