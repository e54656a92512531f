// Sends requests and finds problems of responses: a 5xx, a status or body that the contract does not document, an error
// that says too little or repeats too much of the request. Responses of the HTTP server in front are distinguished.
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import type { createResponseValidator } from '../../tools/harness/response-validator.ts';
import type { CallerName, FuzzRequest, KnownIds } from './requests/fuzz-request.ts';

export interface Received {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}
/** The reason why no response arrived: the connection ended, or the time was up. */
interface Silence {
  readonly silence: string;
}
export type Outcome = Received | Silence;

export interface Sender {
  send(request: FuzzRequest): Promise<Outcome>;
  stop(): void;
}

/** Longer than the gateway waits for a function. */
const MAX_WAIT_MS = 35_000;
export function createSender(options: {
  /** A URL that ends in /api/v1. */
  readonly baseUrl: string;
  readonly keys: Readonly<Record<CallerName, string>>;
  readonly ids: KnownIds;
}): Sender {
  const { hostname, port, pathname } = new URL(options.baseUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });

  /** Retries once if a kept-alive connection was closed by the server, which is independent of the request. */
  async function send(request: FuzzRequest, isSecondTry = false): Promise<Outcome> {
    const { method, target, authorization, headers, body, pace } = request;
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const hasKey = authorization?.text === 'Bearer {key}';
    const outgoing = httpRequest({
      // Other kept-alive connections may be stale, too.
      agent: isSecondTry ? new Agent() : agent,
      hostname,
      port,
      method,
      path: pathname + options.ids.fill(target),
      // Only Linux binds all addresses of 127.0.0.0/8 without configuration.
      ...(!hasKey && process.platform === 'linux' && { localAddress: `127.7.7.${request.address + 1}` }),
    });
    outgoing.once('response', (response) =>
      readResponse(response).then(resolve, (error: unknown) => resolve(toSilence(error))),
    );
    outgoing.on('error', (error) => {
      const wasStale =
        outgoing.reusedSocket && !isSecondTry && 'code' in error && error.code === 'ECONNRESET';
      resolve(wasStale ? send(request, true) : toSilence(error));
    });
    if (authorization !== undefined)
      outgoing.setHeader(
        'Authorization',
        authorization.text.replaceAll('{key}', options.keys[authorization.caller]),
      );
    for (const [name, value] of headers) outgoing.appendHeader(name, value);
    if (body !== undefined) outgoing.setHeader('Content-Length', body.length);
    outgoing.setTimeout(MAX_WAIT_MS, () => outgoing.destroy(new Error('no answer in time')));
    if (pace === 'whole' || body === undefined) outgoing.end(body);
    else
      await writeSlowly(
        body,
        pace,
        (part) => outgoing.write(part),
        () => outgoing.end(),
        () => outgoing.destroy(),
      );
    return promise;
  }

  return {
    send,

    stop: () => agent.destroy(),
  };
}

/** Writes the body in ten parts, or only its first half and then breaks the connection. */
async function writeSlowly(
  body: Buffer,
  pace: 'dribbled' | 'broken off',
  write: (part: Buffer) => void,
  end: () => void,
  destroy: () => void,
): Promise<void> {
  const parts = pace === 'dribbled' ? 10 : 5;
  for (let i = 0; i < parts; i++) {
    write(body.subarray((body.length * i) / 10, (body.length * (i + 1)) / 10));
    await sleep(20);
  }
  if (pace === 'dribbled') end();
  else destroy();
}

function toSilence(error: unknown): Silence {
  return { silence: error instanceof Error ? error.message : String(error) };
}

async function readResponse(response: IncomingMessage): Promise<Received> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(Buffer.from(part));
  const bytes = Buffer.concat(parts);
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  );
  const packed = headers['content-encoding'] === 'gzip' && bytes.length > 0;
  return { status: response.statusCode ?? 0, headers, text: (packed ? gunzipSync(bytes) : bytes).toString() };
}

