// What is wrong with an answer: a 5xx, a status or body that the contract doesn't document, an error that says too
// little or repeats too much of the request. Responses of the HTTP server in front are distinguished.
import * as v from 'valibot';
import type { responseValidator } from '../../quality/harness/response-validator.ts';
import type { Received } from './send.ts';

export type Validate = ReturnType<typeof responseValidator>;

/** Refused by the local gateway, before any function: no rate headers. */
const BY_THE_FRONT: readonly number[] = [400, 408, 413, 417, 431];
const frontBody = v.strictObject({ error: v.string(), code: v.string() });
/** A sentence, with an excerpt at most. */
const MAX_ERROR_LENGTH = 500;
/** C0, C1, and what turns text around or breaks lines. */
const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]|\p{Cs}/u;

export function isByTheFront({ status, headers }: Received): boolean {
  return headers['apigw-requestid'] === undefined && BY_THE_FRONT.includes(status);
}

/** `path`: as it was sent, the base path included, without the query. */
export function judge(
  validate: Validate,
  { method, path }: { readonly method: string; readonly path: string },
  received: Received,
  secrets: readonly string[],
): string[] {
  const { status, headers, text } = received;
  if (status >= 500 || status < 200) return [`status ${status}: ${text.slice(0, 200)}`];
  if (secrets.some((secret) => text.includes(secret))) return ['the answer has an API key in it'];
  if (isByTheFront(received)) {
    const said = v.is(frontBody, bodyOf(text)) || text === '{"message":"Request Entity Too Large"}';
    return said || method === 'HEAD' ? [] : [`${status} with ${text}`];
  }
  if (status === 308) return problemsOfRedirect(path, received);
  // The one answer that is a page.
  const body = headers['content-type']?.startsWith('text/html') === true ? text : bodyOf(text);
  const problems = ['x-ratelimit-limit', 'x-ratelimit-remaining']
    .filter((name) => !/^\d+$/.test(headers[name] ?? ''))
    .map((name) => `${name} is ${headers[name]}`);
  if (status === 429 && !isMonthly(body) && !(Number(headers['retry-after']) > 0))
    problems.push('429 without Retry-After');
  if (method !== 'HEAD' && body === undefined && status !== 304)
    problems.push(`${status} without a JSON body`);
  if (status >= 400 && method !== 'HEAD') problems.push(...problemsOfError(body));
  // The answer to HEAD has no body to be held to anything.
  if (method !== 'HEAD') problems.push(...validate({ method, path, status, headers, body }));
  return problems;
}

/** Of a path with a slash too many at its end to the one without, on the same host. */
function problemsOfRedirect(path: string, { headers, text }: Received): string[] {
  const location = headers.location ?? '';
  const [target = ''] = location.split('?');
  const isShorter = target.startsWith('/') && !target.startsWith('//') && !target.endsWith('/');
  // The gateway decodes the path before it looks at it.
  return /(?:\/|%2f)$/i.test(path) && isShorter && text === ''
    ? []
    : [`308 of ${path} to ${location || 'nowhere'} with ${text.slice(0, 200) || 'no body'}`];
}

function problemsOfError(body: unknown): string[] {
  const problems: string[] = [];
  const error = member(body, 'error');
  for (const name of ['error', 'code', 'request_id'])
    if (typeof member(body, name) !== 'string') problems.push(`${name} is no string`);
  for (const name of ['error', 'param']) {
    const text = member(body, name);
    if (typeof text === 'string' && CONTROL.test(text)) problems.push(`${name} repeats control characters`);
    if (typeof text === 'string' && text.length > MAX_ERROR_LENGTH)
      problems.push(`${name} has ${text.length} characters`);
  }
  if (typeof error === 'string' && /\[object |call stack|\bat .*:\d+:\d+/.test(error))
    problems.push(`error reads as an accident: ${error}`);
  return problems;
}

const isMonthly = (body: unknown): boolean => member(body, 'code') === 'monthly_limit_exceeded';

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

/** Undefined for what is no JSON. */
export function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
