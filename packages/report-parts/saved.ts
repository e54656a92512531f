// A report as one HTML page that needs nothing else: what draws it, and what it is given beside the report.
import type { FinishedReport } from '../client/src/index.ts';
import type { Fact } from './table.ts';

/** Its bytes stand in the page, so that it needs no server and no script. */
export interface SavedFile {
  /** In words; undefined for the rows of the report. */
  readonly label?: string;
  readonly name: string;
  readonly href: string;
  readonly rows: number;
  readonly bytes: number;
}

export interface SavedOptions {
  readonly language: 'en' | 'de';
  /** Totals of the files that the report covers. */
  readonly source: readonly Fact[];
  readonly files: readonly SavedFile[];
  /** The grouping of the customers in the files. */
  readonly group?: string | undefined;
}

/** The text of the title, and the markup of the body. */
export type DrawReport = (
  report: FinishedReport,
  options: SavedOptions,
) => Promise<{ readonly title: string; readonly body: string }>;
