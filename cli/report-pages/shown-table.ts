// Tables that a terminal and a page show alike.
import { heading, type Paper, table } from './terminal-text.ts';

export interface ShownTable {
  readonly id: string;
  readonly title: string;
  /** The first heads its row, the others are figures. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** At most `most` rows of each. */
export function tablesInTerminal(paper: Paper, tables: readonly ShownTable[], most?: number): string[] {
  return tables.flatMap(({ title, columns, rows }) => [
    heading(paper, title),
    table(
      paper,
      columns.map((name, at) => ({ title: name, align: at === 0 ? 'left' : 'right' })),
      rows.slice(0, most),
    ),
  ]);
}
