// Defines what a reader of rows takes and returns for every format: options, and batches of valid and bad rows.
import type { Bookkeeping } from '../account.ts';
import type { ColumnChoice, CustomChoice } from '../columns/column-flags.ts';
import { nameUnnamed } from '../columns/unnamed-columns.ts';
import type { RowProblem } from '../problems/row-problems.ts';
import type { Delimiter } from '../text/csv-records.ts';
import type { CellOptions } from './cell-reader.ts';
import type { OrderRow } from './check-row.ts';

export const FILE_FORMATS = ['csv', 'ndjson'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

export interface RowOptions extends CellOptions {
  /** A profile's id; by default the header decides. */
  readonly from?: string | undefined;
  /** State that all files of a reading share; by default it belongs to this file alone. */
  readonly account?: Bookkeeping | undefined;
  /** Refuses a file without a column of prices. */
  readonly demandPrices?: boolean | undefined;
  /** Columns that the operator named; others are guessed. */
  readonly columns?: ColumnChoice | undefined;
  /** False for a file without a header, whose columns are named `column 1`, `column 2`. */
  readonly header?: false | undefined;
  /** A line is a whole order, and its cells are products. */
  readonly baskets?: boolean | undefined;
  /** Columns whose yes leaves the row out: refunded, cancelled, test orders. */
  readonly excludeIf?: readonly string[] | undefined;
  /** Columns to keep as custom fields. */
  readonly custom?: readonly CustomChoice[] | undefined;
  /** Default: decided by the first byte that is not blank: `{` means NDJSON. */
  readonly format?: FileFormat | undefined;
  /** Default: guessed from the header. */
  readonly delimiter?: Delimiter | undefined;
}

export interface BadRow {
  readonly source: string;
  /** Physical line where the record begins, from 1. */
  readonly line: number;
  readonly problem: RowProblem;
  /** The record by column, or the line of JSON unchanged, for correcting it. */
  readonly row?: Readonly<Record<string, string>> | string | undefined;
}

/** Maps cells by their column, and those beyond the header by their position. */
export function toRecord(header: readonly string[], cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(cells.map((cell, index) => [header[index] ?? nameUnnamed(index), cell]));
}

export interface RowBatch {
  readonly rows: readonly OrderRow[];
  readonly badRows: readonly BadRow[];
}
