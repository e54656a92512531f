// Lines of cells as CSV for spreadsheets: see report-csv.ts.
import { csvText } from './harmless-text.ts';

export type Cell = string | number | null | undefined;

/** The lines of a table as CSV, the names of its columns first. */
export function csvOf(lines: readonly (readonly Cell[])[]): string {
  return lines.map((cells) => `${cells.map(written).join(',')}\r\n`).join('');
}

function written(cell: Cell): string {
  if (typeof cell === 'number') return String(rounded(cell));
  if (typeof cell !== 'string') return cell === null || cell === undefined ? '' : String(cell);
  return csvText(cell);
}

/** Of small numbers, such as probabilities, 6 digits stay. */
function rounded(number: number): number {
  return Number(Math.abs(number) < 1e-3 ? number.toPrecision(6) : number.toFixed(6));
}
