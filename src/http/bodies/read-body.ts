// Turns the gateway's body into JSON text: decodes base64, decompresses gzip up to a bound (a zip bomb is a
// 413), and bounds the cost of parsing the text. The gateway passes a gzip body compressed (base64) or,
// behind some proxies, already decompressed: both are accepted.
import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { MiddlewareObj } from '@middy/core';
import { InvalidRequestError, PayloadTooLargeError } from '../../contract/errors/errors.ts';
import {
  type BodyLimits,
  MAX_INFLATION_RATIO,
  MAX_JSON_DEPTH,
  UNRATED_TEXT_BYTES,
} from '../../contract/schema/limits.ts';
import type { Answer, ApiEvent } from '../call.ts';

// Estimates the cost of parsing a JSON text in one pass over its bytes: the cost of JSON.parse depends on the
// number of values and keys and on the depth, and a text of 31 kB can decompress to ten million empty
// objects. Allocates nothing.

export type ExcessiveJson = 'too many structural characters' | 'nested too deeply';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * `json`: UTF-8. Stops at the first excess; undefined when there is none. The counts of invalid JSON are
 * right up to the place where the parser stops.
 */
export function findExcess(
  json: Uint8Array,
  { structuralCharacters, depth: maxDepth }: { structuralCharacters: number; depth: number },
): ExcessiveJson | undefined {
  let structural = 0;
  let depth = 0;
  for (let i = 0; i < json.length; i++) {
    switch (json[i]) {
      case QUOTE:
        // Skips to the end of the string. Bytes of a character beyond ASCII are never a quote or a backslash.
        for (i++; i < json.length && json[i] !== QUOTE; i++) if (json[i] === BACKSLASH) i++;
        continue;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (++depth > maxDepth) return 'nested too deeply';
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth--;
        continue;
      case COMMA:
      case COLON:
        break;
      default:
        continue;
    }
    if (++structural > structuralCharacters) return 'too many structural characters';
  }
  return undefined;
}

const decompress = promisify(gunzip);

export function readBody(limits: BodyLimits): MiddlewareObj<ApiEvent, Answer> {
  return {
    before: async ({ event }) => {
      const raw = event.body ?? '';
      if (raw === '') throw new InvalidRequestError(undefined, 'expected a JSON body');
      const bytes = Buffer.from(raw, event.isBase64Encoded ? 'base64' : 'utf8');
      if (bytes.length > limits.bytes)
        throw createTooLargeError(
          `over ${formatMegabytes(limits.bytes)}`,
          'send fewer orders per request, or compress the body with gzip',
        );
      const encoding = event.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
      if (encoding !== 'identity' && encoding !== 'gzip') {
        throw new InvalidRequestError('Content-Encoding', 'expected gzip or none');
      }
      const text = withoutByteOrderMark(isGzip(bytes) ? await inflateBody(bytes, limits) : bytes);
      checkUtf8(text, event.isBase64Encoded);
      checkCost(text, limits);
      event.body = text.toString('utf8');
      event.isBase64Encoded = false;
    },
  };
}

/** Some programs on Windows begin UTF-8 with the three bytes of U+FEFF, which is no JSON. */
function withoutByteOrderMark(text: Buffer): Buffer {
  return text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf ? text.subarray(3) : text;
}

/** Every gzip stream begins with these two bytes, and no JSON text does. */
function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

async function inflateBody(bytes: Buffer, { textBytes }: BodyLimits): Promise<Buffer> {
  const rated = Math.max(UNRATED_TEXT_BYTES, MAX_INFLATION_RATIO * bytes.length);
  try {
    return await decompress(bytes, { maxOutputLength: Math.min(textBytes, rated) });
  } catch (error) {
    if (!(error instanceof RangeError))
      throw new InvalidRequestError(undefined, 'expected a valid gzip body');
    throw rated < textBytes
      ? createTooLargeError(`over ${MAX_INFLATION_RATIO} times its compressed size`, 'send it without gzip')
      : createTooLargeError(
          `over ${formatMegabytes(textBytes)} after decompression`,
          'send fewer orders per request',
        );
  }
}

/**
 * Refuses bytes that are not UTF-8: decoding would replace them with U+FFFD, and two different ids could
 * become one. The gateway has already decoded JSON without Content-Encoding that way: there, a U+FFFD may
 * have been anything.
 */
function checkUtf8(text: Buffer, isAsSent: boolean): void {
  if (!isUtf8(text)) throw new InvalidRequestError(undefined, 'body is not UTF-8');
  if (!isAsSent && text.includes('\ufffd')) {
    throw new InvalidRequestError(
      undefined,
      'body is not UTF-8, or it contains U+FFFD, which replaces bytes that are not: write that character as \\ufffd',
    );
  }
}

function checkCost(text: Buffer, { structuralCharacters }: BodyLimits): void {
  switch (findExcess(text, { structuralCharacters, depth: MAX_JSON_DEPTH })) {
    case 'nested too deeply':
      throw new InvalidRequestError(
        undefined,
        `expected valid JSON of at most ${MAX_JSON_DEPTH} levels: it is nested too deeply`,
      );
    case 'too many structural characters':
      throw createTooLargeError(
        `with more than ${structuralCharacters} structural characters ({ [ , and :)`,
        'send fewer orders per request',
      );
    case undefined:
  }
}

function formatMegabytes(bytes: number): string {
  return `${bytes / 1_000_000} MB`;
}

function createTooLargeError(what: string, advice: string): PayloadTooLargeError {
  return new PayloadTooLargeError(`Request body ${what}: ${advice}.`);
}

// The bytes of a body as they were signed, within bounds that make them safe to parse. The gateway passes JSON on as
// text, and anything else in base64.

/** Throws PayloadTooLargeError. */
export function readRawBody(
  { body = '', isBase64Encoded }: ApiEvent,
  { bytes: maxBytes, structuralCharacters }: BodyLimits,
): Buffer {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > maxBytes) throw new PayloadTooLargeError(`Event over ${maxBytes / 1_000_000} MB.`);
  const excess = findExcess(bytes, { structuralCharacters, depth: MAX_JSON_DEPTH });
  if (excess !== undefined)
    throw new PayloadTooLargeError(
      `Event with ${excess === 'nested too deeply' ? 'too many levels' : 'too many values'}.`,
    );
  return bytes;
}
