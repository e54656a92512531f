// Serves the HTTP API: a node:http server that calls the functions with payload format 2.0 and enforces API Gateway's
// limits on size and time. A client that disconnects or a malformed response affects only its own request.

import { createServer, type IncomingMessage, maxHeaderSize, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import * as v from 'valibot';
import type { DiskRoom } from '../engines/disk-room.ts';
import { LOCAL_CREDENTIALS } from '../engines/dynamodb.ts';
import { listen } from '../free-port.ts';
import { FunctionError, type Json, REQUEST_TOO_LARGE } from '../functions/functions.ts';
import type { EdgeRefusal, EdgeRequest } from '../like-aws/edge-rules.ts';
import { THROTTLED } from '../like-aws/lambda-limits.ts';
import { refuseIfInvalid } from '../signed-requests.ts';
import { REGION } from '../template.ts';
import { type GatewayAddress, THIS_MACHINE } from './address.ts';
import { splitTarget, toEvent } from './http-event.ts';
import { createRouter, type Route } from './http-routes.ts';
import { refuseOutsideLoopback } from './loopback-only.ts';

// Serves files of buckets at URLs that functions have signed for callers, if other machines reach the gateway: they
// cannot reach the bucket's own port. Reading needs a signature.

/** Answers a request for a file of a bucket; returns false, without an effect, for any other. */
export type Downloads = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export function createDownloads(endpoint: string, buckets: readonly string[]): Downloads {
  const s3 = new S3Client({ endpoint, region: REGION, credentials: LOCAL_CREDENTIALS, forcePathStyle: true });
  return async (request, response) => {
    const [, Bucket = '', key = ''] = /^\/([^/]+)\/(.+)$/.exec(splitTarget(request.url ?? '/').path) ?? [];
    if (request.method !== 'GET' || !buckets.includes(Bucket)) return false;
    if (refuseIfInvalid(request, response)) return true;
    try {
      // The signature is valid, so the SDK has encoded the key.
      const found = await s3.send(new GetObjectCommand({ Bucket, Key: decodeURIComponent(key) }));
      const { Body, ContentType, ContentLength, ContentDisposition, ContentEncoding } = found;
      response.setHeader('Content-Type', ContentType ?? 'application/octet-stream');
      if (ContentLength !== undefined) response.setHeader('Content-Length', ContentLength);
      if (ContentDisposition !== undefined) response.setHeader('Content-Disposition', ContentDisposition);
      if (ContentEncoding !== undefined) response.setHeader('Content-Encoding', ContentEncoding);
      // A caller who disconnects ends the reading as well.
      if (Body !== undefined)
        await pipeline(Body.transformToWebStream(), response).catch(() => response.destroy());
    } catch (error) {
      if (!(error instanceof NoSuchKey)) throw error;
      response.writeHead(404, { 'Content-Type': 'application/xml' });
      response.end('<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code></Error>');
    }
    return true;
  };
}

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
const MAX_BODY_BYTES = 10 * 1024 * 1024;
const INTEGRATION_TIMEOUT_MS = 30_000;
/** Limit on the bytes of the request line and header values together. */
export const MAX_HEAD_BYTES = 10_240;
/**
 * Limit where other machines reach the server: each connection may hold a body of the largest size, even without a key.
 */
const MAX_OPEN_CONNECTIONS = 100;
/** How long a stop waits for the responses to requests that are in progress. */
const DRAIN_MS = 10_000;
/** How long a client may take to receive the last responses. */
const FLUSH_MS = 500;
/** A restart of the local cloud takes about this long, one of the engine less. */
const RETRY_AFTER_SECONDS = 5;
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const result = v.object({
  statusCode: v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(999)),
  headers: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])), {}),
  cookies: v.optional(v.array(v.string()), []),
  body: v.optional(v.string(), ''),
  isBase64Encoded: v.optional(v.boolean(), false),
});

