// Query parameters that an operation does not have are refused: a misspelt filter must not pass as no filter.
import type { MiddlewareObj } from '@middy/core';
import type { ObjectOfFields } from '../contract/operation.ts';
import { InvalidRequestError } from '../core/errors.ts';
import { nearest } from '../schema/nearest.ts';
import type { Answer, ApiEvent } from './call.ts';

/** `query`: the parameters that the operation accepts; undefined if it accepts none. */
export function refuseUnknownQuery(query: ObjectOfFields | undefined): MiddlewareObj<ApiEvent, Answer> {
  const known = Object.keys(query?.entries ?? {});
  return {
    before: ({ event }) => {
      const unknown = Object.keys(event.queryStringParameters ?? {}).find((name) => !known.includes(name));
      if (unknown === undefined) return;
      const best = nearest(unknown, known);
      const suggestion = best === undefined ? '' : `, did you mean ${best}?`;
      throw new InvalidRequestError(unknown, `unknown query parameter${suggestion}`);
    },
  };
}
