// docs/concepts by section, with the tables, figures and orders that it shows.
import { readConcepts } from '../../src/service/wiring/packaged-files.ts';

export const page = readConcepts('.');

export function section(heading: string): string {
  const [, rest] = page.split(`\n## ${heading}\n`);
  if (rest === undefined) throw new Error(`docs/concepts has no section "${heading}"`);
  return rest.split(/\n#+ /)[0] ?? '';
}

/** Cells of the table with this first column, without its head. */
export function table(text: string, first: string, columns: number): string[][] {
  const lines = text.split('\n');
  const at = lines.findIndex((each) => cells(each)[0] === first && cells(each).length === columns);
  if (at < 0) throw new Error(`no table "${first}" of ${columns} columns`);
  const rows = lines.slice(at + 2);
  const end = rows.findIndex((each) => !each.startsWith('|'));
  return rows.slice(0, end < 0 ? rows.length : end).map(cells);
}

const cells = (row: string): string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
