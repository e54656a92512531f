// Error responses, each with its possible codes. If the gateway can respond instead of a function, its message is a
// possible body, and the headers that only functions set may be missing.
import * as v from 'valibot';
import { RATE_HEADERS, type ResponseHeader } from '../headers.ts';
import type { Answer } from '../operation.ts';
import { ERROR_BODIES, gatewayMessage } from './error-bodies.ts';
import type { AnsweredCode } from './error-codes.ts';

interface Refusal {
  readonly sharedAs: string;
  readonly status: number;
  readonly description: string;
  readonly codes: readonly AnsweredCode[];
  readonly also?: readonly ResponseHeader[];
  readonly byGateway?: boolean;
}

function refusal({ sharedAs, status, description, codes, also = [], byGateway = false }: Refusal): Answer {
  const bodies = [...codes.map((code) => ERROR_BODIES[code]), ...(byGateway ? [gatewayMessage] : [])];
  const headers = [...RATE_HEADERS, ...also];
  return {
    status,
    description,
    codes,
    sharedAs,
    body: bodies.length === 1 ? (bodies[0] ?? gatewayMessage) : v.union(bodies),
    headers: byGateway ? [] : headers,
    maybeHeaders: byGateway ? headers : [],
  };
}

const unavailable = (status: number, description: string): Answer => ({
  status,
  description,
  sharedAs: status === 503 ? 'ServiceUnavailable' : 'GatewayTimeout',
  body: gatewayMessage,
  headers: [],
});

const invalidRequest = refusal({
  sharedAs: 'InvalidRequest',
  status: 400,
  description: 'The request is invalid. The error names the first problem, with the path of its field.',
  codes: ['invalid_request'],
});
const unauthorized = refusal({
  sharedAs: 'Unauthorized',
  status: 401,
  description: 'Missing, invalid, expired or revoked API key.',
  codes: ['unauthorized'],
  also: ['WWW-Authenticate'],
});
const planRequired = refusal({
  sharedAs: 'PlanRequired',
  status: 403,
  description: "The account's plan does not include the API.",
  codes: ['plan_required'],
});
const forbidden = refusal({
  sharedAs: 'Forbidden',
  status: 403,
  description:
    "The account's plan does not include the API, or the key's kind does not allow the request: it is publishable, read-only and the request not a GET, or not an admin key and the request about keys.",
  codes: ['plan_required', 'key_not_allowed'],
});
const publishableForbidden = refusal({
  sharedAs: 'PublishableForbidden',
  status: 403,
  description:
    "The account's plan does not include the API, or the publishable key is for another dataset or for pages of other origins.",
  codes: ['plan_required', 'key_not_allowed', 'origin_not_allowed'],
});
const notFound = refusal({
  sharedAs: 'NotFound',
  status: 404,
  description: 'The resource does not exist, or belongs to another account.',
  codes: ['not_found'],
});
const requestInProgress = refusal({
  sharedAs: 'RequestInProgress',
  status: 409,
  description: 'A request with this Idempotency-Key has not been answered yet.',
  codes: ['request_in_progress'],
  also: ['Retry-After'],
});
const inProgressOrBeingErased = refusal({
  sharedAs: 'InProgressOrBeingErased',
  status: 409,
  description:
    'A request with this Idempotency-Key has not been answered yet, or the dataset is being erased: send the request again after `Retry-After` seconds.',
  codes: ['request_in_progress', 'dataset_being_erased'],
  also: ['Retry-After'],
});
const reportNotFinished = refusal({
  sharedAs: 'ReportNotFinished',
  status: 409,
  description: 'The report is still processing.',
  codes: ['report_not_finished'],
  also: ['Retry-After'],
});
const preconditionFailed = refusal({
  sharedAs: 'PreconditionFailed',
  status: 412,
  description:
    'The resource has changed since the response whose `ETag` is in `If-Match`, or does not exist.',
  codes: ['precondition_failed'],
});
const payloadTooLarge = refusal({
  sharedAs: 'PayloadTooLarge',
  status: 413,
  description:
    'A body of orders over 4.5 MB as sent, or over 32 MB decompressed; any other body over 1 MB; or one with too many values. Above about 6 MB the gateway responds.',
  codes: ['payload_too_large'],
  byGateway: true,
});
const idempotencyKeyReused = refusal({
  sharedAs: 'IdempotencyKeyReused',
  status: 422,
  description: 'The Idempotency-Key was used for another request.',
  codes: ['idempotency_key_reused'],
});
const rateLimited = refusal({
  sharedAs: 'RateLimited',
  status: 429,
  description:
    'The rate limit is exceeded: wait for `Retry-After` seconds. Or the gateway throttles, with `message` alone.',
  codes: ['rate_limited'],
  also: ['Retry-After'],
  byGateway: true,
});
const rateOrMonthLimited = refusal({
  sharedAs: 'RateOrMonthLimited',
  status: 429,
  description:
    'The rate limit is exceeded: wait for `Retry-After` seconds. Or the monthly limit of reports is reached: the body has `limit` and `used`, and there is no `Retry-After`. Or the gateway throttles, with `message` alone.',
  codes: ['rate_limited', 'monthly_limit_exceeded'],
  also: ['Retry-After'],
  byGateway: true,
});

