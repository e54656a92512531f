// Converts an HTTP request into the event that an HTTP API passes to a function (payload format 2.0).
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { decodeText, type Match } from './http-routes.ts';

// Content types that API Gateway passes as text; all others arrive as base64, including forms and bodies without a
// type. AWS documents no list: this one was measured, see https://github.com/ministackorg/ministack/pull/766.
const TEXT_TYPE = /^(text\/.*|application\/(json|javascript|xml))$/;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Path and query as sent, not normalized by a URL parser: `//` or a bare `%` is a valid path. */
export function splitTarget(target: string): { path: string; query: string } {
  const at = target.indexOf('?');
  return at < 0 ? { path: target, query: '' } : { path: target.slice(0, at), query: target.slice(at + 1) };
}

export interface HttpEvent extends Readonly<Record<string, unknown>> {
  readonly requestContext: { readonly requestId: string } & Readonly<Record<string, unknown>>;
}

/** `publicUrl`: the address in links; undefined: the address of the request. */
export function toEvent(
  request: IncomingMessage,
  { path, query }: { readonly path: string; readonly query: string },
  body: Buffer,
  { routeKey, pathParameters }: Match,
  sourceIp: string,
  publicUrl?: URL,
): HttpEvent {
  const { cookie, ...sent } = request.headers;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(sent))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(',') : value;
  const forwarded = headers['x-forwarded-for'];
  headers['x-forwarded-for'] = forwarded === undefined ? sourceIp : `${forwarded}, ${sourceIp}`;
  headers['x-forwarded-proto'] = publicUrl?.protocol === 'https:' ? 'https' : 'http';
  const isText =
    headers['content-encoding'] === undefined &&
    TEXT_TYPE.test(parseMediaType(headers['content-type'] ?? ''));
  const now = new Date();
  // API Gateway decodes the path and leaves the query as it is.
  const rawPath = decodeText(path);
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString: query,
    ...(cookie !== undefined && { cookies: cookie.split('; ') }),
    headers,
    ...(query !== '' && { queryStringParameters: queryParameters(query) }),
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    requestContext: {
      accountId: 'local',
      apiId: 'local',
      domainName: publicUrl?.host ?? headers.host ?? 'localhost',
      domainPrefix: 'localhost',
      http: {
        method: request.method ?? 'GET',
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: formatClfTime(now),
      timeEpoch: now.getTime(),
    },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

function parseMediaType(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

/** Repeated names are joined with commas. */
function queryParameters(query: string): Record<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = parameters.get(name);
    parameters.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(parameters);
}

/** Formats a time as 20/Nov/2026:22:48:59 +0000. */
function formatClfTime(date: Date): string {
  const [day = '', time = ''] = date.toISOString().split(/[T.]/);
  const [year, month, dayOfMonth] = day.split('-');
  return `${dayOfMonth}/${MONTHS[Number(month) - 1]}/${year}:${time} +0000`;
}
