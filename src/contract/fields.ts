// The schemas that several operations share. Their messages end a sentence that begins with the field's path.
import * as v from 'valibot';
import { MAX_ID_LENGTH } from './limits.ts';

/** A string that UTF-8 can carry: a lone surrogate would be stored as another string than was sent. */
export function text(maxLength: number, minLength = 0) {
  const expected =
    minLength === 0
      ? `a string of at most ${maxLength} characters`
      : `a string of ${minLength} to ${maxLength} characters`;
  return v.pipe(
    v.string(`expected ${expected}`),
    v.minLength(minLength, `expected ${expected}`),
    v.maxLength(maxLength, (issue) => `expected ${expected}, got ${issue.received}`),
    v.check((value) => value.isWellFormed(), 'expected well-formed Unicode, got a lone surrogate'),
  );
}

export const identifier = text(MAX_ID_LENGTH, 1);

export const datasetSlug = v.pipe(
  v.string('expected a string'),
  v.regex(
    /^[a-z0-9][a-z0-9_-]{0,63}$/,
    'expected a dataset slug: 1 to 64 of a-z, 0-9, _ and -, beginning with a letter or digit',
  ),
);

export const DEFAULT_DATASET = 'default';

/** One of a fixed list, named in the message. */
export function oneOf<const T extends readonly string[]>(values: T) {
  return v.picklist(values, `expected one of ${values.join(', ')}`);
}

/** A UTC timestamp as the service writes it: ISO 8601 with milliseconds and Z. */
export const timestamp = v.pipe(v.string(), v.isoTimestamp());
