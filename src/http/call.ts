// The input and output of an endpoint's handler. API Gateway's event stays outside the handlers.
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Author, Caller } from '../analysis/accounts/caller.ts';
import type { StartedWork } from '../analysis/started-work.ts';
import { BASE_PATH } from '../contract/operation.ts';

/** A request after the middlewares: parsed JSON body, the caller, the state of the rate window. */
export interface Call {
  readonly caller: Caller;
  /** Parsed JSON; undefined for a request without a body. */
  readonly body: unknown;
  readonly query: Query;
  readonly path: Readonly<Record<string, string | undefined>>;
  /** The address under which the caller reached the API. */
  readonly baseUrl: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Encrypts the cursor of a page, so that only this service can read it. */
  readonly sealed: <Page extends { readonly next_cursor?: string | undefined }>(page: Page) => Page;
  /** Undefined for a request without an Idempotency-Key. */
  readonly idempotency: IdempotencyRequest | undefined;
}

/** An idempotent request takes effect once, however often it is sent. */
interface IdempotencyRequest {
  readonly key: string;
  /** Hex SHA-256 of the request: a different request under the same key is an error. */
  readonly fingerprint: string;
  /** Id of the resource that the request creates, or that an earlier attempt started to create. */
  readonly started?: StartedWork;
}

/** Query parameters by name: a value, or all values of one that may be repeated. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

export type Answer = APIGatewayProxyStructuredResultV2;

export type EndpointHandler = (call: Call) => Promise<Answer>;

interface RateFigures {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until the whole limit is available again, if no request follows. */
  readonly resetMs: number;
}

/** API Gateway's event and what the middlewares derived from it. */
export interface ApiEvent extends APIGatewayProxyEventV2 {
  caller?: Caller;
  /** The key of the request, also of a refused one. */
  author?: Author;
  rate?: RateFigures;
  /** Names the request in its response and in the log: a UUID. */
  requestId?: string;
  /** The request's origin, if its publishable key allows it. */
  allowedOrigin?: string;
  idempotency?: IdempotencyRequest;
}

export function answerJson(
  statusCode: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return {
    statusCode,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

// The address under which the caller reached the API.

export function getBaseUrl({ headers, requestContext }: ApiEvent): string {
  const scheme = headers['x-forwarded-proto'] === 'http' ? 'http' : 'https';
  return `${scheme}://${requestContext.domainName}${BASE_PATH}`;
}
