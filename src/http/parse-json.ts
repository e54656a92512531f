// The body as JSON by middy's parser, behind our bounds: readBody has already refused what would be costly to parse, so
// the reviver with which the parser guards against prototype pollution visits a bounded number of values.
import type { MiddlewareObj } from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import { InvalidRequestError } from '../core/errors.ts';
import type { Answer, ApiEvent } from './call.ts';

export function parseJson(): MiddlewareObj<ApiEvent, Answer> {
  const { before } = jsonBodyParser<ApiEvent>({ disableContentTypeCheck: true });
  return {
    before: async (request) => {
      try {
        await before?.(request);
      } catch (error) {
        throw malformedJson(error) ?? error;
      }
    },
  };
}

/** An error of the parser as the contract's 400, in our words; undefined for any other error. */
function malformedJson(error: unknown): InvalidRequestError | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  if (typeof cause !== 'object' || cause === null || !('package' in cause)) return undefined;
  if (cause.package !== '@middy/http-json-body-parser') return undefined;
  if ('message' in cause) return new InvalidRequestError(undefined, `expected valid JSON: ${cause.message}`);
  const key = 'data' in cause ? JSON.stringify(cause.data) : 'a key';
  return new InvalidRequestError(undefined, `${key} is not allowed as a key`);
}
