// Turns the gateway's body into JSON text: base64 undone, gzip decompressed up to a bound (a zip bomb is a 413), and
// the text bounded by the cost of parsing it. The gateway hands a gzip body over compressed (base64) or, behind some
// proxies, already decompressed: both are taken.
import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { MiddlewareObj } from '@middy/core';
import { InvalidRequestError, PayloadTooLargeError } from '../../core/errors.ts';
import {
  type BodyLimits,
  MAX_INFLATION_RATIO,
  MAX_JSON_DEPTH,
  UNRATED_TEXT_BYTES,
} from '../../schema/limits.ts';
import type { Answer, ApiEvent } from '../call.ts';
import { excessOf } from './json-bounds.ts';

const decompress = promisify(gunzip);

export function readBody(limits: BodyLimits): MiddlewareObj<ApiEvent, Answer> {
  return {
    before: async ({ event }) => {
      const raw = event.body ?? '';
      if (raw === '') throw new InvalidRequestError(undefined, 'expected a JSON body');
      const bytes = Buffer.from(raw, event.isBase64Encoded ? 'base64' : 'utf8');
      if (bytes.length > limits.bytes)
        throw tooLarge(
          `over ${megabytes(limits.bytes)}`,
          'send fewer orders per request, or compress the body with gzip',
        );
      const encoding = event.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
      if (encoding !== 'identity' && encoding !== 'gzip') {
        throw new InvalidRequestError('Content-Encoding', 'expected gzip or none');
      }
      const text = isGzip(bytes) ? await inflated(bytes, limits) : bytes;
      checkUtf8(text, event.isBase64Encoded);
      checkCost(text, limits);
      event.body = text.toString('utf8');
      event.isBase64Encoded = false;
    },
  };
}

/** The two bytes every gzip stream begins with, and no JSON text does. */
function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

async function inflated(bytes: Buffer, { textBytes }: BodyLimits): Promise<Buffer> {
  const rated = Math.max(UNRATED_TEXT_BYTES, MAX_INFLATION_RATIO * bytes.length);
  try {
    return await decompress(bytes, { maxOutputLength: Math.min(textBytes, rated) });
  } catch (error) {
    if (!(error instanceof RangeError))
      throw new InvalidRequestError(undefined, 'expected a valid gzip body');
    throw rated < textBytes
      ? tooLarge(`over ${MAX_INFLATION_RATIO} times its compressed size`, 'send it without gzip')
      : tooLarge(`over ${megabytes(textBytes)} after decompression`, 'send fewer orders per request');
  }
}

/**
 * Decoding would put U+FFFD in the place of bytes that are not UTF-8, and two ids that differ could become one. The
 * gateway hands JSON without Content-Encoding over as text, decoded like that already: there, a U+FFFD may have been
 * anything.
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
  switch (excessOf(text, { structuralCharacters, depth: MAX_JSON_DEPTH })) {
    case 'nested too deeply':
      throw new InvalidRequestError(
        undefined,
        `expected valid JSON of at most ${MAX_JSON_DEPTH} levels: it is nested too deeply`,
      );
    case 'too many structural characters':
      throw tooLarge(
        `with more than ${structuralCharacters} structural characters ({ [ , and :)`,
        'send fewer orders per request',
      );
    case undefined:
  }
}

function megabytes(bytes: number): string {
  return `${bytes / 1_000_000} MB`;
}

function tooLarge(what: string, advice: string): PayloadTooLargeError {
  return new PayloadTooLargeError(`Request body ${what}: ${advice}.`);
}
