// The rows of a report as CSV for spreadsheets: RFC 4180, CRLF line ends, UTF-8 without a byte order mark. Numbers have a
// decimal point and at most 6 decimals, more than a page shows; shares are 0 to 1.
import { harmless, noFormula } from './harmless-text.ts';
import { readReport } from './read-report.ts';
import type { Cell } from './shown-report.ts';

/**
 * One line per rule, segment or other row below a line of column names. Several products in one cell are joined by ` + `.
 * Text that a spreadsheet would run as a formula gets a leading apostrophe, and characters that a terminal would obey are
 * replaced; numbers are left alone, so negative amounts stay numbers.
 * Throws UnreadableReportError unless `report` is a finished report's detail.
 */
export function renderCsv(report: unknown): string {
  return csvOf(readReport(report).csv());
}

/** The lines of a table as CSV, the names of its columns first. */
export function csvOf(lines: readonly (readonly Cell[])[]): string {
  return lines.map((cells) => `${cells.map(written).join(',')}\r\n`).join('');
}

function written(cell: Cell): string {
  if (typeof cell === 'number') return String(rounded(cell));
  if (typeof cell !== 'string') return cell === null || cell === undefined ? '' : String(cell);
  const text = noFormula(harmless(cell));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Of small numbers, such as probabilities, 6 digits stay. */
function rounded(number: number): number {
  return Number(Math.abs(number) < 1e-3 ? number.toPrecision(6) : number.toFixed(6));
}
