// Errors of refused requests, one class per kind. Each has a stable code and the values that the response needs.
// Only `src/http/error-response.ts` turns a code into an HTTP status.

import type { Sentence } from '../sentences/sentence.ts';
import type { PauseReason } from '../source.ts';

export type ErrorCode =
  | 'invalid_request'
  | 'unauthorized'
  | 'plan_required'
  | 'key_not_allowed'
  | 'origin_not_allowed'
  | 'not_found'
  | 'method_not_allowed'
  | 'payload_too_large'
  | 'request_in_progress'
  | 'idempotency_key_reused'
  | 'precondition_failed'
  | 'dataset_being_erased'
  | 'report_not_finished'
  | 'rate_limited'
  | 'monthly_limit_exceeded'
  | 'export_limit_exceeded'
  | 'import_limit_exceeded'
  | 'webhook_limit_exceeded'
  | 'schedule_limit_exceeded'
  | 'audience_limit_exceeded'
  | 'destination_limit_exceeded'
  | 'endpoint_limit_exceeded'
  | 'source_limit_exceeded'
  | 'key_limit_exceeded'
  | 'last_admin_key'
  | 'invalid_signature'
  | 'source_paused';

/** A refusal whose message may be shown to the caller. Anything else that is thrown is an internal error. */
export abstract class ServiceError extends Error {
  abstract readonly code: ErrorCode;
}

/** `param` is the path of the offending field, e.g. `orders[3].line_items[0].quantity`. */
export class InvalidRequestError extends ServiceError {
  readonly code = 'invalid_request';
  readonly param: string | undefined;
  /** The problem by code; undefined if it is written for programmers alone. */
  readonly coded: readonly Sentence[] | undefined;

  constructor(param: string | undefined, problem: string, coded?: readonly Sentence[]) {
    super(param === undefined ? problem : `${param}: ${problem}`);
    this.param = param;
    this.coded = coded;
  }
}

export class UnauthorizedError extends ServiceError {
  readonly code = 'unauthorized';
}

export class PlanRequiredError extends ServiceError {
  readonly code = 'plan_required';
}

/** A key, which is valid, on a request that its kind does not allow. */
export class KeyNotAllowedError extends ServiceError {
  readonly code = 'key_not_allowed';
}

/** A page that is not of the origins of its publishable key, or of an endpoint. */
export class OriginNotAllowedError extends ServiceError {
  readonly code = 'origin_not_allowed';

  constructor(origin: string, refusedBy: 'The key' | 'This endpoint' = 'The key') {
    super(`${refusedBy} does not allow requests from the origin ${origin}.`);
  }
}

export class NotFoundError extends ServiceError {
  readonly code = 'not_found';
}

/** The path is known, and takes other methods. */
export class MethodNotAllowedError extends ServiceError {
  readonly code = 'method_not_allowed';
  readonly allow: readonly string[];

  constructor(method: string, path: string, allow: readonly string[]) {
    super(`${method} is not allowed for ${path}: use ${allow.join(', ')}`);
    this.allow = allow;
  }
}

export class PayloadTooLargeError extends ServiceError {
  readonly code = 'payload_too_large';
}

/** The same request is in progress: sent again later, it gets the same response. */
export class RequestInProgressError extends ServiceError {
  readonly code = 'request_in_progress';
  readonly retryAfterMs = 1_000;

  constructor(message = 'A request with this Idempotency-Key is in progress. Send it again in a second.') {
    super(message);
  }
}

/** A report would see only part of the dataset. */
export class DatasetBeingErasedError extends ServiceError {
  readonly code = 'dataset_being_erased';
  readonly retryAfterMs = 30_000;

  constructor(datasetId: string) {
    super(`dataset "${datasetId}" is being erased: request reports again when that has completed`);
  }
}

/** The requested part belongs to a report that is not finished. */
export class ReportNotFinishedError extends ServiceError {
  readonly code = 'report_not_finished';
  readonly retryAfterMs = 2_000;

  constructor() {
    super('The report is still processing. Read GET /reports/{id} until it is finished.');
  }
}

/** The resource is not the one that the client has read. */
export class PreconditionFailedError extends ServiceError {
  readonly code = 'precondition_failed';

  constructor() {
    super('The resource is not as If-Match says: another request has changed it, or it does not exist.');
  }
}

export class IdempotencyKeyReusedError extends ServiceError {
  readonly code = 'idempotency_key_reused';

  constructor() {
    super('This Idempotency-Key was used for another request: use a new key for a new request.');
  }
}

