// Pages of a list: a limit, and an opaque cursor that a client sends back unchanged.
import * as v from 'valibot';
import { InvalidRequestError } from '../core/errors.ts';
import { described } from '../schema/described.ts';
import { text } from '../schema/fields.ts';

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

export const nextCursor = v.optional(
  described(v.string(), 'Opaque. Send it as `cursor` to read the next page; omitted on the last page.', {
    examples: ['MDFNN1lOOVFIWllSOEdYQjc3REgwWUNOUjU'],
  }),
);

/** Opaque to clients: the id of the last entry they were shown. */
export function cursorOf(id: string): string {
  return Buffer.from(id, 'utf8').toString('base64url');
}

/** `found` is read one entry beyond `limit`: that entry only shows that there is another page. */
export function pageOf<Entry>(
  found: readonly Entry[],
  limit: number,
  idOf: (entry: Entry) => string,
): { readonly shown: readonly Entry[]; readonly next: { readonly next_cursor?: string } } {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    shown,
    next: found.length > limit && last !== undefined ? { next_cursor: cursorOf(idOf(last)) } : {},
  };
}

/** The id in a cursor. Throws InvalidRequestError for what cursorOf did not make. */
export function idOfCursor(cursor: string | undefined, isId: (text: string) => boolean): string | undefined {
  if (cursor === undefined) return undefined;
  const id = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!isId(id) || cursorOf(id) !== cursor) {
    throw new InvalidRequestError('cursor', 'expected the next_cursor of an earlier response');
  }
  return id;
}

export function isUlid(id: string): boolean {
  return /^[0-9A-HJKMNP-TV-Z]{26}$/.test(id);
}
