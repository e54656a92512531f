// Values of a query arrive as text: numbers, true and false, and names that are given several times.
import * as v from 'valibot';
import { described } from './schema/described.ts';

/** Read as a decimal number, with or without an exponent. */
export function readDecimal(text: string): number {
  return Number(text);
}

/** Read as a flag. */
export function isTrue(text: 'true' | 'false'): boolean {
  return text === 'true';
}

/** As languages write numbers: 0.05, .5, 1e-05, 2.5E+3. */
const NUMBER_FORM = /^-?(\d{1,15}(\.\d{0,20})?|\.\d{1,20})([eE][+-]?\d{1,3})?$/;

function numberText(expected: string) {
  return v.pipe(
    v.string(expected),
    v.regex(NUMBER_FORM, expected),
    v.transform(readDecimal),
    v.finite(expected),
  );
}

const SHARE = 'expected a number from 0 to 1';

/** A number from 0 to 1. */
export const shareText = v.pipe(numberText(SHARE), v.minValue(0, SHARE), v.maxValue(1, SHARE));

const POSITIVE = 'expected a number from 0';

/** A number from 0. */
export const positiveText = v.pipe(numberText(POSITIVE), v.minValue(0, POSITIVE));

export const signedText = numberText('expected a number');

const SCORE = 'expected a score: 1, 2, 3, 4 or 5';

export const scoreText = v.pipe(
  v.string(SCORE),
  v.regex(/^[1-5]$/, SCORE),
  v.transform(Number),
  v.minValue(1, SCORE),
  v.maxValue(5, SCORE),
);

export const flagText = v.pipe(v.picklist(['true', 'false'], 'expected true or false'), v.transform(isTrue));

/** Refuses a `max_…` below its `min_…`, which nothing is between. */
export function withOrderedBounds<const E extends v.ObjectEntries>(query: v.ObjectSchema<E, undefined>) {
  return v.pipe(
    query,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const values = new Map<string, unknown>(Object.entries(dataset.value));
      for (const [key, most] of values) {
        const least = key.startsWith('max_') ? values.get(key.replace('max_', 'min_')) : undefined;
        if (typeof most !== 'number' || typeof least !== 'number' || most >= least) continue;
        addIssue({
          message: `expected at least ${key.replace('max_', 'min_')}, ${least}`,
          path: [{ type: 'object', origin: 'value', input: Object(dataset.value), key, value: most }],
        });
      }
    }),
  );
}

/** A parameter that may be given several times: `product=Tea&product=Milk`. */
export function repeatable<const S extends v.GenericSchema<string, unknown>>(item: S, most: number) {
  return v.optional(
    v.pipe(
      v.array(item),
      v.minLength(1, 'expected at least one value'),
      v.maxLength(most, `expected it at most ${most} times`),
    ),
  );
}

/** Whether a parameter is one of these: its value is all the texts that were given. */
export function isRepeatable(schema: v.GenericSchema): boolean {
  return 'wrapped' in schema && isArray(schema.wrapped);
}

/**
 * The schema of every further parameter whose name begins with `custom:`, all of them repeatable: of an operation that
 * filters by custom fields, an object with a rest. Undefined for the others.
 */
export function getCustomParameter(query: v.GenericSchema): v.GenericSchema | undefined {
  return 'rest' in query && isSchema(query.rest) ? query.rest : undefined;
}

function isSchema(value: unknown): value is v.GenericSchema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';
}

function isArray(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'array';
}

/** How the id in the path is encoded beyond percent-encoding. */
export const idEncoding = v.optional(
  described(
    v.picklist(['base64url'], 'expected base64url, or no id_encoding'),
    'The id in the path is the base64url of its UTF-8, without padding. Needed for the ids `.` (`Lg`) and `..` (`Li4`): URL parsers remove them from paths, also percent-encoded.',
  ),
);
