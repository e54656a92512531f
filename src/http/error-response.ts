// The only place that turns an error into a status and a body. Below 500 the message is for the caller; every other
// error is logged under a request_id, and the caller receives only that id.
import { type AnsweredCode, STATUSES, toDocsPath } from '../contract/errors/error-codes.ts';
import {
  InvalidRequestError,
  MethodNotAllowedError,
  MonthlyLimitError,
  RateLimitedError,
  ServiceError,
} from '../contract/errors/errors.ts';
import { excerpt } from '../contract/excerpt.ts';
import { describeError } from '../service/observability/describe-error.ts';
import { log } from '../service/observability/log.ts';
import { type Answer, type ApiEvent, answerJson, getBaseUrl } from './call.ts';

/** `requestId`: a UUID. */
export function toErrorResponse(error: unknown, requestId: string, event: ApiEvent): Answer {
  const answerCode = (code: AnsweredCode, body: Readonly<Record<string, unknown>>): Answer =>
    answerJson(STATUSES[code], { ...body, code, request_id: requestId, doc_url: toDocUrl(event, code) });
  if (!isRefusal(error)) {
    log('error', 'request failed', { request_id: requestId, ...describeError(error) });
    return answerCode('internal_error', {
      error: 'Unexpected server error. Quote the request_id when you ask about it.',
    });
  }
  const answer = answerCode(error.code, toBody(error));
  if ('retryAfterMs' in error && typeof error.retryAfterMs === 'number') {
    answer.headers = { ...answer.headers, 'Retry-After': Math.ceil(error.retryAfterMs / 1000) };
  }
  if (error instanceof MethodNotAllowedError) {
    answer.headers = { ...answer.headers, Allow: error.allow.join(', ') };
  }
  if (error.code === 'unauthorized') answer.headers = { ...answer.headers, 'WWW-Authenticate': 'Bearer' };
  return answer;
}

/** Even inspecting some thrown values throws. */
function isRefusal(error: unknown): error is ServiceError {
  try {
    return error instanceof ServiceError;
  } catch {
    return false;
  }
}

/** The maximum length of a message that quotes the request. */
const MAX_MESSAGE_LENGTH = 400;

function toBody(error: ServiceError): Record<string, unknown> {
  const message = excerpt(error.message, MAX_MESSAGE_LENGTH);
  if (error instanceof RateLimitedError) return { error: message, retry_after_ms: error.retryAfterMs };
  if (error instanceof MonthlyLimitError) return { error: message, limit: error.limit, used: error.used };
  if (error instanceof InvalidRequestError && error.param !== undefined)
    return {
      error: message,
      param: excerpt(error.param, MAX_MESSAGE_LENGTH),
      ...(error.coded && { error_coded: error.coded }),
    };
  return { error: message };
}

/** The type of an error points to the reference page of the service that responded. */
function toDocUrl(event: ApiEvent, code: AnsweredCode): string {
  return `${getBaseUrl(event)}${toDocsPath(code)}`;
}
