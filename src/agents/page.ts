// Answers that fit a context: as many items as a number of bytes holds, and a cursor for the others. At least one item,
// so that paging comes to an end.
import * as v from 'valibot';
import { InvalidRequestError } from '../contract/errors/errors.ts';
import { described } from '../contract/schema/described.ts';
import type { Args } from './args.ts';

const DEFAULT_BYTES = 4_000;
const MIN_BYTES = 1_000;
const MAX_BYTES = 32_000;
/** Items of one answer. Reads as many of the API. */
const MAX_ITEMS = 50;
const DEFAULT_ITEMS = 20;
/** Bytes reserved for the cursor, which is unknown when the room is measured. */
const CURSOR_BYTES = 300;

const wholeNumber = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

/** Arguments of every tool whose answer grows with the data. */
export const sizeFields = {
  max_bytes: v.optional(
    described(
      wholeNumber(MIN_BYTES, MAX_BYTES),
      `Size of the answer as JSON, ${MIN_BYTES} to ${MAX_BYTES}. Default: ${DEFAULT_BYTES}.`,
    ),
  ),
};

/** Arguments of every tool that lists. */
export const pageFields = {
  limit: v.optional(
    described(
      wholeNumber(1, MAX_ITEMS),
      `Most items in the answer, 1 to ${MAX_ITEMS}; fewer where they do not fit. Default: ${DEFAULT_ITEMS}.`,
    ),
  ),
  cursor: v.optional(
    described(
      v.string(),
      'Where the list continues: next_cursor of the answer before, with the same arguments.',
    ),
  ),
  ...sizeFields,
};

export const nextCursor = v.optional(
  described(v.string(), 'There is more: send it as cursor with the same arguments. Missing at the end.'),
);

/** Throws InvalidRequestError. */
export function readMaxBytes({ max_bytes: bytes = DEFAULT_BYTES }: Args): number {
  return numberIn('max_bytes', bytes, MIN_BYTES, MAX_BYTES);
}

function numberIn(name: string, value: unknown, min: number, max: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new InvalidRequestError(name, `expected an integer from ${min} to ${max}`);
}

/** Where an answer begins: at a page of the API, after so many of its items. */
type Position = readonly [page: string | null, skipped: number];

export interface PageSource {
  /** Items of the API's page at the cursor: enough for the tool's page, if that many exist. */
  readonly items: readonly object[];
  /** The API's next page. */
  readonly next?: string | undefined;
  /** Members of the answer beside the items. */
  readonly facts?: object;
}

/** `read`: the API's page at a cursor, with so many items. Throws InvalidRequestError for another cursor. */
export async function readPage(
  args: Args,
  key: string,
  read: (at: { readonly cursor: string | undefined; readonly limit: number }) => Promise<PageSource>,
): Promise<object> {
  const [page, skipped] = decodePosition(args.cursor);
  const wanted = numberIn('limit', args.limit ?? DEFAULT_ITEMS, 1, MAX_ITEMS);
  const budget = readMaxBytes(args);
  const { items, next, facts = {} } = await read({ cursor: page ?? undefined, limit: skipped + wanted });
  const room = budget - countBytes({ ...facts, [key]: [] }) - CURSOR_BYTES;
  const fitting = pickFitting(items.slice(skipped, skipped + wanted), room);
  const end = skipped + fitting.length;
  const after: Position | undefined =
    end < items.length ? [page, end] : next === undefined ? undefined : [next, 0];
  return { ...facts, [key]: fitting, ...(after !== undefined && { next_cursor: encodePosition(after) }) };
}

/** Returns the first items that fit into `bytes` of JSON; at least one. */
export function pickFitting<T>(items: readonly T[], bytes: number): readonly T[] {
  let used = 0;
  const end = items.findIndex((item, at) => {
    used += countBytes(item) + 1;
    return at > 0 && used > bytes;
  });
  return end < 0 ? items : items.slice(0, end);
}

/** Bytes of it as JSON. */
export function countBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function encodePosition(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** Items that a cursor can have skipped: pages of the API have no more. */
const MAX_SKIPPED = 10_000;
const position = v.tuple([v.nullable(v.string()), wholeNumber(0, MAX_SKIPPED)]);

function decodePosition(cursor: unknown): Position {
  if (cursor === undefined || cursor === null || cursor === '') return [null, 0];
  try {
    if (typeof cursor !== 'string') throw new TypeError('not a text');
    const found = v.parse(position, JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (encodePosition(found) !== cursor) throw new TypeError('followed by other bytes');
    return found;
  } catch {
    throw new InvalidRequestError('cursor', 'expected next_cursor of the answer before');
  }
}
