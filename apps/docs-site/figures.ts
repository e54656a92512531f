// The figures of docs/performance.md as data: its tables are the one place where they are written.
import { prose } from './markdown.ts';

export interface FigureTable {
  /** Headings that the table stands under, outermost first. */
  readonly section: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function figuresOf(page: string): FigureTable[] {
  const section: string[] = [];
  const tables: FigureTable[] = [];
  let lines: string[] = [];
  const end = () => {
    const [head, , ...rows] = lines;
    if (head !== undefined) {
      tables.push({ section: [...section], columns: cells(head), rows: rows.map(cells) });
    }
    lines = [];
  };
  for (const line of [...prose(page).split('\n'), '']) {
    const [, marks, heading] = /^(##+) (.+)$/.exec(line) ?? [];
    if (marks !== undefined && heading !== undefined)
      section.splice(marks.length - 2, section.length, heading);
    if (line.startsWith('|')) lines.push(line);
    else end();
  }
  return tables;
}

const cells = (row: string): string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
