// The middleware stack of all endpoints: admit → check query → read body → read idempotency key → parse JSON → handler
// → headers → errors.

import { randomUUID } from 'node:crypto';
import middy, { type MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Caller } from '../analysis/accounts/caller.ts';
import type { ObjectOfFields } from '../contract/operation.ts';
import { refuseDotSegments } from '../contract/path-id.ts';
import { type BodyLimits, SMALL_BODY } from '../contract/schema/limits.ts';
import { beginLogging, log } from '../service/observability/log.ts';
import { beginMeasuring, endMeasuring } from '../service/observability/metrics.ts';
import { type AdmitDeps, admit, type PublishableAdmission } from './admission/admit.ts';
import { allowCrossOrigin, refuseOptions } from './admission/cross-origin.ts';
import { readIdempotencyKey } from './admission/idempotency.ts';
import { noteChanges } from './audit.ts';
import { parseJson } from './bodies/parse-json.ts';
import { readBody } from './bodies/read-body.ts';
import { type Answer, type ApiEvent, type Call, type EndpointHandler, getBaseUrl } from './call.ts';
import { FOR_ALL, FOR_PAGES, handleConditionalGet, OWN, REVALIDATED } from './conditional-get.ts';
import { toErrorResponse } from './error-response.ts';
import { checkQuery, readQuery } from './query.ts';
import { createSealedCursors } from './sealed-cursor.ts';
import { readEdge } from './through-edge.ts';

export interface EndpointOptions {
  /** `json` for operations that take a body; the others ignore one that is sent. */
  readonly body: 'json' | 'none';
  /** Bounds of the body. Default: SMALL_BODY. */
  readonly limits?: BodyLimits;
  /** The accepted query parameters. Default: none. */
  readonly query?: ObjectOfFields;
  /** For operations that publishable keys may call, from pages of their origins. Default: they may not. */
  readonly publishable?: PublishableAdmission;
  /**
   * Read-only keys may call the operation with any method: it changes nothing by itself. Default: depends on
   * the method.
   */
  readonly readOnlyKeys?: true;
  /** Restricts the operation to admin keys. */
  readonly adminKeys?: true | undefined;
}

export function defineEndpoint(
  deps: AdmitDeps,
  { body, limits = SMALL_BODY, query, publishable, readOnlyKeys, adminKeys }: EndpointOptions,
  handle: EndpointHandler,
) {
  const stack = beginStack()
    .use(allowCrossOrigin({ origins: deps.corsOrigins ?? [], publishable: publishable !== undefined }))
    .use(answerHead())
    .use(addStandardHeaders())
    .use(answerErrors())
    .use(admit(deps, { keyOptional: false, publishable, readOnlyKeys, adminKeys }))
    .use(checkQuery(query));
  // Operations open to read-only keys change nothing by themselves.
  if (deps.audit !== undefined && !readOnlyKeys) stack.use(noteChanges(deps.audit, deps.clock));
  if (publishable !== undefined) stack.use(refuseOptions());
  if (body === 'none') {
    stack.use(handleConditionalGet(({ caller }) => (caller?.publishable === undefined ? OWN : FOR_PAGES)));
  }
  if (body === 'json') {
    stack.use(readBody(limits)).use(readIdempotencyKey()).use(parseJson());
  }
  return stack.handler(async (event: ApiEvent): Promise<Answer> => {
    if (event.caller === undefined) throw new Error('no caller after admission');
    refuseDotSegments(event.pathParameters ?? {});
    const { query: asked, sealed } = await withCursors(deps, event.caller, event, query);
    return handle({
      caller: event.caller,
      // Parsed by an earlier middleware.
      body: event.body,
      query: asked,
      sealed,
      path: event.pathParameters ?? {},
      baseUrl: getBaseUrl(event),
      headers: event.headers,
      idempotency: event.idempotency,
    });
  });
}

/** The query with its cursor decrypted, and the function that encrypts the cursor of the answer. */
async function withCursors(
  { accounts }: AdmitDeps,
  { accountId, cursorSecret }: Caller,
  event: ApiEvent,
  schema: ObjectOfFields | undefined,
): Promise<Pick<Call, 'query' | 'sealed'>> {
  const query = readQuery(event, schema);
  if (schema?.entries.cursor === undefined) return { query, sealed: (page) => page };
  const { cursor, limit: _, ...list } = query;
  const secret = cursorSecret ?? (await accounts.createCursorSecret(accountId));
  const named = Object.entries(list).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const cursors = createSealedCursors(secret, [accountId, event.rawPath, named]);
  return {
    query: typeof cursor === 'string' ? { ...query, cursor: cursors.open(cursor) } : query,
    sealed: (page) =>
      page.next_cursor === undefined ? page : { ...page, next_cursor: cursors.seal(page.next_cursor) },
  };
}