export interface HttpFront {
  readonly port: number;
  /** Until then, every request gets a 503: functions need the address before their routes exist. */
  serve(routes: readonly Route[], admits?: Admits): void;
  /**
   * Answers new requests with 503 from now on, and waits for those in progress; those that take too long get a 503,
   * too.
   */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

export interface HttpFrontOptions {
  /** While the disk is nearly full, only reads reach a function; while it is full, no request does. */
  readonly disk?: DiskRoom | undefined;
  /** Default: Node's limit. */
  readonly maxHeadBytes?: number | undefined;
  /** Refuses requests before they reach the API; without it, none are refused. */
  readonly edge?: ((request: EdgeRequest) => EdgeRefusal | undefined) | undefined;
  /**
   * A caller of 127.1.2.3 counts as calling from there, so that each suite of a shared cloud has its own address. For
   * tests.
   */
  readonly callersAreCalled?: boolean | undefined;
  readonly address?: GatewayAddress | undefined;
  /** Whether the engine of the tables was down at any time since then, in milliseconds of performance.now(). */
  readonly wasEngineDown?: ((since: number) => Promise<boolean>) | undefined;
  /** Default: 10 seconds. For tests. */
  readonly drainMs?: number | undefined;
  /** Answers before any route; undefined: not used. */
  readonly downloads?: Downloads | undefined;
  /** Shows e-mails, as `downloads` files. */
  readonly outbox?: Downloads | undefined;
}

/** Whether a route accepts another request; without it, every one. */
type Admits = (routeKey: string) => boolean;

export async function startHttpFront(
  port: number,
  {
    disk,
    maxHeadBytes = Number.POSITIVE_INFINITY,
    edge,
    callersAreCalled = false,
    address = THIS_MACHINE,
    downloads,
    outbox,
    wasEngineDown = async () => false,
    drainMs = DRAIN_MS,
  }: HttpFrontOptions = {},
): Promise<HttpFront> {
  let find: ReturnType<typeof createRouter> | undefined;
  let admits: Admits | undefined;
  let isDraining = false;
  const inProgress = new Map<ServerResponse, Promise<unknown>>();
  const server = createServer((request, response) => {
    if (isDraining) {
      request.resume();
      refuseStopping(response);
      return;
    }
    const closed = new Promise((resolve) => response.once('close', resolve));
    inProgress.set(response, closed);
    response.once('close', () => inProgress.delete(response));
    const began = performance.now();
    answer(request, response, began).catch(() => refuseFailed(response, began));
  });

  server.on('clientError', refuseMalformed);
  server.on('checkExpectation', (_, response) => {
    response.statusCode = 417;
    response.setHeader('Content-Type', 'application/json');
    response.end(
      JSON.stringify({ error: 'Expect: only 100-continue is supported.', code: 'invalid_request' }),
    );
  });
  // Node's default is 5 s. A client that reuses an idle connection during its close gets an error instead of a
  // response; clients keep connections for less than this.
  server.keepAliveTimeout = 65_000;
  if (address.isOpen) server.maxConnections = MAX_OPEN_CONNECTIONS;
  const publicUrl = address.publicUrl === undefined ? undefined : new URL(address.publicUrl);

  /** The function's own log has the cause. */
  async function refuseFailed(response: ServerResponse, began: number): Promise<void> {
    if (await wasEngineDown(began)) sendUnavailable(response);
    else sendMessage(response, 500, 'Internal Server Error');
  }

  async function answer(request: IncomingMessage, response: ServerResponse, began: number): Promise<void> {
    if (countHeadBytes(request) > maxHeadBytes)
      return sendMessage(response, 431, 'Request Header Fields Too Large');
    if (find === undefined) return sendMessage(response, 503, 'Service Unavailable');
    const target = splitTarget(request.url ?? '/');
    const { localAddress, remoteAddress } = request.socket;
    const sourceIp = (callersAreCalled ? localAddress : remoteAddress) ?? '127.0.0.1';
    const refusal = edge?.(toEdgeRequest(request, target.path, sourceIp));
    if (refusal !== undefined) {
      request.resume();
      response.writeHead(refusal.status, { 'Content-Type': 'application/json' }).end(refusal.body);
      return;
    }
    if ((await downloads?.(request, response)) === true || (await outbox?.(request, response)) === true)
      return;
    const match = find(request.method ?? 'GET', target.path);
    if (match === undefined) return sendMessage(response, 404, 'Not Found');
    if (admits?.(match.routeKey) === false) {
      request.resume();
      return sendMessage(response, 429, 'Too Many Requests');
    }
    const body = await readBody(request);
    if (body === undefined) return sendMessage(response, 413, 'Request Entity Too Large');
    const isRead = READING.has(request.method ?? 'GET');
    if (isRead ? disk?.isFull() === true : disk?.isLow() === true) {
      const message = `The disk of the local cloud is ${isRead ? '' : 'nearly '}full`;
      return sendMessage(response, 507, message, 'insufficient_storage');
    }
    const event = toEvent(request, target, body, match, sourceIp, publicUrl);
    try {
      const outcome = await awaitWithin(INTEGRATION_TIMEOUT_MS, match.target.invoke(event));
      if (outcome === undefined) return sendMessage(response, 503, 'Service Unavailable');
      if (isServerError(outcome.value) && (await wasEngineDown(began))) return sendUnavailable(response);
      send(response, outcome.value, event.requestContext.requestId);
    } catch (error) {
      if (!(error instanceof FunctionError)) throw error;
      if (error.errorType === THROTTLED) return sendMessage(response, 503, 'Service Unavailable');
      // A body within API Gateway's limit can produce an event above the function's.
      if (error.errorType !== REQUEST_TOO_LARGE) throw error;
      sendMessage(response, 413, 'Request Entity Too Large');
    }
  }

  const actual = await listen(server, port, callersAreCalled ? '0.0.0.0' : address.host);
  const unwatch = callersAreCalled ? refuseOutsideLoopback(actual) : undefined;
  let closed: Promise<unknown> | undefined;
  return {
    port: actual,
    serve(routes, admitting) {
      find = createRouter(routes);
      admits = admitting;
    },
    async drain() {
      isDraining = true;
      for (const response of inProgress.keys()) {
        if (!response.headersSent) response.setHeader('Connection', 'close');
      }
      await awaitWithin(drainMs, Promise.all(inProgress.values()));
      for (const response of inProgress.keys()) refuseStopping(response);
      await awaitWithin(FLUSH_MS, Promise.all(inProgress.values()));
    },
    async stop() {
      unwatch?.();
      closed ??= new Promise((resolve) => server.close(resolve));
      // Refused requests receive their response.
      if (isDraining) await awaitWithin(FLUSH_MS, closed);
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The client finds another server, or this one after its restart. */
function refuseStopping(response: ServerResponse): void {
  sendUnavailable(response, { Connection: 'close' });
}

function sendUnavailable(response: ServerResponse, headers: Readonly<Record<string, string>> = {}): void {
  const retryAfter = { 'Retry-After': String(RETRY_AFTER_SECONDS) };
  sendMessage(response, 503, 'Service Unavailable', undefined, { ...retryAfter, ...headers });
}

function isServerError(answered: Json): boolean {
  return (
    typeof answered === 'object' &&
    answered !== null &&
    !Array.isArray(answered) &&
    answered.statusCode === 500
  );
}

/** How long the server reads the rest of a refused request. */
const REFUSED_MS = 1_000;
/** Requests that Node's parser refuses, by the code of its error. */
const MALFORMED: Readonly<Record<string, readonly [statusLine: string, code: string, error: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'headers_too_large',
    `The request line and the headers exceed ${maxHeaderSize} bytes: shorten the id, the query or the headers.`,
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    '413 Payload Too Large',
    'payload_too_large',
    'The chunk extensions of the body are too long.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'request_timeout', 'The request did not arrive in time.'],
};

/** Answers in the API's format, so that programs find a code: there is neither a request nor a response object yet. */
function refuseMalformed({ code: cause = '' }: NodeJS.ErrnoException, socket: Duplex): void {
  // Reads the rest of a refused request: closing the connection before would lose the response.
  if (socket.writableEnded) return;
  if (cause === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  setTimeout(() => socket.destroy(), REFUSED_MS).unref();
  const [statusLine, code, error] = MALFORMED[cause] ?? [
    '400 Bad Request',
    'invalid_request',
    'The request is not valid HTTP.',
  ];
  const body = JSON.stringify({ error, code });
  socket.end(
    `HTTP/1.1 ${statusLine}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** A body without a stated length counts as long. */
function toEdgeRequest({ headers }: IncomingMessage, path: string, address: string): EdgeRequest {
  const unstated = headers['transfer-encoding'] === undefined ? 0 : MAX_BODY_BYTES;
  return { address, path, headers, bodyBytes: Number(headers['content-length'] ?? unstated) };
}

function countHeadBytes({ method = '', url = '', httpVersion, rawHeaders }: IncomingMessage): number {
  const values = rawHeaders.filter((_, at) => at % 2 === 1);
  return [`${method} ${url} HTTP/${httpVersion}`, ...values].reduce(
    (sum, text) => sum + Buffer.byteLength(text, 'latin1'),
    0,
  );
}

/** A response without a status code is the body of a 200. */
function send(response: ServerResponse, answered: Json, requestId: string): void {
  const isResponse = typeof answered === 'object' && answered !== null && 'statusCode' in answered;
  const { statusCode, headers, cookies, body, isBase64Encoded } = v.parse(
    result,
    isResponse
      ? answered
      : {
          statusCode: 200,
          headers: { 'content-type': 'application/json' },
          body: typeof answered === 'string' ? answered : JSON.stringify(answered),
        },
  );
  const payload = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  response.setHeader('Apigw-Requestid', requestId);
  if (payload.length > 0) response.setHeader('Content-Type', 'text/plain;charset=UTF-8');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
  if (cookies.length > 0) response.setHeader('Set-Cookie', cookies);
  // The response to HEAD states the length of a body that it does not have.
  if (payload.length > 0 || !response.hasHeader('Content-Length'))
    response.setHeader('Content-Length', payload.length);
  response.writeHead(statusCode).end(payload);
}

/** API Gateway's own messages have no code. */
function sendMessage(
  response: ServerResponse,
  status: number,
  message: string,
  code?: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response
    .writeHead(status, { ...headers, 'Content-Type': 'application/json' })
    .end(JSON.stringify({ message, code }));
}

/**
 * Undefined if it is larger than API Gateway accepts. The body is read to its end: a client that is still sending would
 * miss the response.
 */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size <= MAX_BODY_BYTES) parts.push(bytes);
  }
  return size > MAX_BODY_BYTES ? undefined : Buffer.concat(parts);
}

/** Undefined if the time runs out first. */
async function awaitWithin<T>(milliseconds: number, work: Promise<T>): Promise<{ value: T } | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([work.then((value) => ({ value })), late]);
  } finally {
    clearTimeout(timer);
  }
}
