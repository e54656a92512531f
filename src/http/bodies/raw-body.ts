// The bytes of a body as they were signed, within bounds that make them safe to parse. The gateway passes JSON on as
// text, and anything else in base64.
import { PayloadTooLargeError } from '../../core/errors.ts';
import { type BodyLimits, MAX_JSON_DEPTH } from '../../schema/limits.ts';
import type { ApiEvent } from '../call.ts';
import { excessOf } from './json-bounds.ts';

/** Throws PayloadTooLargeError. */
export function rawBody(
  { body = '', isBase64Encoded }: ApiEvent,
  { bytes: maxBytes, structuralCharacters }: BodyLimits,
): Buffer {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > maxBytes) throw new PayloadTooLargeError(`Event over ${maxBytes / 1_000_000} MB.`);
  const excess = excessOf(bytes, { structuralCharacters, depth: MAX_JSON_DEPTH });
  if (excess !== undefined)
    throw new PayloadTooLargeError(
      `Event with ${excess === 'nested too deeply' ? 'too many levels' : 'too many values'}.`,
    );
  return bytes;
}