export type Validate = ReturnType<typeof createResponseValidator>;

/** Statuses of the local gateway's own responses, which have no rate headers. */
const FRONT_STATUSES: readonly number[] = [400, 408, 413, 417, 431];
const frontBody = v.strictObject({ error: v.string(), code: v.string() });
/** Maximum length of an error in characters: a sentence with an excerpt of the request. */
const MAX_ERROR_LENGTH = 500;
/** C0 and C1 controls, line separators, direction marks and lone surrogates. */
const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]|\p{Cs}/u;

export function isFromFrontServer({ status, headers }: Received): boolean {
  return headers['apigw-requestid'] === undefined && FRONT_STATUSES.includes(status);
}

/** Returns the problems of a response. `path`: as sent, with the base path and without the query. */
export function judge(
  validate: Validate,
  { method, path }: { readonly method: string; readonly path: string },
  received: Received,
  secrets: readonly string[],
): string[] {
  const { status, headers, text } = received;
  if (status >= 500 || status < 200) return [`status ${status}: ${text.slice(0, 200)}`];
  if (secrets.some((secret) => text.includes(secret))) return ['the response contains an API key'];
  if (isFromFrontServer(received)) {
    const isDocumented =
      v.is(frontBody, parseBody(text)) || text === '{"message":"Request Entity Too Large"}';
    return isDocumented || method === 'HEAD' ? [] : [`${status} with ${text}`];
  }
  if (status === 308) return findRedirectProblems(path, received);
  // One operation responds with an HTML page instead of JSON.
  const body = headers['content-type']?.startsWith('text/html') === true ? text : parseBody(text);
  const problems = ['x-ratelimit-limit', 'x-ratelimit-remaining']
    .filter((name) => !/^\d+$/.test(headers[name] ?? ''))
    .map((name) => `${name} is ${headers[name]}`);
  if (status === 429 && !isMonthlyLimit(body) && !(Number(headers['retry-after']) > 0))
    problems.push('429 without Retry-After');
  if (method !== 'HEAD' && body === undefined && status !== 304)
    problems.push(`${status} without a JSON body`);
  if (status >= 400 && method !== 'HEAD') problems.push(...findErrorProblems(body));
  // A response to HEAD has no body to validate.
  if (method !== 'HEAD') problems.push(...validate({ method, path, status, headers, body }));
  return problems;
}

/** A redirect may only remove a trailing slash, on the same host. */
function findRedirectProblems(path: string, { headers, text }: Received): string[] {
  const location = headers.location ?? '';
  const [target = ''] = location.split('?');
  const isShorter = target.startsWith('/') && !target.startsWith('//') && !target.endsWith('/');
  // The gateway decodes the path before it checks the trailing slash.
  return /(?:\/|%2f)$/i.test(path) && isShorter && text === ''
    ? []
    : [`308 of ${path} to ${location || 'nowhere'} with ${text.slice(0, 200) || 'no body'}`];
}

function findErrorProblems(body: unknown): string[] {
  const problems: string[] = [];
  const error = getMember(body, 'error');
  for (const name of ['error', 'code', 'request_id'])
    if (typeof getMember(body, name) !== 'string') problems.push(`${name} is no string`);
  for (const name of ['error', 'param']) {
    const text = getMember(body, name);
    if (typeof text === 'string' && CONTROL.test(text)) problems.push(`${name} repeats control characters`);
    if (typeof text === 'string' && text.length > MAX_ERROR_LENGTH)
      problems.push(`${name} has ${text.length} characters`);
  }
  if (typeof error === 'string' && /\[object |call stack|\bat .*:\d+:\d+/.test(error))
    problems.push(`error reads as an accident: ${error}`);
  return problems;
}

const isMonthlyLimit = (body: unknown): boolean => getMember(body, 'code') === 'monthly_limit_exceeded';

function getMember(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

/** The parsed JSON, or undefined if the text is not JSON. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
