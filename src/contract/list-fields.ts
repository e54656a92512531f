// The fields of every list's request and response: a limit, and the cursor of the next page.
import * as v from 'valibot';
import { described } from '../schema/described.ts';
import { text } from '../schema/fields.ts';
import { LIST_MAX } from '../schema/limits.ts';

/** Whole numbers arrive as text in a query. */
export function listLimit(max: number) {
  const expected = `expected an integer from 1 to ${max}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,4}$/, expected),
    v.transform(Number),
    v.minValue(1, expected),
    v.maxValue(max, expected),
  );
}

export const listCursor = described(
  text(1_000, 1),
  'Where the page starts: the `next_cursor` of an earlier response, unchanged.',
);

/** Of a list that is short: without a limit, all of it. */
export function shortListQuery(entries: string) {
  return v.object({
    limit: v.optional(
      described(
        listLimit(LIST_MAX),
        `Maximum number of ${entries}, 1 to ${LIST_MAX}. Without it, all are returned.`,
      ),
    ),
    cursor: v.optional(listCursor),
  });
}

export const nextCursor = v.optional(
  described(v.string(), 'Opaque. Send it as `cursor` to read the next page; omitted on the last page.', {
    examples: ['MDFNN1lOOVFIWllSOEdYQjc3REgwWUNOUjU'],
  }),
);
