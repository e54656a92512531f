// The schemas that several operations share. Each message continues a sentence that starts with the path of the field.

import * as v from 'valibot';
import { described, type Keywords } from './described.ts';
import { MAX_CUSTOM_KEY_LENGTH, MAX_ID_LENGTH, MAX_IDEMPOTENCY_KEY_LENGTH } from './limits.ts';

/** A string that UTF-8 can represent: a lone surrogate would be stored as a different string. */
export function text(maxLength: number, minLength = 0) {
  const expected =
    minLength === 0
      ? `a string of at most ${maxLength} characters`
      : `a string of ${minLength} to ${maxLength} characters`;
  return v.pipe(
    v.string(`expected ${expected}`),
    v.minLength(minLength, `expected ${expected}`),
    atMostCharacters(maxLength, expected),
    v.check((value) => value.isWellFormed(), 'expected well-formed Unicode, got a lone surrogate'),
  );
}

/**
 * As v.maxLength, but counts characters (code points), as JSON Schema does: an emoji is one, though JavaScript's length
 * of it is two.
 */
export function atMostCharacters(max: number, expected: string) {
  const action = v.maxLength<string, number, (issue: { input: string }) => string>(
    max,
    ({ input }) => `expected ${expected}, got ${countCharacters(input)}`,
  );
  return {
    ...action,
    '~run': (...[dataset, config]: Parameters<(typeof action)['~run']>) =>
      dataset.typed && dataset.value.length > max && countCharacters(dataset.value) <= max
        ? dataset
        : action['~run'](dataset, config),
  };
}

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/;

/** Code points. Text of one byte a character, however long, is not walked through. */
export function countCharacters(text: string): number {
  if (!PAIR.test(text)) return text.length;
  let pairs = 0;
  for (let i = 0; i < text.length; i++) if (text.codePointAt(i) !== text.charCodeAt(i)) pairs++;
  return text.length - pairs;
}

/**
 * An order's id is part of a sort key of DynamoDB, which holds 1,024 bytes. Only ids of emoji and the like reach it.
 */
export const MAX_ID_BYTES = 900;
const UTF8 = new TextEncoder();

export function isWithinBytes(text: string, most: number): boolean {
  return text.length * 3 <= most || UTF8.encode(text).length <= most;
}

const withinBytes = v.check<string, string>(
  (id) => isWithinBytes(id, MAX_ID_BYTES),
  `expected at most ${MAX_ID_BYTES} bytes of UTF-8`,
);
export const identifier = v.pipe(text(MAX_ID_LENGTH, 1), withinBytes);
/** An identifier or empty text, for use in `orBlank`. */
export const identifierOrBlank = v.pipe(text(MAX_ID_LENGTH), withinBytes);

/** Characters of a header that names an item of the table. */
export const KEY_TEXT = new RegExp(`^[\\x20-\\x7e]{1,${MAX_IDEMPOTENCY_KEY_LENGTH}}$`);
export const KEY_TEXT_EXPECTED = `expected 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} printable ASCII characters`;

/** Exporters and clients write null for a missing value: it is the same as omitting the field. */
export function orNull<const S extends v.GenericSchema>(schema: S, ...said: Said<S>) {
  return v.pipe(v.nullish(schema), v.metadata(mergeMetadata(schema, said)), v.transform(omitNull));
}

/** Named, so that the JSON Schema of a response can leave out the null that only requests may have. */
export function omitNull<T>(value: T): NonNullable<T> | undefined {
  return value ?? undefined;
}

/**
 * As `orNull`, of a schema that takes empty text: exporters write "" for a guest's customer id. Blanks alone name
 * nothing either; in order files they are an empty cell.
 */
export function orBlank<const S extends v.GenericSchema<string>>(schema: S, ...said: Said<S>) {
  return v.pipe(v.nullish(schema), v.metadata(mergeMetadata(schema, said)), v.transform(omitBlank));
}

/** Named, as omitNull. */
export function omitBlank(value: string | null | undefined): string | undefined {
  return value === null || value === undefined || isBlank(value) ? undefined : value;
}

/** Nothing but white space. What begins with a visible character of ASCII is not looked through. */
export function isBlank(value: string): boolean {
  const first = value.charCodeAt(0);
  return !(first > 0x20 && first < 0x7f) && value.trim() === '';
}

/** A member of a response that is null if there is no value. */
export function orUnset<const S extends v.GenericSchema>(schema: S, ...said: Said<S>) {
  return v.pipe(v.nullable(schema), v.metadata(mergeMetadata(schema, said)));
}

/** Further arguments of `described`. */
type Said<S extends v.GenericSchema> = [description?: string, keywords?: Keywords<v.InferInput<S>>];

function mergeMetadata<S extends v.GenericSchema>(schema: S, [description, keywords]: Said<S>) {
  const own = v.getMetadata(schema);
  return description === undefined ? own : { ...own, description, ...keywords };
}

/** In a change: null removes the value, or resets it to its default; a member that is missing leaves it as it is. */
export function clearable<const S extends v.GenericSchema>(schema: S) {
  return v.pipe(v.nullish(schema), v.metadata(v.getMetadata(schema)));
}

/** The same, with a default for a missing value. */
export function orDefault<const S extends v.GenericSchema<string>>(schema: S, value: v.InferInput<S>) {
  return v.pipe(
    v.nullish(schema, () => value),
    v.metadata(v.getMetadata(schema)),
  );
}

/** One of a fixed list, named in the message. */
export function oneOf<const T extends readonly string[]>(values: T) {
  return v.picklist(values, `expected one of ${values.join(', ')}`);
}

/** A UTC timestamp as the service writes it. */
export function timestamp(description: string) {
  return described(v.pipe(v.string(), v.isoTimestamp()), `${description} UTC, ISO 8601 with milliseconds.`, {
    examples: ['2026-03-31T14:05:00.000Z'],
  });
}

/** An id that the service creates: 26 characters, sortable by creation time. */
export function ulid(description: string) {
  return described(v.string('expected an id'), `${description} A ULID: ids sort by creation time.`, {
    examples: ['01M7YN9QHZYR8GXB77DH0YCNR5'],
  });
}

/** A whole number from 0. */
const COUNT = 'expected a whole number from 0';
export const count = v.pipe(v.number(COUNT), v.integer(COUNT), v.minValue(0, COUNT));
/** A number from 0 to 1. */
export const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** A number of a request; both ends are included. */
export function numberFrom(min: number, max: number) {
  const expected = `expected a number from ${min} to ${max}`;
  return v.pipe(v.number(expected), v.minValue(min, expected), v.maxValue(max, expected));
}

/** In a request, both ends included. `kind`: as the message names it. */
export function integerFrom(min: number, max: number, kind: 'an integer' | 'a whole number' = 'an integer') {
  const expected = `expected ${kind} from ${min} to ${max}`;
  return v.pipe(
    v.number(expected),
    v.integer(expected),
    v.minValue(min, expected),
    v.maxValue(max, expected),
  );
}

/** `custom:<key>`, with a key of 1 to 64 characters. */
export function isCustomField(field: string): boolean {
  const key = /^custom:(.+)$/s.exec(field)?.[1];
  return key !== undefined && countCharacters(key) <= MAX_CUSTOM_KEY_LENGTH && key.isWellFormed();
}
