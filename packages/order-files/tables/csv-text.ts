// Writes rows of a table as CSV text, so that one reader reads every source. Row n is line n, so that a message names
// the row that the spreadsheet shows.

import { encodeUtf8 } from '../values/bytes.ts';
import { demandInLine } from './table-limits.ts';

const MARKS = /[",\n\r]/;
const CHUNK_LENGTH = 64 * 1024;
/** Rows with styles only, between the data and the last row of a sheet. */
const MAX_EMPTY_ROWS = 100_000;
/** Limits the text that one wide row adds to every narrow one. */
const MAX_PADDED = 200;

export class CsvText {
  private text = '';
  private row = 0;
  /** Cells of the widest row, at most `MAX_PADDED`: a spreadsheet stores no empty cells at the end of a row. */
  private width = 0;

  /**
   * `row`: from 1, not before the last one. A line break in a cell becomes a blank. Throws OrderFileError for a row
   * beyond the limits of tables.
   */
  add(cells: readonly string[], row = this.row + 1): void {
    demandInLine('columns', cells.length, row);
    demandInLine(
      'characters',
      cells.reduce((sum, { length }) => sum + length, 0),
      row,
    );
    if (row - this.row - 1 > MAX_EMPTY_ROWS) this.row = row - 1;
    for (; this.row < row - 1; this.row++) this.text += '\n';
    this.row = row;
    this.width = Math.max(this.width, Math.min(cells.length, MAX_PADDED));
    const missing = Math.max(0, this.width - cells.length);
    this.text += `${cells.map(quoteCell).join(',')}${','.repeat(missing)}\n`;
  }

  get isFull(): boolean {
    return this.text.length >= CHUNK_LENGTH;
  }

  take(): Uint8Array {
    const bytes = encodeUtf8(this.text);
    this.text = '';
    return bytes;
  }
}

function quoteCell(cell: string): string {
  if (!MARKS.test(cell)) return cell;
  return `"${cell.replaceAll(/\r\n|\n|\r/g, ' ').replaceAll('"', '""')}"`;
}
