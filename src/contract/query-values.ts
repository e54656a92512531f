// Values of a query arrive as text: numbers, true and false, and names that are given several times.
import * as v from 'valibot';

/** Read as a decimal number, with or without an exponent. */
export function decimalOf(text: string): number {
  return Number(text);
}

/** Read as a flag. */
export function isTrue(text: 'true' | 'false'): boolean {
  return text === 'true';
}

const SHARE = 'expected a number from 0 to 1';

/** A number from 0 to 1, such as 0.05 or 1e-9. */
export const shareText = v.pipe(
  v.string(SHARE),
  v.regex(/^(0(\.\d{1,20})?|\.\d{1,20}|1(\.0{1,20})?|\d(\.\d{1,20})?[eE]-\d{1,3})$/, SHARE),
  v.transform(decimalOf),
  v.minValue(0, SHARE),
  v.maxValue(1, SHARE),
);

const POSITIVE = 'expected a number from 0';

/** A number from 0. */
export const positiveText = v.pipe(
  v.string(POSITIVE),
  v.regex(/^\d{1,15}(\.\d{1,20})?$/, POSITIVE),
  v.transform(decimalOf),
  v.minValue(0, POSITIVE),
);

const NUMBER = 'expected a number';

export const signedText = v.pipe(
  v.string(NUMBER),
  v.regex(/^-?\d{1,15}(\.\d{1,20})?$/, NUMBER),
  v.transform(decimalOf),
);

const SCORE = 'expected a score: 1, 2, 3, 4 or 5';

export const scoreText = v.pipe(
  v.string(SCORE),
  v.regex(/^[1-5]$/, SCORE),
  v.transform(Number),
  v.minValue(1),
  v.maxValue(5),
);

export const flagText = v.pipe(v.picklist(['true', 'false'], 'expected true or false'), v.transform(isTrue));

/** A parameter that may be given several times: `product=Tea&product=Milk`. */
export function repeatable<const S extends v.GenericSchema<string, unknown>>(item: S, most: number) {
  return v.optional(
    v.pipe(v.array(item), v.minLength(1), v.maxLength(most, `expected it at most ${most} times`)),
  );
}

/** Whether a parameter is one of these: its value is all the texts that were given. */
export function isRepeatable(schema: v.GenericSchema): boolean {
  return 'wrapped' in schema && isArray(schema.wrapped);
}

/**
 * What every further parameter whose name begins with `custom:` may be, all of them repeatable: of an operation that
 * filters by custom fields, an object with a rest. Undefined for the others.
 */
export function customParameter(query: v.GenericSchema): v.GenericSchema | undefined {
  return 'rest' in query && isSchema(query.rest) ? query.rest : undefined;
}

function isSchema(value: unknown): value is v.GenericSchema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';
}

function isArray(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'array';
}
