// The body as JSON, with keys refused that could reach an object's prototype (prototype pollution). No reviver: it
// would visit every value of a request, which costs more than parsing it.
import type { MiddlewareObj } from '@middy/core';
import { InvalidRequestError } from '../core/errors.ts';
import type { Answer, ApiEvent } from './call.ts';

/**
 * `__proto__` as a key, each character as itself or escaped. As Fastify's secure-json-parse finds it:
 * https://github.com/fastify/secure-json-parse/blob/main/index.js
 */
const PROTO_KEY =
  /"(?:_|\\u005[fF]){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006[fF])(?:t|\\u0074)(?:o|\\u006[fF])(?:_|\\u005[fF]){2}"\s*:/;

export function parseJson(): MiddlewareObj<ApiEvent, Answer> {
  return {
    before: ({ event }) => {
      event.json = jsonOf(event.body ?? '');
    },
  };
}

/** Throws InvalidRequestError. */
export function jsonOf(text: string): unknown {
  if (PROTO_KEY.test(text)) {
    throw new InvalidRequestError(undefined, '"__proto__" is not allowed as a key');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new InvalidRequestError(undefined, `expected valid JSON: ${error.message}`);
  }
}
