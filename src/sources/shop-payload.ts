// What the payloads of both shops share: amounts as text or numbers, ids as numbers or text. Other members are ignored.
import * as v from 'valibot';
import { MAX_PRODUCT_LENGTH } from '../schema/limits.ts';

/** `"199.00"` or 199. */
export const amount = v.pipe(
  v.union([v.pipe(v.string(), v.regex(/^-?\d+(?:\.\d+)?$/, 'expected an amount')), v.number()]),
  v.transform(Number),
);

/** Ids are compared and stored as text. */
export const shopId = v.pipe(
  v.union([v.pipe(v.string(), v.nonEmpty()), v.pipe(v.number(), v.safeInteger())]),
  v.transform(String),
);

/** Empty text is no value. */
export const optionalText = v.pipe(
  v.nullish(v.string()),
  v.transform((text) =>
    text === null || text === undefined || text.trim() === '' ? undefined : text.trim(),
  ),
);

/**
 * What names a product or a customer: every row that an event becomes repeats it, so it is bounded before rows are
 * created. No longer one could be stored.
 */
export const nameText = v.pipe(
  optionalText,
  v.check(
    (name) => name === undefined || name.length <= 2 * MAX_PRODUCT_LENGTH,
    `expected at most ${MAX_PRODUCT_LENGTH} characters`,
  ),
);

export function listOf<const S extends v.GenericSchema>(schema: S) {
  return v.nullish(v.array(schema), () => []);
}
