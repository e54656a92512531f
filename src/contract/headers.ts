// The headers of requests and answers, described once.
import * as v from 'valibot';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../schema/limits.ts';

interface Header {
  readonly description: string;
  readonly schema: v.GenericSchema;
  readonly example: string | number;
}

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));

export const REQUEST_HEADERS = {
  'Idempotency-Key': {
    description: `1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} printable ASCII characters of your choice. Sent again within 24 hours with the same body, the request is not done twice but gets its first answer again, with \`Idempotent-Replayed: true\`. What was refused or failed is not kept.`,
    schema: v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(MAX_IDEMPOTENCY_KEY_LENGTH),
      v.regex(/^[\x20-\x7e]+$/),
    ),
    example: 'orders-2026-03-31-0001',
  },
  'Content-Encoding': {
    description: 'gzip for a body that is packed.',
    schema: v.picklist(['gzip', 'identity']),
    example: 'gzip',
  },
  'If-None-Match': {
    description: 'The `ETag` of an earlier answer: if it still holds, the answer is 304 without a body.',
    schema: v.string(),
    example: '"kQ9nq1mDKDCfSmMxqPBqaoHtEUA"',
  },
  Prefer: {
    description:
      'To `POST /data/orders`, `handling=strict` refuses fields that the API does not have, instead of ignoring them with a warning. To reads, `wait=20` holds the answer back until the work is finished, at most so many seconds (20 or fewer). An account may have two reads held at once; the next one is answered at once, without `Preference-Applied`, and `Retry-After` says when to ask again.',
    schema: v.string(),
    example: 'wait=20',
  },
  'Accept-Encoding': {
    description: 'With gzip, the body comes packed.',
    schema: v.string(),
    example: 'gzip',
  },
} satisfies Readonly<Record<string, Header>>;
export type RequestHeader = keyof typeof REQUEST_HEADERS;

export const RESPONSE_HEADERS = {
  'X-RateLimit-Limit': {
    description: 'Requests that the account may make in a minute, over all of its keys.',
    schema: whole,
    example: 60,
  },
  'X-RateLimit-Remaining': {
    description: 'What is left of them.',
    schema: whole,
    example: 59,
  },
  'Retry-After': {
    description: 'Seconds after which to ask again.',
    schema: v.pipe(v.number(), v.integer(), v.minValue(1)),
    example: 1,
  },
  ETag: {
    description: 'Names what was answered, for `If-None-Match`.',
    schema: v.string(),
    example: '"kQ9nq1mDKDCfSmMxqPBqaoHtEUA"',
  },
  'Cache-Control': {
    description: 'Who may keep the answer, and for how long.',
    schema: v.string(),
    example: 'private, no-cache',
  },
  'Preference-Applied': {
    description: 'The preference that was granted.',
    schema: v.string(),
    example: 'wait=20',
  },
  'Idempotent-Replayed': {
    description: 'The request was done before: this is its first answer.',
    schema: v.literal('true'),
    example: 'true',
  },
  'Content-Encoding': {
    description: 'gzip where the body comes packed.',
    schema: v.literal('gzip'),
    example: 'gzip',
  },
  Vary: {
    description: 'The request headers that the answer depends on.',
    schema: v.string(),
    example: 'Accept-Encoding',
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    schema: v.literal('Bearer'),
    example: 'Bearer',
  },
  'Content-Security-Policy': {
    description: 'What the page may load: nothing but itself.',
    schema: v.string(),
    example: "default-src 'none'",
  },
} satisfies Readonly<Record<string, Header>>;
export type ResponseHeader = keyof typeof RESPONSE_HEADERS;
