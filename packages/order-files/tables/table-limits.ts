// What a table may take to be read: the limits of spreadsheets, and of what a small file may unpack to. They keep memory
// in bounds whatever a file claims.
import { OrderFileError } from '../problems/errors.ts';
import type { TableLimit } from '../problems/file-problems.ts';

/** Of Excel, and of LibreOffice since 7.4. */
const MAX_COLUMNS = 16_384;
const MAX_ROWS = 1_048_576;
/** In all cells of a row together. A cell of Excel has 32,767. */
export const MAX_CHARACTERS = 1_000_000;
/** Elements within each other: spreadsheets have about ten. */
const MAX_NESTING = 256;
/** Characters or bytes that are held at a time: texts that cells refer to, pages of a Parquet file, an inner file. */
const MAX_UNPACKED = 2 ** 27;

const MOST: Readonly<Record<TableLimit, number>> = {
  columns: MAX_COLUMNS,
  rows: MAX_ROWS,
  characters: MAX_CHARACTERS,
  nesting: MAX_NESTING,
  unpacked: MAX_UNPACKED,
};

/** Throws OrderFileError for more than the limit, and for what is not a number. `line`: where it is, if that is known. */
export function demandWithin(limit: TableLimit, got: number, most = MOST[limit], line?: number): void {
  if (!(got <= most)) throw new OrderFileError(undefined, { code: 'table_limit', limit, most, line });
}

/** The same in a line of a text, or a row of a sheet. */
export function demandInLine(limit: TableLimit, got: number, line: number): void {
  demandWithin(limit, got, MOST[limit], line);
}

/** What a file states as a number from 1. Throws OrderFileError for anything else. */
export function parseCount(stated: string | undefined, otherwise: number): number {
  const count = stated === undefined ? otherwise : Number(stated);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new OrderFileError(undefined, { code: 'table_damaged' });
  return count;
}