/** Resources that can be read without a key; they count against the rate limit like every request. */
export function openEndpoint(deps: AdmitDeps, handle: (event: ApiEvent) => Promise<Answer>) {
  return beginStack()
    .use(allowCrossOrigin({ origins: deps.corsOrigins ?? [], publishable: false }))
    .use(answerHead())
    .use(addStandardHeaders())
    .use(answerErrors())
    .use(admit(deps, { keyOptional: true, countsKeyless: true }))
    .use(handleConditionalGet(() => FOR_ALL))
    .handler(handle);
}

/** For events that are authenticated by their signature: the handler admits them. */
export function defineSignedEndpoint(handle: (event: ApiEvent) => Promise<Answer>) {
  return beginStack().use(addStandardHeaders()).use(answerErrors()).handler(handle);
}

/** Files that are the same for everybody. They need no read, so requests for them are not counted. */
export function defineFilesEndpoint(handle: (event: ApiEvent) => Promise<Answer>) {
  return beginStack()
    .use(answerHead())
    .use(addStandardHeaders())
    .use(answerErrors())
    .use(handleConditionalGet(() => REVALIDATED))
    .handler(handle);
}

/** For requests that no operation takes: those with a key count against the rate limit like all others. */
export function defineDefaultRoute(deps: AdmitDeps, handle: (event: ApiEvent) => Promise<Answer>) {
  return beginStack()
    .use(allowCrossOrigin({ origins: deps.corsOrigins ?? [], publishable: false }))
    .use(answerHead())
    .use(addStandardHeaders())
    .use(answerErrors())
    .use(admit(deps, { keyOptional: true }))
    .handler(handle);
}

/** The middlewares that every stack begins with. */
function beginStack() {
  return middy<ApiEvent, Answer>().use(readEdge()).use(observe());
}

/** Adds the request's id to every response, and the state of its rate window where requests are counted. */
function addStandardHeaders(): MiddlewareObj<ApiEvent, Answer> {
  const addTo = (request: {
    event: ApiEvent;
    context: Context;
    response: Answer | null | undefined;
  }): void => {
    const { event, context, response } = request;
    if (!response) return;
    response.headers = {
      ...response.headers,
      'Request-Id': getRequestId(event, context),
      'X-Request-Id': getRequestId(event, context),
      ...(event.rate && {
        'X-RateLimit-Limit': event.rate.limit,
        'X-RateLimit-Remaining': event.rate.remaining,
        'X-RateLimit-Reset': Math.ceil(event.rate.resetMs / 1_000),
      }),
    };
  };
  return { after: addTo, onError: addTo };
}

function answerErrors(): MiddlewareObj<ApiEvent, Answer> {
  return {
    onError: (request) => {
      request.response = toErrorResponse(
        request.error,
        getRequestId(request.event, request.context),
        request.event,
      );
    },
  };
}

/** Lambda's own request id is a UUID and is already in its log lines. */
function getRequestId(event: ApiEvent, { awsRequestId }: Context): string {
  event.requestId ??= UUID.test(awsRequestId) ? awsRequestId : randomUUID();
  return event.requestId;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

// Answers HEAD as GET, with the body's length but without the body:
// https://www.rfc-editor.org/rfc/rfc9110#name-head
function answerHead(): MiddlewareObj<ApiEvent, Answer> {
  const removeBody = (request: { event: ApiEvent; response: Answer | null | undefined }): void => {
    if (request.event.requestContext.http.method !== 'HEAD' || !request.response) return;
    const { body, isBase64Encoded, ...rest } = request.response;
    const length =
      body === undefined ? undefined : Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');
    request.response = {
      ...rest,
      headers: { ...rest.headers, ...(length !== undefined && { 'Content-Length': length }) },
    };
  };
  return { after: removeBody, onError: removeBody };
}

// Publishes the metrics of a request, adds its id to its log lines, and logs its sender, whatever the
// outcome. The gateway's access log has no account: its `requestId` is this line's `gateway_request_id`.
export function observe(): MiddlewareObj<ApiEvent, Answer> {
  return {
    before: ({ context }) => {
      beginLogging(context);
      beginMeasuring(context);
    },
    after: finish,
    onError: finish,
  };
}

function finish({ event, response }: { event: ApiEvent; response: Answer | null | undefined }): void {
  endMeasuring();
  const { requestId, http } = event.requestContext;
  log('info', 'request', {
    gateway_request_id: requestId,
    route: event.routeKey,
    status: response?.statusCode,
    source_ip: http.sourceIp,
    account_id: event.caller?.accountId,
    key_id: event.author?.key_id,
  });
}
