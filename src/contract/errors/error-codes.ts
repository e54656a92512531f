// Every error code with its status. The doc_url of an error leads to its description: error-descriptions.ts.
import type { ErrorCode } from './errors.ts';

export type AnsweredCode = ErrorCode | 'internal_error';

export const STATUSES: Readonly<Record<AnsweredCode, number>> = {
  invalid_request: 400,
  unauthorized: 401,
  plan_required: 403,
  key_not_allowed: 403,
  origin_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_in_progress: 409,
  dataset_being_erased: 409,
  report_not_finished: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  idempotency_key_reused: 422,
  rate_limited: 429,
  monthly_limit_exceeded: 429,
  export_limit_exceeded: 429,
  import_limit_exceeded: 429,
  webhook_limit_exceeded: 429,
  schedule_limit_exceeded: 409,
  audience_limit_exceeded: 409,
  destination_limit_exceeded: 409,
  endpoint_limit_exceeded: 409,
  source_limit_exceeded: 409,
  key_limit_exceeded: 409,
  last_admin_key: 409,
  invalid_signature: 401,
  source_paused: 410,
  internal_error: 500,
};

const isCode = (text: string): text is AnsweredCode => text in STATUSES;
export const ANSWERED_CODES: readonly AnsweredCode[] = Object.keys(STATUSES).filter(isCode);

/** A code's section of the reference page, relative to the API's base address. */
export function toDocsPath(code: AnsweredCode): string {
  return `/docs#tag/${ERRORS_TAG}/${code}`;
}

export const ERRORS_TAG = 'Errors';
