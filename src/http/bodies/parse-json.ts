// The body as JSON, within bounds: readBody has already refused bodies that are costly to parse. A text that
// may contain a key that pollutes a prototype is parsed by middy, whose reviver visits every value. Nearly
// all bodies contain none and skip it, which saves half of the time of the whole request.
import type { MiddlewareObj } from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import { InvalidRequestError } from '../../contract/errors/errors.ts';
import type { Answer, ApiEvent } from '../call.ts';

/** A key that the parser refuses, or an escape that may be a character of one. */
const SUSPECT = /__proto__|constructor|\\u00[567]/;

export function parseJson(): MiddlewareObj<ApiEvent, Answer> {
  const { before } = jsonBodyParser<ApiEvent>({ disableContentTypeCheck: true });
  return {
    before: async (request) => {
      const { event } = request;
      try {
        if (typeof event.body === 'string' && !event.isBase64Encoded && !SUSPECT.test(event.body))
          Object.assign(event, { body: JSON.parse(event.body) });
        else await before?.(request);
      } catch (error) {
        throw convertParserError(error) ?? error;
      }
    },
  };
}

/** Converts an error of the parser to the contract's 400 with our message; undefined for any other error. */
function convertParserError(error: unknown): InvalidRequestError | undefined {
  if (error instanceof SyntaxError)
    return new InvalidRequestError(undefined, `expected valid JSON: ${error.message}`);
  const cause = error instanceof Error ? error.cause : undefined;
  if (typeof cause !== 'object' || cause === null || !('package' in cause)) return undefined;
  if (cause.package !== '@middy/http-json-body-parser') return undefined;
  if ('message' in cause) return new InvalidRequestError(undefined, `expected valid JSON: ${cause.message}`);
  const key = 'data' in cause ? JSON.stringify(cause.data) : 'a key';
  return new InvalidRequestError(undefined, `${key} is not allowed as a key`);
}
