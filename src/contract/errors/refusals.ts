// Error responses, each with its possible codes. If the gateway can respond instead of a function, its message is a
// possible body, and the headers that only functions set may be missing.
import * as v from 'valibot';
import { RATE_HEADERS, type ResponseHeader } from '../headers.ts';
import type { AnswerSpec } from '../operation.ts';
import { gatewayMessage, getErrorBody } from './error-bodies.ts';
import { type AnsweredCode, STATUSES } from './error-codes.ts';

interface Options {
  readonly also?: readonly ResponseHeader[];
  readonly byGateway?: boolean;
}

/** `codes` share a status. */
function defineRefusal(
  sharedAs: string,
  codes: readonly [AnsweredCode, ...AnsweredCode[]],
  description: string,
  { also = [], byGateway = false }: Options = {},
): AnswerSpec {
  const bodies = [...codes.map(getErrorBody), ...(byGateway ? [gatewayMessage] : [])];
  const headers = [...RATE_HEADERS, ...also];
  return {
    status: STATUSES[codes[0]],
    description,
    codes,
    sharedAs,
    body: bodies.length === 1 ? (bodies[0] ?? gatewayMessage) : v.union(bodies),
    headers: byGateway ? [] : headers,
    maybeHeaders: byGateway ? headers : [],
  };
}

const defineUnavailable = (status: number, description: string): AnswerSpec => ({
  status,
  description,
  sharedAs: status === 503 ? 'ServiceUnavailable' : 'GatewayTimeout',
  body: gatewayMessage,
  headers: [],
});

const IN_PROGRESS = 'A request with this Idempotency-Key has not been answered yet';
const LATER: Options = { also: ['Retry-After'] };

const invalidRequest = defineRefusal(
  'InvalidRequest',
  ['invalid_request'],
  'The request is invalid. The error names the first problem, with the path of its field.',
);
const unauthorized = defineRefusal(
  'Unauthorized',
  ['unauthorized'],
  'Missing, invalid, expired or revoked API key.',
  { also: ['WWW-Authenticate'] },
);
const planRequired = defineRefusal(
  'PlanRequired',
  ['plan_required'],
  "The account's plan does not include the API.",
);
const forbidden = defineRefusal(
  'Forbidden',
  ['plan_required', 'key_not_allowed'],
  "The account's plan does not include the API, or the key's kind does not allow the request: it is publishable, read-only and the request not a GET, or not an admin key and the request about keys.",
);
const publishableForbidden = defineRefusal(
  'PublishableForbidden',
  ['plan_required', 'key_not_allowed', 'origin_not_allowed'],
  "The account's plan does not include the API, or the publishable key is for another dataset or for pages of other origins.",
);
export const NOT_FOUND = defineRefusal(
  'NotFound',
  ['not_found'],
  'The resource does not exist, or belongs to another account.',
);
const requestInProgress = defineRefusal(
  'RequestInProgress',
  ['request_in_progress'],
  `${IN_PROGRESS}.`,
  LATER,
);
const inProgressOrBeingErased = defineRefusal(
  'InProgressOrBeingErased',
  ['request_in_progress', 'dataset_being_erased'],
  `${IN_PROGRESS}, or the dataset is being erased: send the request again after \`Retry-After\` seconds.`,
  LATER,
);
export const REPORT_NOT_FINISHED = defineRefusal(
  'ReportNotFinished',
  ['report_not_finished'],
  'The report is still processing.',
  LATER,
);
export const PRECONDITION_FAILED = defineRefusal(
  'PreconditionFailed',
  ['precondition_failed'],
  'The resource has changed since the response whose `ETag` is in `If-Match`, or does not exist.',
);
export const PAYLOAD_TOO_LARGE = defineRefusal(
  'PayloadTooLarge',
  ['payload_too_large'],
  'A body of orders over 4.5 MB as sent, or over 32 MB decompressed; any other body over 1 MB; or one with too many values. Above about 6 MB the gateway responds.',
  { byGateway: true },
);
const idempotencyKeyReused = defineRefusal(
  'IdempotencyKeyReused',
  ['idempotency_key_reused'],
  'The Idempotency-Key was used for another request.',
);
const rateLimited = defineRefusal(
  'RateLimited',
  ['rate_limited'],
  'The rate limit is exceeded: wait for `Retry-After` seconds. Or the gateway throttles, with `message` alone.',
  { ...LATER, byGateway: true },
);
const rateOrMonthLimited = defineRefusal(
  'RateOrMonthLimited',
  ['rate_limited', 'monthly_limit_exceeded'],
  'The rate limit is exceeded: wait for `Retry-After` seconds. Or the monthly limit of reports is reached: the body has `limit` and `used`, and there is no `Retry-After`. Or the gateway throttles, with `message` alone.',
  { ...LATER, byGateway: true },
);