const rateOrImportLimited = refusal({
  sharedAs: 'RateOrImportLimited',
  status: 429,
  description:
    'The rate limit is exceeded, or too many chunks of the account wait to be applied: wait for `Retry-After` seconds. Or the gateway throttles, with `message` alone.',
  codes: ['rate_limited', 'import_limit_exceeded'],
  also: ['Retry-After'],
  byGateway: true,
});
const rateOrExportLimited = refusal({
  sharedAs: 'RateOrExportLimited',
  status: 429,
  description:
    'The rate limit is exceeded, or as many exports of the account are in progress as it may have at once: wait for `Retry-After` seconds. Or the gateway throttles, with `message` alone.',
  codes: ['rate_limited', 'export_limit_exceeded'],
  also: ['Retry-After'],
  byGateway: true,
});
const rateOrWebhookLimited = refusal({
  sharedAs: 'RateOrWebhookLimited',
  status: 429,
  description:
    'The rate limit is exceeded, or as many webhooks as may be sent on request at once wait for their receivers: wait for `Retry-After` seconds. Or the gateway throttles, with `message` alone.',
  codes: ['rate_limited', 'webhook_limit_exceeded'],
  also: ['Retry-After'],
  byGateway: true,
});
const cannotExportYet = refusal({
  sharedAs: 'CannotExportYet',
  status: 409,
  description:
    'A request with this Idempotency-Key has not been answered yet, the report is still processing, or its dataset is being erased.',
  codes: ['request_in_progress', 'report_not_finished', 'dataset_being_erased'],
  also: ['Retry-After'],
});

const scheduleLimited = refusal({
  sharedAs: 'InProgressOrScheduleLimit',
  status: 409,
  description:
    'A request with this Idempotency-Key has not been answered yet, or the account has as many schedules as it may have.',
  codes: ['request_in_progress', 'schedule_limit_exceeded'],
});
const audienceLimited = refusal({
  sharedAs: 'InProgressOrAudienceLimit',
  status: 409,
  description:
    'A request with this Idempotency-Key has not been answered yet, or the account has as many audiences as its plan allows.',
  codes: ['request_in_progress', 'audience_limit_exceeded'],
});
const destinationLimited = refusal({
  sharedAs: 'InProgressOrDestinationLimit',
  status: 409,
  description:
    'A request with this Idempotency-Key has not been answered yet, or the account has as many destinations as its plan allows.',
  codes: ['request_in_progress', 'destination_limit_exceeded'],
});
const endpointLimited = refusal({
  sharedAs: 'InProgressOrEndpointLimit',
  status: 409,
  description:
    'A request with this Idempotency-Key has not been answered yet, or the account has as many webhook endpoints as its plan allows.',
  codes: ['request_in_progress', 'endpoint_limit_exceeded'],
});
const sourceLimited = refusal({
  sharedAs: 'InProgressOrSourceLimit',
  status: 409,
  description:
    'A request with this Idempotency-Key has not been answered yet, or the account has as many sources as it may have.',
  codes: ['request_in_progress', 'source_limit_exceeded'],
});
const keyLimited = refusal({
  sharedAs: 'InProgressOrKeyLimit',
  status: 409,
  description:
    'A request with this Idempotency-Key has not been answered yet, or the account has as many keys as it may have.',
  codes: ['request_in_progress', 'key_limit_exceeded'],
});
const invalidSignature = refusal({
  sharedAs: 'InvalidSignature',
  status: 401,
  description: 'The signature does not fit the body and the secret of the source.',
  codes: ['invalid_signature'],
});
const eventInProgress = refusal({
  sharedAs: 'EventInProgress',
  status: 409,
  description: 'Another delivery of the event is being processed.',
  codes: ['request_in_progress'],
  also: ['Retry-After'],
});
const sourcePaused = refusal({
  sharedAs: 'SourcePaused',
  status: 410,
  description: 'The source is paused, by its owner or because its dataset was erased.',
  codes: ['source_paused'],
});

