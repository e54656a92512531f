// Records the progress of a report: at most once a second while it is read, and once when all is read. A
// record that can't be written fails no report.
import { describeError } from '../../observability/describe-error.ts';
import { log } from '../../observability/log.ts';
import type { ReportItem } from '../report-item.ts';
import type { ReportStore } from '../reports.ts';

const EVERY_MS = 1_000;
/** Approximate shares of the whole time: until all is read, and until it is computed. */
export const READ_SHARE = 0.6;

export interface ProgressNotes {
  /** `share`: share of the dataset that is read. */
  reading(share: number): void;
  /**
   * Resolves when the record is written: the computation then blocks the thread for as long as its itemsets
   * take.
   */
  computing(): Promise<void>;
}

export function createProgressNotes(
  reports: Pick<ReportStore, 'noteProgress'>,
  { account_id, report_id }: ReportItem,
  clock: () => number,
): ProgressNotes {
  const key = { accountId: account_id, reportId: report_id };
  let last = clock();
  let written: Promise<void> = Promise.resolve();

  /** Writes one after the other, so that a later record is never overtaken. */
  function note(phase: 'reading' | 'computing', fraction: number): void {
    last = clock();
    written = written
      .then(() => reports.noteProgress(key, { phase, fraction }))
      .catch((error: unknown) => log('warn', 'progress not noted', { report_id, ...describeError(error) }));
  }

  return {
    reading(share) {
      if (clock() - last >= EVERY_MS) note('reading', share * READ_SHARE);
    },
    async computing() {
      note('computing', READ_SHARE);
      await written;
    },
  };
}
