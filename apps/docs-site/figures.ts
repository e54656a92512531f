// Reads the figures of docs/performance.md as data: its tables are their only source.
import { stripFences } from './markdown.ts';

export interface FigureTable {
  /** Headings above the table, outermost first. */
  readonly section: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function parseFigureTables(page: string): FigureTable[] {
  const section: string[] = [];
  const tables: FigureTable[] = [];
  let lines: string[] = [];
  const endTable = () => {
    const [head, , ...rows] = lines;
    if (head !== undefined) {
      tables.push({ section: [...section], columns: splitCells(head), rows: rows.map(splitCells) });
    }
    lines = [];
  };
  for (const line of [...stripFences(page).split('\n'), '']) {
    const [, marks, heading] = /^(##+) (.+)$/.exec(line) ?? [];
    if (marks !== undefined && heading !== undefined)
      section.splice(marks.length - 2, section.length, heading);
    if (line.startsWith('|')) lines.push(line);
    else endTable();
  }
  return tables;
}

const splitCells = (row: string): string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
