// The HTTP API: a node:http server that speaks the gateway's payload format 2.0 with the functions.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as v from 'valibot';
import { listen } from './free-port.ts';
import type { LocalFunction } from './functions.ts';

export interface Route {
  /** `POST /api/v1/reports`, or `$default`. */
  readonly routeKey: string;
  readonly target: LocalFunction;
}

const MAX_BODY_BYTES = 10 * 1024 * 1024;
const MAX_EVENT_BYTES = 6 * 1024 * 1024;
const INTEGRATION_TIMEOUT_MS = 30_000;
const TEXT_TYPES = /^(text\/|application\/(json|javascript|xml|x-www-form-urlencoded))/;

const result = v.looseObject({
  statusCode: v.optional(v.number(), 200),
  headers: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])), {}),
  body: v.optional(v.string(), ''),
  isBase64Encoded: v.optional(v.boolean(), false),
});

export interface HttpFront {
  readonly port: number;
  stop(): Promise<void>;
}

export async function startHttpFront(routes: readonly Route[], port: number): Promise<HttpFront> {
  const find = createRouter(routes);
  const server = createServer((request, response) => {
    answer(request, response).catch(() => send(response, 500, { message: 'Internal Server Error' }));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const match = find(request.method ?? 'GET', url.pathname);
    if (match === undefined) return send(response, 404, { message: 'Not Found' });
    const body = await readBody(request);
    if (body === undefined) return send(response, 413, { message: 'Request Entity Too Large' });
    const event = toEvent(request, url, body, match);
    if (
      body.length > MAX_EVENT_BYTES - 64_000 &&
      Buffer.byteLength(JSON.stringify(event)) > MAX_EVENT_BYTES
    ) {
      return send(response, 413, { message: 'Request Entity Too Large' });
    }
    try {
      const outcome = await within(INTEGRATION_TIMEOUT_MS, match.target.invoke(event));
      if (outcome === undefined) return send(response, 503, { message: 'Service Unavailable' });
      const { statusCode, headers, body: text, isBase64Encoded } = v.parse(result, outcome.value);
      const payload = Buffer.from(text, isBase64Encoded ? 'base64' : 'utf8');
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
      response.statusCode = statusCode;
      response.setHeader('Content-Length', payload.length);
      response.end(payload);
    } catch {
      // The function's own log says why.
      send(response, 500, { message: 'Internal Server Error' });
    }
  }

  const actual = await listen(server, port);
  return {
    port: actual,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent || response.destroyed) return;
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(body));
}

interface Match extends Route {
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** Exact paths beat parameters, parameters beat greedy ones, those beat $default. */
function createRouter(routes: readonly Route[]) {
  const compiled = routes
    .filter(({ routeKey }) => routeKey !== '$default')
    .map((route) => {
      const [method = 'ANY', path = '/'] = route.routeKey.split(' ');
      const names = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name ?? '');
      const pattern = path.replace(/\{\w+\+\}/g, '(.+)').replace(/\{\w+\}/g, '([^/]+)');
      return {
        route,
        method,
        names,
        pattern: new RegExp(`^${pattern}$`),
        rank: names.length + (path.includes('+}') ? 100 : 0),
      };
    })
    .sort((a, b) => a.rank - b.rank);
  const fallback = routes.find(({ routeKey }) => routeKey === '$default');
  return (method: string, path: string): Match | undefined => {
    for (const candidate of compiled) {
      if (candidate.method !== 'ANY' && candidate.method !== method) continue;
      const found = candidate.pattern.exec(path);
      if (found === null) continue;
      const pairs = candidate.names.map((name, i) => [name, decoded(found[i + 1] ?? '')]);
      return { ...candidate.route, pathParameters: Object.fromEntries(pairs) };
    }
    return fallback && { ...fallback, pathParameters: {} };
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Undefined when it is larger than the gateway takes. */
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

function toEvent(
  request: IncomingMessage,
  url: URL,
  body: Buffer,
  { routeKey, pathParameters }: Match,
): object {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(',') : value;
  }
  const query: Record<string, string> = {};
  for (const [name, value] of url.searchParams)
    query[name] = name in query ? `${query[name]},${value}` : value;
  const isText =
    headers['content-encoding'] === undefined && TEXT_TYPES.test(headers['content-type'] ?? 'text/plain');
  const now = new Date();
  return {
    version: '2.0',
    routeKey,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    headers,
    ...(url.search !== '' && { queryStringParameters: query }),
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    requestContext: {
      accountId: 'local',
      apiId: 'local',
      domainName: headers.host ?? 'localhost',
      domainPrefix: 'localhost',
      http: {
        method: request.method ?? 'GET',
        path: url.pathname,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: now.toISOString(),
      timeEpoch: now.getTime(),
    },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

/** Undefined when the time is up first. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<{ value: T } | undefined> {
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
