// CORS, answered by the functions: an origin is allowed by the publishable key that a page sends, or by the
// stage for all of its API. API Gateway's own CorsConfiguration has one list of origins per API, fixed at
// deployment, and drops these headers. https://fetch.spec.whatwg.org/#http-cors-protocol
import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import { MethodNotAllowedError } from '../../contract/errors/errors.ts';
import type { Answer, ApiEvent } from '../call.ts';
import { unwrapEdge } from '../through-edge.ts';

/** Chrome keeps a preflight response for two hours at most, Firefox for a day. */
const PREFLIGHT_SECONDS = 7_200;
// Headers that pages may send, without those that browsers always allow. Not imported from the contract,
// which is as large as all bundles of small functions together; test/http/publishable.test.ts compares the
// two.
const SENDABLE =
  'Authorization, Content-Type, Content-Encoding, Idempotency-Key, If-Match, If-None-Match, Prefer';
const READABLE =
  'Content-Encoding, ETag, Idempotent-Replayed, Location, Preference-Applied, Request-Id, Retry-After, Vary, WWW-Authenticate, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id';

export interface PreflightOptions {
  /**
   * Undefined for every origin: only for operations that change nothing, whose response then names its
   * origins.
   */
  readonly origins: readonly string[] | undefined;
  /** Methods at a path; none where the path is unknown. */
  readonly methodsAt: (path: string) => readonly string[];
}

type Handler = (event: ApiEvent, context: Context) => Promise<Answer>;

/** A preflight carries no key and is not counted: it is answered before admission, without a read. */
export function answerPreflights(options: PreflightOptions, handle: Handler): Handler {
  return async (event, context) =>
    answerPreflight(unwrapEdge(event), context, options) ?? handle(event, context);
}

function answerPreflight(
  { requestContext, headers }: ApiEvent,
  { awsRequestId }: Context,
  { origins, methodsAt }: PreflightOptions,
): Answer | undefined {
  const { method, path } = requestContext.http;
  const origin = headers.origin;
  const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
  if (!isPreflight || origin === undefined) return undefined;
  if (origins !== undefined && !origins.includes(origin)) return undefined;
  const methods = methodsAt(path);
  if (methods.length === 0) return undefined;
  return {
    statusCode: 204,
    headers: {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Methods': methods.join(', '),
      'Access-Control-Allow-Headers': SENDABLE,
      'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
      'X-Request-Id': awsRequestId,
      Vary: 'Origin',
    },
  };
}

/** Methods that publishable keys may use. */
export const READING_METHODS = ['GET', 'HEAD'];

/** For a preflight route: any other OPTIONS request is a 405, as everywhere. */
export function refuseOptions(): MiddlewareObj<ApiEvent, Answer> {
  return {
    before: ({ event }) => {
      const { method, path } = event.requestContext.http;
      if (method === 'OPTIONS') throw new MethodNotAllowedError(method, path, READING_METHODS);
    },
  };
}

export interface CrossOriginOptions {
  /** Origins that the stage allows. */
  readonly origins: readonly string[];
  /** Whether pages may send publishable keys: the response then depends on the key, too. */
  readonly publishable: boolean;
}

/** Runs last, so that the page that caused a refusal can read it. */
export function allowCrossOrigin({
  origins,
  publishable,
}: CrossOriginOptions): MiddlewareObj<ApiEvent, Answer> {
  const isOff = origins.length === 0 && !publishable;
  const varies = publishable ? 'Origin, Authorization' : 'Origin';
  const addTo = (request: { event: ApiEvent; response: Answer | null | undefined }): void => {
    const { event, response } = request;
    if (isOff || !response) return;
    const { origin } = event.headers;
    const isAllowed = origin !== undefined && (origins.includes(origin) || event.allowedOrigin === origin);
    const vary = response.headers?.Vary;
    response.headers = {
      ...response.headers,
      ...(isAllowed && {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': READABLE,
      }),
      Vary: vary === undefined ? varies : `${vary}, ${varies}`,
    };
  };
  return { after: addTo, onError: addTo };
}
