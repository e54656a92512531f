// The answers that say no, each with the codes that it may have. Where the gateway may answer by itself, its message
// is a body, too, and what only our functions set are headers that may be missing.
import * as v from 'valibot';
import { ERROR_BODIES, gatewayMessage } from './error-bodies.ts';
import type { AnsweredCode } from './error-codes.ts';
import type { ResponseHeader } from './headers.ts';
import type { Answer } from './operation.ts';

const RATE: readonly ResponseHeader[] = ['X-RateLimit-Limit', 'X-RateLimit-Remaining'];

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
  const headers = [...RATE, ...also];
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
  description:
    'The request is not what the operation takes. The first thing that is wrong is named by its path.',
  codes: ['invalid_request'],
});
const unauthorized = refusal({
  sharedAs: 'Unauthorized',
  status: 401,
  description: 'Missing, invalid or revoked API key.',
  codes: ['unauthorized'],
  also: ['WWW-Authenticate'],
});
const planRequired = refusal({
  sharedAs: 'PlanRequired',
  status: 403,
  description: "The account's plan does not include the API.",
  codes: ['plan_required'],
});
const notFound = refusal({
  sharedAs: 'NotFound',
  status: 404,
  description: 'There is no such thing, or it is not yours.',
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
    'A request with this Idempotency-Key has not been answered yet, or the dataset is being erased: ask again after `Retry-After` seconds.',
  codes: ['request_in_progress', 'dataset_being_erased'],
  also: ['Retry-After'],
});
const payloadTooLarge = refusal({
  sharedAs: 'PayloadTooLarge',
  status: 413,
  description:
    'A body of orders over 5.5 MB, or over 32 MB decompressed; any other body over 1 MB; or one with too many values. Above about 6 MB the gateway answers itself.',
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
    "The minute's requests are used up: wait for `Retry-After` seconds. Or the gateway refuses more requests for a moment, with `message` alone.",
  codes: ['rate_limited'],
  also: ['Retry-After'],
  byGateway: true,
});
const rateOrMonthLimited = refusal({
  sharedAs: 'RateOrMonthLimited',
  status: 429,
  description:
    "The minute's requests are used up: wait for `Retry-After` seconds. Or the month's reports are: `limit` and `used` say so, and there is no `Retry-After`. Or the gateway refuses more requests for a moment, with `message` alone.",
  codes: ['rate_limited', 'monthly_limit_exceeded'],
  also: ['Retry-After'],
  byGateway: true,
});

const BROKEN: readonly Answer[] = [
  refusal({
    sharedAs: 'InternalError',
    status: 500,
    description:
      'The service failed: it is logged under `request_id`. Where not even that could be answered, the gateway says `message`.',
    codes: ['internal_error'],
    byGateway: true,
  }),
  unavailable(503, 'The gateway had no answer within 30 seconds: back off and send the request again.'),
  unavailable(
    504,
    'May occur when concurrency is above the recommended two requests in flight: back off and send the request again.',
  ),
];

/** What may be answered to any request with a key. */
export const KEYED_REFUSALS = [unauthorized, planRequired, rateLimited, ...BROKEN] as const;
/** The same without a key. */
export const KEYLESS_REFUSALS = [rateLimited, ...BROKEN] as const;
const SENT = [invalidRequest, unauthorized, planRequired, payloadTooLarge, idempotencyKeyReused] as const;
/** What may be answered to a body. */
export const WRITE_REFUSALS = [...SENT, requestInProgress, rateLimited, ...BROKEN] as const;
/** What may be answered to who asks for a report: the month's reports count, and its dataset must stay. */
export const REPORT_REFUSALS = [...SENT, inProgressOrBeingErased, rateOrMonthLimited, ...BROKEN] as const;
export const INVALID_REQUEST = invalidRequest;
export const NOT_FOUND = notFound;