/** `retryAfterMs` is always positive. */
export class RateLimitedError extends ServiceError {
  readonly code = 'rate_limited';
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number, limit: number) {
    super(
      `Rate limit of ${limit} requests per minute exceeded. Retry in ${Math.ceil(retryAfterMs / 1000)} s.`,
    );
    this.retryAfterMs = retryAfterMs;
  }
}

export class MonthlyLimitError extends ServiceError {
  readonly code = 'monthly_limit_exceeded';
  readonly limit: number;
  readonly used: number;

  constructor(limit: number, used: number, what = 'reports') {
    super(
      `The plan's limit of ${limit} ${what} a month is reached. It resets on the first of the month (UTC).`,
    );
    this.limit = limit;
    this.used = used;
  }
}

/** An account has as many exports in progress as it may have at once. */
export class ExportLimitError extends ServiceError {
  readonly code = 'export_limit_exceeded';
  readonly retryAfterMs = 15_000;

  constructor(most: number) {
    super(`${most} exports are in progress. Request this one when one of them has ended.`);
  }
}

/** The account has the greatest number of chunks in the queue. */
export class ImportLimitError extends ServiceError {
  readonly code = 'import_limit_exceeded';
  readonly retryAfterMs = 10_000;

  constructor(queued: number) {
    super(
      `Earlier imports of the account are still being applied (${queued} chunks wait). Nothing of this request was stored: send it again in 10 s.`,
    );
  }
}

/** As many webhooks as may be sent on request at once wait for their receivers. */
export class WebhookLimitError extends ServiceError {
  readonly code = 'webhook_limit_exceeded';
  readonly retryAfterMs = 2_000;

  constructor() {
    super('Other webhooks that were sent on request wait for their receivers. Send this one in a moment.');
  }
}

/** An address, or an account, has been sent as many e-mails on request as it may be sent in a day. */
export class MailLimitError extends ServiceError {
  readonly code = 'webhook_limit_exceeded';
  readonly retryAfterMs: number;

  constructor(of: 'address' | 'account', most: number, retryAfterMs: number) {
    super(
      `The ${of} has been sent ${most} e-mails on request in 24 hours, the most that are sent. Nothing was sent.`,
    );
    this.retryAfterMs = retryAfterMs;
  }
}

/** An account has as many schedules as it may have. */
export class ScheduleLimitError extends ServiceError {
  readonly code = 'schedule_limit_exceeded';

  constructor(most: number) {
    super(`The account has ${most} schedules, the most that it may have: delete one first.`);
  }
}

/** An account has as many audiences as its plan allows. */
export class AudienceLimitError extends ServiceError {
  readonly code = 'audience_limit_exceeded';

  constructor(most: number) {
    super(`The account has ${most} audiences, the most that its plan allows: delete one first.`);
  }
}

/** An account has as many destinations of audiences as its plan allows. */
export class DestinationLimitError extends ServiceError {
  readonly code = 'destination_limit_exceeded';

  constructor(most: number) {
    super(`There are ${most} destinations, the most that there may be: delete one first.`);
  }
}

/** An account has as many webhook endpoints as its plan allows. */
export class EndpointLimitError extends ServiceError {
  readonly code = 'endpoint_limit_exceeded';

  constructor(most: number) {
    super(`The account has ${most} webhook endpoints, the most that its plan allows: delete one first.`);
  }
}

/** An account has as many sources as it may have. */
export class SourceLimitError extends ServiceError {
  readonly code = 'source_limit_exceeded';

  constructor(most: number) {
    super(`The account has ${most} sources, the most that it may have: delete one first.`);
  }
}

/** An account has as many keys of a kind as it may have, or its admin keys created as many in a day as they may. */
export class KeyLimitError extends ServiceError {
  readonly code = 'key_limit_exceeded';
}

/** Without this admin key, nobody but the operator could manage the keys of the account. */
export class LastAdminKeyError extends ServiceError {
  readonly code = 'last_admin_key';

  constructor() {
    super(
      'No other admin key of the account is valid as long as this one: the operator of the service can revoke it or create another.',
    );
  }
}

/** An event of a shop whose signature none of the source's secrets makes. */
export class InvalidSignatureError extends ServiceError {
  readonly code = 'invalid_signature';

  constructor() {
    super('The signature does not fit the body and the secret of the source.');
  }
}

export class SourcePausedError extends ServiceError {
  readonly code = 'source_paused';

  constructor(reason: PauseReason) {
    super(
      reason === 'requested'
        ? 'The source is paused.'
        : `The source is paused, because ${reason === 'key_revoked' ? 'the key that created or changed it was revoked' : 'its dataset was erased'}: activate it to receive orders again.`,
    );
  }
}

/** An internal error whose message contains ids of the service but nothing of a request, so it may be logged. */
export class OwnError extends Error {}
