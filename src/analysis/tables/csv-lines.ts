// Formats lines of cells as CSV for spreadsheets: see apps/cli/report-pages/report-csv.ts.
import { formatCsvText } from './harmless-text.ts';

/** A list is written as JSON. */
export type CsvCell = string | number | readonly string[] | null | undefined;

/** The lines of a table as CSV, with a header line. */
export function formatCsv(lines: readonly (readonly CsvCell[])[]): string {
  return lines.map((cells) => `${cells.map(formatCell).join(',')}\r\n`).join('');
}

function formatCell(cell: CsvCell): string {
  if (typeof cell === 'number') return String(roundNumber(cell));
  if (cell === null || cell === undefined) return '';
  return formatCsvText(typeof cell === 'string' ? cell : JSON.stringify(cell));
}

/** Keeps 6 significant digits of small numbers, such as probabilities. */
function roundNumber(number: number): number {
  return Number(Math.abs(number) < 1e-3 ? number.toPrecision(6) : number.toFixed(6));
}
