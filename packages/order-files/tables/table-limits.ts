// Limits the resources for reading a table: those of spreadsheets, and of what a small file may unpack to. They bound
// memory whatever a file states.
import { OrderFileError } from '../problems/errors.ts';
import type { TableLimit } from '../problems/file-problems.ts';

/** The limit of Excel, and of LibreOffice since 7.4. */
const MAX_COLUMNS = 16_384;
const MAX_ROWS = 1_048_576;
/** Characters of all cells of a row together. A cell of Excel has 32,767. */
export const MAX_CHARACTERS = 1_000_000;
/** Depth of nested elements: spreadsheets have about ten. */
const MAX_NESTING = 256;
/** Characters or bytes that are held at a time: shared texts, pages of a Parquet file, a nested file. */
const MAX_UNPACKED = 2 ** 27;

const MOST: Readonly<Record<TableLimit, number>> = {
  columns: MAX_COLUMNS,
  rows: MAX_ROWS,
  characters: MAX_CHARACTERS,
  nesting: MAX_NESTING,
  unpacked: MAX_UNPACKED,
};

/** Throws OrderFileError for more than the limit, and for a value that is not a number. `line`: its line, if known. */
export function demandWithin(limit: TableLimit, got: number, most = MOST[limit], line?: number): void {
  if (!(got <= most)) throw new OrderFileError(undefined, { code: 'table_limit', limit, most, line });
}

/** The same for a line of a text, or a row of a sheet. */
export function demandInLine(limit: TableLimit, got: number, line: number): void {
  demandWithin(limit, got, MOST[limit], line);
}

/** Parses a number from 1 that a file states. Throws OrderFileError for anything else. */
export function parseCount(stated: string | undefined, otherwise: number): number {
  const count = stated === undefined ? otherwise : Number(stated);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new OrderFileError(undefined, { code: 'table_damaged' });
  return count;
}
