// Rejected rows as a CSV file: where each one is and what is wrong with it, then its cells as the file has them. A
// spreadsheet runs none of them as a formula. Written in pieces, so that any number of rows takes little memory.
import type { BadRow } from '../../cli/order-files/row-batches.ts';
import { type Cell, csvOf } from '../../cli/report-pages/csv-lines.ts';
import { withoutFlags } from './without-flags.ts';

/** Characters that are handed to the browser together. */
const PIECE = 2 ** 16;

export class RejectedRows {
  count = 0;
  private readonly parts: Blob[] = [];
  private text = '';
  private columns: readonly string[] = [];

  add({ source, line, problem, row = '' }: BadRow): void {
    const cells = typeof row === 'string' ? { row } : row;
    const columns = Object.keys(cells);
    // Of files with other columns, the rows have a heading of their own.
    if (this.count === 0 || !columns.every((column) => this.columns.includes(column))) {
      this.columns = columns;
      this.write(['file', 'line', 'problem', ...columns]);
    }
    this.count++;
    const found = new Map(Object.entries(cells));
    this.write([
      source,
      line,
      withoutFlags(problem),
      ...this.columns.map((column) => found.get(column) ?? ''),
    ]);
  }

  /** Undefined when there are none. */
  file(): Blob | undefined {
    return this.count === 0
      ? undefined
      : new Blob([...this.parts, this.text], { type: 'text/csv;charset=utf-8' });
  }

  private write(cells: readonly Cell[]): void {
    this.text += csvOf([cells]);
    if (this.text.length < PIECE) return;
    this.parts.push(new Blob([this.text]));
    this.text = '';
  }
}
