// What an endpoint's handler is given and what it answers with. The gateway's event stays outside of the handlers.
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Caller } from '../core/accounts/caller.ts';
import type { BegunWork } from '../core/begun-work.ts';

/** A request after the middlewares: parsed JSON body, the caller, what is left of the rate window. */
export interface Call {
  readonly caller: Caller;
  /** Parsed JSON; undefined for a request without a body. */
  readonly body: unknown;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly path: Readonly<Record<string, string | undefined>>;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Undefined for a request without an Idempotency-Key. */
  readonly idempotency: IdempotencyRequest | undefined;
}

/** A request that is to be done once, however often it is sent. */
export interface IdempotencyRequest {
  readonly key: string;
  /** Hex SHA-256 of what is asked for: another one under the same key is a mistake. */
  readonly fingerprint: string;
  /** What it makes, or began to make before. */
  readonly begun?: BegunWork;
}

export type Answer = APIGatewayProxyStructuredResultV2;

export type EndpointHandler = (call: Call) => Promise<Answer>;

export interface RateFigures {
  readonly limit: number;
  readonly remaining: number;
}

/** The gateway's event and what the middlewares found out, on its way through the stack. */
export interface ApiEvent extends APIGatewayProxyEventV2 {
  caller?: Caller;
  rate?: RateFigures;
  idempotency?: IdempotencyRequest;
}

export function json(
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
