// Pages of a list: a limit, and a cursor that a client hands back as it got it.
import * as v from 'valibot';
import { InvalidRequestError } from '../core/errors.ts';
import { described } from '../schema/described.ts';
import { text } from '../schema/fields.ts';

/** Whole numbers arrive as text in a query. */
export function listLimit(max: number) {
  const expected = `expected an integer from 1 to ${max}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,3}$/, expected),
    v.transform(Number),
    v.minValue(1, expected),
    v.maxValue(max, expected),
  );
}

export const listCursor = described(
  text(1_000, 1),
  'Where to go on: the `next_cursor` of an earlier answer, handed back as it was given.',
);

/** Missing on the last page. */
export const nextCursor = v.optional(
  described(v.string(), 'Opaque. Give it as `cursor` to read on; missing on the last page.', {
    examples: ['MDFNN1lOOVFIWllSOEdYQjc3REgwWUNOUjU'],
  }),
);

/** Opaque to clients: the id of the last entry they were shown. */
export function cursorOf(id: string): string {
  return Buffer.from(id, 'utf8').toString('base64url');
}

/** The id in a cursor. Throws InvalidRequestError for what cursorOf did not make. */
export function idOfCursor(cursor: string | undefined, isId: (text: string) => boolean): string | undefined {
  if (cursor === undefined) return undefined;
  const id = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!isId(id) || cursorOf(id) !== cursor) {
    throw new InvalidRequestError('cursor', 'expected the next_cursor of an earlier answer');
  }
  return id;
}

export function isUlid(id: string): boolean {
  return /^[0-9A-HJKMNP-TV-Z]{26}$/.test(id);
}
