// The middleware stack of all endpoints: admit → read body → read idempotency key → parse JSON → handler → headers →
// errors.
import { randomUUID } from 'node:crypto';
import middy, { type MiddlewareObj } from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import type { Context } from 'aws-lambda';
import { InvalidRequestError } from '../core/errors.ts';
import { type AdmitDeps, admit } from './admit.ts';
import type { Answer, ApiEvent, EndpointHandler } from './call.ts';
import { conditionalGet, FOR_ALL, OWN } from './conditional-get.ts';
import { errorResponse } from './error-response.ts';
import { readIdempotencyKey } from './idempotency.ts';
import { observe } from './observe.ts';
import { readBody } from './read-body.ts';

/** `body: 'json'` for operations with a request body; the others ignore any body. */
export function endpoint(deps: AdmitDeps, { body }: { body: 'json' | 'none' }, handle: EndpointHandler) {
  const stack = middy<ApiEvent, Answer>()
    .use(observe())
    .use(rateHeaders())
    .use(answerErrors())
    .use(admit(deps, { keyOptional: false }));
  if (body === 'none') stack.use(conditionalGet(OWN));
  if (body === 'json') {
    stack.use(readBody()).use(readIdempotencyKey()).use(jsonBody());
  }
  return stack.handler(async (event: ApiEvent): Promise<Answer> => {
    if (event.caller === undefined) throw new Error('no caller after admission');
    return handle({
      caller: event.caller,
      body: event.body,
      query: event.queryStringParameters ?? {},
      path: event.pathParameters ?? {},
      headers: event.headers,
      idempotency: event.idempotency,
    });
  });
}

/** Resources that can be read without a key; they count against the rate limit like every request. */
export function openEndpoint(deps: AdmitDeps, handle: (event: ApiEvent) => Promise<Answer>) {
  return middy<ApiEvent, Answer>()
    .use(rateHeaders())
    .use(answerErrors())
    .use(admit(deps, { keyOptional: true }))
    .use(conditionalGet(FOR_ALL))
    .handler(handle);
}

/** An unknown route: counts against the rate limit like every request, then returns 404. */
export function refuseAll(deps: AdmitDeps, refusal: (event: ApiEvent) => Error) {
  return middy<ApiEvent, Answer>()
    .use(observe())
    .use(rateHeaders())
    .use(answerErrors())
    .use(admit(deps, { keyOptional: true }))
    .handler(async (event: ApiEvent): Promise<Answer> => {
      throw refusal(event);
    });
}

function rateHeaders(): MiddlewareObj<ApiEvent, Answer> {
  const addTo = (request: { event: ApiEvent; response: Answer | null | undefined }): void => {
    const { rate } = request.event;
    if (rate === undefined || !request.response) return;
    request.response.headers = {
      ...request.response.headers,
      'X-RateLimit-Limit': rate.limit,
      'X-RateLimit-Remaining': rate.remaining,
    };
  };
  return { after: addTo, onError: addTo };
}

function answerErrors(): MiddlewareObj<ApiEvent, Answer> {
  return {
    onError: (request) => {
      request.response = errorResponse(request.error, requestIdOf(request.context), request.event);
    },
  };
}

function jsonBody(): MiddlewareObj<ApiEvent, Answer> {
  const { before } = jsonBodyParser<ApiEvent>({ disableContentTypeCheck: true });
  return {
    before: async (request) => {
      try {
        await before?.(request);
      } catch (error) {
        throw malformedJson(error) ?? error;
      }
    },
  };
}

/** Turns an error of the JSON parser into the contract's 400, in our words; undefined for any other error. */
function malformedJson(error: unknown): InvalidRequestError | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  if (typeof cause !== 'object' || cause === null || !('package' in cause)) return undefined;
  if (cause.package !== '@middy/http-json-body-parser') return undefined;
  if ('message' in cause) {
    const { message } = cause;
    // The parser is recursive; a body nested deeper than its stack is rejected.
    const isTooDeep = message === 'Maximum call stack size exceeded';
    return new InvalidRequestError(
      undefined,
      `expected valid JSON: ${isTooDeep ? 'it is nested too deeply' : message}`,
    );
  }
  const key = 'data' in cause ? JSON.stringify(cause.data) : 'a key';
  return new InvalidRequestError(undefined, `${key} is not allowed as a key`);
}

/** Lambda's own request id is a UUID and is part of its log lines. */
function requestIdOf(context: Context): string {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(context.awsRequestId)
    ? context.awsRequestId
    : randomUUID();
}
