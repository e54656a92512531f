// Turns API Gateway's body into JSON text: decodes base64 and decompresses gzip up to a limit, which protects against
// zip bombs. API Gateway passes a gzip body on compressed (base64) or, behind some proxies, already decompressed: both
// are accepted.
import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { MiddlewareObj } from '@middy/core';
import { InvalidRequestError, PayloadTooLargeError } from '../core/errors.ts';
import { MAX_BODY_BYTES, MAX_INFLATED_BODY_BYTES } from '../schema/limits.ts';
import type { Answer, ApiEvent } from './call.ts';

const inflate = promisify(gunzip);

export function readBody(): MiddlewareObj<ApiEvent, Answer> {
  return {
    before: async ({ event }) => {
      const raw = event.body ?? '';
      if (raw === '') throw new InvalidRequestError(undefined, 'expected a JSON body');
      const bytes = Buffer.from(raw, event.isBase64Encoded ? 'base64' : 'utf8');
      if (bytes.length > MAX_BODY_BYTES)
        throw tooLarge(MAX_BODY_BYTES, 'send fewer orders per request, or compress the body with gzip');
      const encoding = event.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
      if (encoding !== 'identity' && encoding !== 'gzip') {
        throw new InvalidRequestError('Content-Encoding', 'expected gzip or none');
      }
      const text = isGzip(bytes) ? await unfold(bytes) : bytes;
      // Decoding would replace invalid bytes with U+FFFD: two different ids could become equal.
      if (!isUtf8(text)) throw new InvalidRequestError(undefined, 'expected a body in UTF-8');
      event.body = text.toString('utf8');
      event.isBase64Encoded = false;
    },
  };
}

/** The first two bytes of every gzip stream, with which no JSON text starts. */
function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

async function unfold(bytes: Buffer): Promise<Buffer> {
  try {
    return await inflate(bytes, { maxOutputLength: MAX_INFLATED_BODY_BYTES });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(MAX_INFLATED_BODY_BYTES, 'send fewer orders per request');
    throw new InvalidRequestError(undefined, 'expected a valid gzip body');
  }
}

function tooLarge(limit: number, advice: string): PayloadTooLargeError {
  return new PayloadTooLargeError(`Request body over ${limit / 1_000_000} MB: ${advice}.`);
}
