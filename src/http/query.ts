// Checks query parameters. Unknown ones are refused, because a misspelt filter must not count as no filter,
// and so is one given twice that takes one value; repeatable ones are read one by one. An operation may
// accept custom:<key> for any key.

import type { MiddlewareObj } from '@middy/core';
import { InvalidRequestError } from '../contract/errors/errors.ts';
import type { ObjectOfFields } from '../contract/operation.ts';
import { getCustomParameter, isRepeatable } from '../contract/query-values.ts';
import { findNearestName } from '../contract/schema/nearest.ts';
import { CUSTOM_PREFIX } from '../contract/settings/product-levels.ts';
import type { Answer, ApiEvent, Query } from './call.ts';

/** `query`: the parameters that the operation accepts; undefined if it accepts none. */
export function checkQuery(query: ObjectOfFields | undefined): MiddlewareObj<ApiEvent, Answer> {
  const known = Object.keys(query?.entries ?? {});
  return {
    before: ({ event }) => {
      const unknown = Object.keys(event.queryStringParameters ?? {}).find(
        (name) => !known.includes(name) && !isCustom(name, query),
      );
      if (unknown !== undefined) {
        const best = findNearestName(unknown, known);
        const suggestion = best === undefined ? '' : `, did you mean ${best}?`;
        throw new InvalidRequestError(unknown, `unknown query parameter${suggestion}`);
      }
      const twice = findRepeated(event.rawQueryString, query);
      if (twice !== undefined) throw new InvalidRequestError(twice, 'given twice, expected one value');
    },
  };
}

/** The gateway would join its values with a comma into a value that nobody sent. */
function findRepeated(rawQueryString: string, query: ObjectOfFields | undefined): string | undefined {
  const raw = new URLSearchParams(rawQueryString);
  return Object.entries(query?.entries ?? {}).find(
    ([name, schema]) => !isRepeatable(schema) && raw.getAll(name).length > 1,
  )?.[0];
}

/**
 * The gateway joins the values of a repeated parameter with commas, which may be part of a value: repeatable parameters
 * are read from the raw query.
 */
export function readQuery(
  { queryStringParameters = {}, rawQueryString }: Pick<ApiEvent, 'queryStringParameters' | 'rawQueryString'>,
  query: ObjectOfFields | undefined,
): Query {
  const repeatable = [
    ...Object.entries(query?.entries ?? {}).flatMap(([name, schema]) =>
      name in queryStringParameters && isRepeatable(schema) ? [name] : [],
    ),
    ...Object.keys(queryStringParameters).filter((name) => isCustom(name, query)),
  ];
  if (repeatable.length === 0) return queryStringParameters;
  const raw = new URLSearchParams(rawQueryString);
  return {
    ...queryStringParameters,
    ...Object.fromEntries(repeatable.map((name) => [name, raw.getAll(name)])),
  };
}

function isCustom(name: string, query: ObjectOfFields | undefined): boolean {
  return name.startsWith(CUSTOM_PREFIX) && query !== undefined && getCustomParameter(query) !== undefined;
}
