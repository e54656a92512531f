// The headers of requests and responses, described once.
import * as v from 'valibot';
import { LONGEST_HELD_READ_SECONDS, MAX_IDEMPOTENCY_KEY_LENGTH } from './schema/limits.ts';

interface Header {
  readonly description: string;
  readonly schema: v.GenericSchema;
  /** None where the same value must not be sent with every request. */
  readonly example?: string | number;
}

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));

export const REQUEST_HEADERS = {
  'Idempotency-Key': {
    description: `1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} printable ASCII characters of your choice. A request that is sent again within 24 hours with the same key and body is not carried out twice: it gets its first response again, with \`Idempotent-Replayed: true\`. Responses to refused and failed requests are not kept.`,
    schema: v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(MAX_IDEMPOTENCY_KEY_LENGTH),
      v.regex(/^[\x20-\x7e]+$/),
    ),
  },
  'Content-Encoding': {
    description: '`gzip` for a compressed body.',
    schema: v.picklist(['gzip', 'identity']),
    example: 'gzip',
  },
  'If-Match': {
    description:
      'The `ETag` of the response that the change is based on: if another request has changed the resource since, the response is 412 and nothing is changed. `*`: only if it exists.',
    schema: v.string(),
    example: '"kQ9nq1mDKDCfSmMxqPBqaoHtEUA"',
  },
  'If-None-Match': {
    description:
      'The `ETag` of an earlier response: if nothing has changed since, the response is 304 without a body.',
    schema: v.string(),
    example: '"kQ9nq1mDKDCfSmMxqPBqaoHtEUA"',
  },
  Prefer: {
    description: `To \`POST /data/orders\`, \`handling=strict\` refuses fields that the API does not have, instead of ignoring them with a warning. To reads, \`wait=20\` holds the response until the work is finished, for at most that many seconds (up to ${LONGEST_HELD_READ_SECONDS}). Two reads of an account can be held at once; the next one is answered immediately, without \`Preference-Applied\`, and \`Retry-After\` says when to read again.`,
    schema: v.string(),
    example: 'wait=20',
  },
  'Accept-Encoding': {
    description: 'With `gzip`, the response is compressed.',
    schema: v.string(),
    example: 'gzip',
  },
} satisfies Readonly<Record<string, Header>>;
export type RequestHeader = keyof typeof REQUEST_HEADERS;

export const RESPONSE_HEADERS = {
  'X-RateLimit-Limit': {
    description:
      'Requests per minute that the account may make, over all of its keys; with a publishable key, that the address may make with it.',
    schema: whole,
    example: 60,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests that remain of those of the last minute.',
    schema: whole,
    example: 59,
  },
  'X-RateLimit-Reset': {
    description:
      'Seconds until all requests of `X-RateLimit-Limit` are available again, if none follows: the window is the last minute.',
    schema: whole,
    example: 60,
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    schema: v.pipe(v.number(), v.integer(), v.minValue(1)),
    example: 1,
  },
  ETag: {
    description: 'Identifies this version of the response, for `If-None-Match`.',
    schema: v.string(),
    example: '"kQ9nq1mDKDCfSmMxqPBqaoHtEUA"',
  },
  'Cache-Control': {
    description: 'Who may cache the response, and for how long.',
    schema: v.string(),
    example: 'private, no-cache',
  },
  'Preference-Applied': {
    description: 'The preference that was applied.',
    schema: v.string(),
    example: 'wait=20',
  },
  'Idempotent-Replayed': {
    description: 'The request was carried out before: this is its first response.',
    schema: v.literal('true'),
    example: 'true',
  },
  'Content-Encoding': {
    description: '`gzip` if the body is compressed.',
    schema: v.literal('gzip'),
    example: 'gzip',
  },
  Vary: {
    description: 'The request headers that the response depends on.',
    schema: v.string(),
    example: 'Accept-Encoding',
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    schema: v.literal('Bearer'),
    example: 'Bearer',
  },
  Location: {
    description: 'The path of what was created or started: where to read it.',
    schema: v.string(),
    example: '/api/v1/reports/01M7YN9QHZYR8GXB77DH0YCNR5',
  },
  'Request-Id': {
    description: 'The same as `X-Request-Id`.',
    schema: v.pipe(v.string(), v.uuid()),
    example: '1b2c3d4e-0000-4000-8000-123456789abc',
  },
  'X-Request-Id': {
    description:
      'Names this request in the log of the service; in the body of an error it is `request_id`. Quote it when you ask about a request.',
    schema: v.pipe(v.string(), v.uuid()),
    example: '1b2c3d4e-0000-4000-8000-123456789abc',
  },
  'Content-Security-Policy': {
    description: 'What the page may load: nothing but itself.',
    schema: v.string(),
    example: "default-src 'none'",
  },
} satisfies Readonly<Record<string, Header>>;
export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/** On every response of a function. */
export const RATE_HEADERS: readonly ResponseHeader[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Request-Id',
  'X-Request-Id',
];
