// Pages of a list, and the cursor that continues it. Clients see it encrypted: src/http/sealed-cursor.ts.
import { InvalidRequestError } from './errors/errors.ts';

/** The id of the last entry that was shown. */
export function toCursor(id: string): string {
  return Buffer.from(id, 'utf8').toString('base64url');
}

export interface PageEnd {
  readonly next_cursor?: string;
  readonly has_more: boolean;
}

/** `next`: the cursor of the next page; undefined on the last one. */
export function toPageEnd(next: string | undefined): PageEnd {
  return next === undefined ? { has_more: false } : { next_cursor: next, has_more: true };
}

/** `found` is read one entry beyond `limit`: that entry only shows that there is another page. */
export function cutPage<Entry>(
  found: readonly Entry[],
  limit: number,
  getId: (entry: Entry) => string,
): { readonly shown: readonly Entry[]; readonly next: PageEnd } {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    shown,
    next: toPageEnd(found.length > limit && last !== undefined ? toCursor(getId(last)) : undefined),
  };
}

/** A page of a list that is short, and read as a whole in ascending order of ids. Without a limit, all that is left. */
export function cutPageOfAll<Entry>(
  all: readonly Entry[],
  { limit, after }: { readonly limit: number | undefined; readonly after: string | undefined },
  getId: (entry: Entry) => string,
): ReturnType<typeof cutPage<Entry>> {
  const rest = after === undefined ? all : all.filter((entry) => getId(entry) > after);
  return cutPage(rest, limit ?? rest.length, getId);
}

/** The id in a cursor. Throws InvalidRequestError for what toCursor did not make. */
export function parseCursor(cursor: string | undefined, isId: (text: string) => boolean): string | undefined {
  if (cursor === undefined) return undefined;
  const id = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!isId(id) || toCursor(id) !== cursor) {
    throw new InvalidRequestError('cursor', 'expected the next_cursor of an earlier response');
  }
  return id;
}

export function isUlid(id: string): boolean {
  return /^[0-9A-HJKMNP-TV-Z]{26}$/.test(id);
}
