// Ids of customers and orders in paths. They are any text, and two texts stand in no path: clients and proxies remove
// the segments `.` and `..`, so that a request for them reaches the parent. Such an id is sent in base64url.
import type * as v from 'valibot';
import { InvalidRequestError } from './errors/errors.ts';
import type { idEncoding } from './query-values.ts';

/** The id of a customer or order that a path names: `name` is the parameter. Throws InvalidRequestError. */
export function decodePath<N extends string>(
  name: N,
  path: Readonly<Record<string, string | undefined>>,
  encoding: v.InferOutput<typeof idEncoding>,
): Readonly<Record<string, string | undefined>> {
  const given = path[name];
  if (encoding === undefined || given === undefined) return path;
  const id = Buffer.from(given, 'base64url').toString('utf8');
  if (Buffer.from(id, 'utf8').toString('base64url') !== given)
    throw new InvalidRequestError(name, 'expected base64url of UTF-8, without padding');
  return { ...path, [name]: id };
}

/**
 * Throws InvalidRequestError for a path parameter that is a dot segment: the next URL parser on the way would remove
 * it.
 */
export function refuseDotSegments(path: Readonly<Record<string, string | undefined>>): void {
  const name = Object.keys(path).find((each) => path[each] === '.' || path[each] === '..');
  if (name !== undefined) {
    throw new InvalidRequestError(
      name,
      'no path can hold the id . or ..; for a customer or an order, send it in base64url with id_encoding=base64url',
    );
  }
}
