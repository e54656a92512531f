// The fields of every list's request and response: a limit, and the cursor of the next page.
import * as v from 'valibot';
import { InvalidRequestError } from './errors/errors.ts';
import { DATE_FORMS, ISO_8601, parseOrderDate } from './resources/orders/order-date.ts';
import { datasetSlug } from './schema/dataset-fields.ts';
import { described, optionally } from './schema/described.ts';
import { oneOf, text } from './schema/fields.ts';
import { LIST_MAX } from './schema/limits.ts';

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

/** Query parameters of a list. `length`: entries of a page if no limit is given. */
export function pageStart(entries: string, length: number, max = LIST_MAX) {
  const limit = described(listLimit(max), `Maximum number of ${entries} in the list, 1 to ${max}.`);
  return { limit: v.optional(limit, String(length)), cursor: v.optional(listCursor) };
}

const moment = v.pipe(
  v.string(`expected ${DATE_FORMS}`),
  v.check((value) => parseOrderDate(value) !== undefined, `expected ${DATE_FORMS}`),
);

/** A point in time in a query. */
export const momentText = (description: string, example: string) =>
  described(moment, `${description}: an ISO 8601 date or date-time, UTC without an offset.`, {
    examples: [example],
    pattern: ISO_8601.source,
  });

/** Filters of what an account has started: by state, dataset and time. */
export function workFilters<const S extends readonly string[]>(what: string, statuses: S) {
  return {
    dataset_id: optionally(datasetSlug, `Only ${what} of this dataset.`),
    status: optionally(oneOf(statuses), `Only ${what} with this \`status\`, also by its \`state\`.`),
    created_from: v.optional(momentText(`Only ${what} created then or later`, '2026-03-01')),
    created_to: v.optional(momentText(`Only ${what} created before that`, '2026-04-01')),
  };
}

/** Throws InvalidRequestError for a range of no time. */
export function parseCreatedRange({
  created_from: from,
  created_to: to,
}: {
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
}): { readonly createdFrom: number | undefined; readonly createdTo: number | undefined } {
  const range = {
    createdFrom: from === undefined ? undefined : parseOrderDate(from),
    createdTo: to === undefined ? undefined : parseOrderDate(to),
  };
  if (
    range.createdFrom !== undefined &&
    range.createdTo !== undefined &&
    range.createdFrom >= range.createdTo
  )
    throw new InvalidRequestError('created_to', 'expected a time after created_from');
  return range;
}

/** Query parameters of a short list, which is returned whole if no limit is given. */
export function shortListQuery(entries: string) {
  return v.object({
    limit: optionally(
      listLimit(LIST_MAX),
      `Maximum number of ${entries}, 1 to ${LIST_MAX}. Without it, all are returned.`,
    ),
    cursor: v.optional(listCursor),
  });
}

/** Members of every list's response. */
export const pageEnd = {
  next_cursor: optionally(
    v.string(),
    'Opaque. Send it as `cursor` to read the next page; omitted on the last page.',
    {
      examples: ['MDFNN1lOOVFIWllSOEdYQjc3REgwWUNOUjU'],
    },
  ),
  has_more: described(v.boolean(), 'Whether another page follows: then there is a `next_cursor`.', {
    examples: [true],
  }),
};
