// Writes rejected rows as a CSV file: the place and problem of each, then its cells as in the file. A spreadsheet runs
// none of them as a formula. The file holds up to `MOST_CHARACTERS`; further rows are only counted.

import {
  formatRowProblem,
  type RowProblem,
  type RowProblemWords,
} from '../../../packages/order-files/problems/row-problems.ts';
import type { BadRow } from '../../../packages/order-files/rows/row-batches.ts';
import { type CsvCell, formatCsv } from '../../../src/analysis/tables/csv-lines.ts';
import type { RejectedFor } from '../import/messages.ts';

/** Characters passed to the browser in one piece. */
const PIECE = 2 ** 16;

/** Browsers hold the file in memory, beside the rows that are read: about 200,000 rows of 160 characters. */
const MOST_CHARACTERS = 32 * 2 ** 20;

/** Maximum number of reasons that are counted, and that the page shows. */
const [MOST_REASONS, SHOWN_REASONS] = [1_000, 5];

export interface RejectedWords {
  /** Names of the columns before those of the file: its name, the line, the problem. */
  readonly heads: readonly [string, string, string];
  readonly problems: RowProblemWords;
}

export class RejectedRows {
  count = 0;
  /** Number of rows in the file: the first ones. */
  kept = 0;
  private readonly words: RejectedWords;
  private readonly mostCharacters: number;
  private characters = 0;
  /** Keyed by code and column. */
  private readonly byReason = new Map<string, RejectedFor>();
  private readonly parts: Blob[] = [];
  private text = '';
  /** A sheet may have 16,384 columns. */
  private columns: ReadonlySet<string> = new Set();

  constructor(words: RejectedWords, mostCharacters = MOST_CHARACTERS) {
    this.words = words;
    this.mostCharacters = mostCharacters;
  }

  add({ source, line, problem, row = '' }: BadRow): void {
    this.noteReason(source, line, problem);
    const isFirst = this.count++ === 0;
    if (this.characters >= this.mostCharacters) return;
    this.kept++;
    const cells = typeof row === 'string' ? { row } : row;
    const columns = Object.keys(cells);
    // Files with other columns get a heading of their own.
    if (isFirst || !columns.every((column) => this.columns.has(column))) {
      this.columns = new Set(columns);
      this.write([...this.words.heads, ...columns]);
    }
    const found = new Map(Object.entries(cells));
    this.write([
      source,
      line,
      formatRowProblem(this.words.problems, problem),
      ...Array.from(this.columns, (column) => found.get(column) ?? ''),
    ]);
  }

  /** Sorted by number of rows, ties by first occurrence. */
  reasons(): RejectedFor[] {
    return [...this.byReason.values()].sort((a, b) => b.rows - a.rows).slice(0, SHOWN_REASONS);
  }

  /** Undefined if no row was rejected. */
  file(): Blob | undefined {
    return this.count === 0
      ? undefined
      : new Blob([...this.parts, this.text], { type: 'text/csv;charset=utf-8' });
  }

  private noteReason(source: string, line: number, problem: RowProblem): void {
    const reason = JSON.stringify([problem.code, 'column' in problem ? problem.column : null]);
    const known = this.byReason.get(reason);
    if (known !== undefined) this.byReason.set(reason, { ...known, rows: known.rows + 1 });
    else if (this.byReason.size < MOST_REASONS) this.byReason.set(reason, { rows: 1, source, line, problem });
  }

  private write(cells: readonly CsvCell[]): void {
    const line = formatCsv([cells]);
    this.characters += line.length;
    this.text += line;
    if (this.text.length < PIECE) return;
    this.parts.push(new Blob([this.text]));
    this.text = '';
  }
}