/** Each of which may be sent again after `Retry-After`. */
function rateOr(what: string, code: AnsweredCode, full: string): AnswerSpec {
  const description = `The rate limit is exceeded, or ${full}: wait for \`Retry-After\` seconds. Or the gateway throttles, with \`message\` alone.`;
  return defineRefusal(`RateOr${what}Limited`, ['rate_limited', code], description, {
    ...LATER,
    byGateway: true,
  });
}
const rateOrImportLimited = rateOr(
  'Import',
  'import_limit_exceeded',
  'too many chunks of the account wait to be applied',
);
const rateOrExportLimited = rateOr(
  'Export',
  'export_limit_exceeded',
  'as many exports of the account are in progress as it may have at once',
);
const rateOrOrderExportLimited = defineRefusal(
  'RateOrOrderExportLimited',
  ['rate_limited', 'export_limit_exceeded', 'monthly_limit_exceeded'],
  'The rate limit is exceeded, or as many exports of the account are in progress as it may have at once: wait for `Retry-After` seconds. Or the monthly limit of exports of orders, or of their bytes, is reached: the body has `limit` and `used`, and there is no `Retry-After`. Or the gateway throttles, with `message` alone.',
  { ...LATER, byGateway: true },
);
const rateOrWebhookLimited = rateOr(
  'Webhook',
  'webhook_limit_exceeded',
  'as many webhooks as may be sent on request at once wait for their receivers, or as many e-mails as may be sent on request in a day have been sent',
);
const cannotExportYet = defineRefusal(
  'CannotExportYet',
  ['request_in_progress', 'report_not_finished', 'dataset_being_erased'],
  `${IN_PROGRESS}, the report is still processing, or its dataset is being erased.`,
  LATER,
);

const invalidSignature = defineRefusal(
  'InvalidSignature',
  ['invalid_signature'],
  'The signature does not fit the body and the secret of the source.',
);
const eventInProgress = defineRefusal(
  'EventInProgress',
  ['request_in_progress'],
  'Another delivery of the event is being processed.',
  LATER,
);
const sourcePaused = defineRefusal(
  'SourcePaused',
  ['source_paused'],
  'The source is paused, by its owner or because its dataset was erased.',
);

const BROKEN: readonly AnswerSpec[] = [
  defineRefusal(
    'InternalError',
    ['internal_error'],
    'An unexpected error, logged under `request_id`. If no function could respond, the gateway does, with `message` alone.',
    { byGateway: true },
  ),
  defineUnavailable(503, 'The gateway got no response within 30 seconds: wait, then send the request again.'),
  defineUnavailable(
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
/** Error responses to a shop's event, beside 404. */
export const HOOK_REFUSALS = [
  invalidRequest,
  invalidSignature,
  planRequired,
  eventInProgress,
  sourcePaused,
  PAYLOAD_TOO_LARGE,
  rateLimited,
  ...BROKEN,
] as const;
const SENT = [invalidRequest, unauthorized, forbidden, PAYLOAD_TOO_LARGE, idempotencyKeyReused] as const;
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
/** Error responses to a request for one more of something that an account has a limited number of. */
function defineLimited(one: string, code: AnsweredCode, as: string): readonly AnswerSpec[] {
  const description = `${IN_PROGRESS}, or the account has as many ${as}.`;
  const full = defineRefusal(`InProgressOr${one}Limit`, ['request_in_progress', code], description);
  return [...SENT, full, rateLimited, ...BROKEN];
}

export const SCHEDULE_REFUSALS = defineLimited(
  'Schedule',
  'schedule_limit_exceeded',
  'schedules as it may have',
);
export const AUDIENCE_REFUSALS = defineLimited(
  'Audience',
  'audience_limit_exceeded',
  'audiences as its plan allows',
);
export const DESTINATION_REFUSALS = defineLimited(
  'Destination',
  'destination_limit_exceeded',
  'destinations as its plan allows',
);
export const ENDPOINT_REFUSALS = defineLimited(
  'Endpoint',
  'endpoint_limit_exceeded',
  'webhook endpoints as its plan allows',
);
export const SOURCE_REFUSALS = defineLimited('Source', 'source_limit_exceeded', 'sources as it may have');
export const KEY_REFUSALS = defineLimited('Key', 'key_limit_exceeded', 'keys as it may have');
/** Error responses to a request for a report, which the monthly limit and an erasure can refuse. */
export const REPORT_REFUSALS = [...SENT, inProgressOrBeingErased, rateOrMonthLimited, ...BROKEN] as const;
/** Error responses to a request for an export. */
export const EXPORT_REFUSALS = [...SENT, cannotExportYet, rateOrExportLimited, ...BROKEN] as const;
export const ORDER_EXPORT_REFUSALS = [
  ...SENT,
  inProgressOrBeingErased,
  rateOrOrderExportLimited,
  ...BROKEN,
] as const;
/** Error responses to a request to send a webhook. */
export const SEND_REFUSALS = [
  invalidRequest,
  unauthorized,
  forbidden,
  rateOrWebhookLimited,
  ...BROKEN,
] as const;
/** Error responses to a change of something that exists, beside those to any request with a key. */
export const CHANGE_REFUSALS = [NOT_FOUND, PRECONDITION_FAILED, PAYLOAD_TOO_LARGE] as const;
export const LAST_ADMIN_KEY = defineRefusal(
  'LastAdminKey',
  ['last_admin_key'],
  'No other admin key of the account is valid as long.',
);
