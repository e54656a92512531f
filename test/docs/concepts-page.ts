// Reads docs/concepts by section and table.
import { readConcepts } from '../../src/service/wiring/packaged-files.ts';

export const page = readConcepts('.');

export function getSection(heading: string): string {
  const [, rest] = page.split(`\n## ${heading}\n`);
  if (rest === undefined) throw new Error(`docs/concepts has no section "${heading}"`);
  return rest.split(/\n#+ /)[0] ?? '';
}

/** Rows of cells of the table with this first column and number of columns, without its head. */
export function readTable(text: string, first: string, columns: number): string[][] {
  const lines = text.split('\n');
  const at = lines.findIndex((each) => splitCells(each)[0] === first && splitCells(each).length === columns);
  if (at < 0) throw new Error(`no table "${first}" of ${columns} columns`);
  const rows = lines.slice(at + 2);
  const end = rows.findIndex((each) => !each.startsWith('|'));
  return rows.slice(0, end < 0 ? rows.length : end).map(splitCells);
}

const splitCells = (row: string): string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
