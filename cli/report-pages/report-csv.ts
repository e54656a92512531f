// The rows of a report as CSV for spreadsheets: RFC 4180, CRLF line ends, UTF-8 without a byte order mark. Numbers have a
// decimal point and at most 6 decimals, more than a page shows; shares are 0 to 1.
import { csvOf } from '../../src/core/tables/csv-lines.ts';
import { readReport } from './read-report.ts';

/**
 * One line per rule, segment or other row below a line of column names. Several products in one cell are joined by ` + `.
 * Text that a spreadsheet would run as a formula gets a leading apostrophe, and characters that a terminal would obey are
 * replaced; numbers are left alone, so negative amounts stay numbers.
 * Throws UnreadableReportError unless `report` is a finished report's detail.
 */
export function renderCsv(report: unknown): string {
  return csvOf(readReport(report).csv());
}