const BROKEN: readonly Answer[] = [
  refusal({
    sharedAs: 'InternalError',
    status: 500,
    description:
      'An unexpected error, logged under `request_id`. If no function could respond, the gateway does, with `message` alone.',
    codes: ['internal_error'],
    byGateway: true,
  }),
  unavailable(503, 'The gateway got no response within 30 seconds: wait, then send the request again.'),
  unavailable(
    504,
    'May occur when concurrency is above the recommended two requests in flight: wait, then send the request again.',
  ),
];

/** Error responses to any request with a key. */
export const KEYED_REFUSALS = [invalidRequest, unauthorized, forbidden, rateLimited, ...BROKEN] as const;
/** Error responses to a request that publishable keys may send. */
export const PUBLISHABLE_REFUSALS = [
  invalidRequest,
  unauthorized,
  publishableForbidden,
  rateLimited,
  ...BROKEN,
] as const;
/** The same without a key. */
export const KEYLESS_REFUSALS = [rateLimited, ...BROKEN] as const;
/** Error responses to a shop's event. */
export const HOOK_REFUSALS = [
  invalidRequest,
  invalidSignature,
  planRequired,
  notFound,
  eventInProgress,
  sourcePaused,
  payloadTooLarge,
  rateLimited,
  ...BROKEN,
] as const;
const SENT = [invalidRequest, unauthorized, forbidden, payloadTooLarge, idempotencyKeyReused] as const;
/** Error responses to orders. */
export const ORDERS_REFUSALS = [...SENT, requestInProgress, rateOrImportLimited, ...BROKEN] as const;
/** Error responses to an import without a body. */
export const IMPORT_REFUSALS = [
  invalidRequest,
  unauthorized,
  forbidden,
  rateOrImportLimited,
  ...BROKEN,
] as const;
/** Error responses to a request for a new schedule. */
export const SCHEDULE_REFUSALS = [...SENT, scheduleLimited, rateLimited, ...BROKEN] as const;
/** Error responses to a request for a new audience. */
export const AUDIENCE_REFUSALS = [...SENT, audienceLimited, rateLimited, ...BROKEN] as const;
/** Error responses to a request for a new destination. */
export const DESTINATION_REFUSALS = [...SENT, destinationLimited, rateLimited, ...BROKEN] as const;
/** Error responses to a request for a new webhook endpoint. */
export const ENDPOINT_REFUSALS = [...SENT, endpointLimited, rateLimited, ...BROKEN] as const;
/** Error responses to a request for a new source. */
export const SOURCE_REFUSALS = [...SENT, sourceLimited, rateLimited, ...BROKEN] as const;
/** Error responses to a request for a new key. */
export const KEY_REFUSALS = [...SENT, keyLimited, rateLimited, ...BROKEN] as const;
/** Error responses to a request for a report, which the monthly limit and an erasure can refuse. */
export const REPORT_REFUSALS = [...SENT, inProgressOrBeingErased, rateOrMonthLimited, ...BROKEN] as const;
/** Error responses to a request for an export. */
export const EXPORT_REFUSALS = [...SENT, cannotExportYet, rateOrExportLimited, ...BROKEN] as const;
/** Error responses to a request to send a webhook. */
export const SEND_REFUSALS = [
  invalidRequest,
  unauthorized,
  forbidden,
  rateOrWebhookLimited,
  ...BROKEN,
] as const;
export const NOT_FOUND = notFound;
/** Error responses to a change of something that exists, beside those to any request with a key. */
export const CHANGE_REFUSALS = [notFound, preconditionFailed, payloadTooLarge] as const;
export const LAST_ADMIN_KEY = refusal({
  sharedAs: 'LastAdminKey',
  status: 409,
  description: 'No other admin key of the account is valid as long.',
  codes: ['last_admin_key'],
});
export const REPORT_NOT_FINISHED = reportNotFinished;
export const PAYLOAD_TOO_LARGE = payloadTooLarge;
export const PRECONDITION_FAILED = preconditionFailed;
