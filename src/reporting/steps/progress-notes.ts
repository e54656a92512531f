// Notes how far a report is, at most once a second: one that is quick is never noted, and no report fails or waits for a
// note that can't be written. What computes keeps the thread to itself: that it computes is noted by another one, once it has
// done so for a second.
import { describeError } from '../../observability/describe-error.ts';
import { log } from '../../observability/log.ts';
import type { SignedRequest } from '../../stores/aws/signed-request.ts';
import type { ReportItem } from '../../stores/reports/report-item.ts';
import type { ReportStore } from '../../stores/reports/reports.ts';

const EVERY_MS = 1_000;
/** Of the whole time, about, until all is read, and until it is computed. */
export const READ_SHARE = 0.6;

/** Sends a request in so many milliseconds, whatever this thread does. Returns what takes it back. */
export type SendLater = (request: SignedRequest, ms: number) => () => void;

export interface NoteDeps {
  readonly reports: Pick<ReportStore, 'noteProgress' | 'signedProgress'>;
  readonly sendLater: SendLater;
  readonly clock: () => number;
}

export interface ProgressNotes {
  /** `share`: of the dataset that is read. */
  reading(share: number): void;
  /** Resolves when all notes are written. Returns what to call when it has been computed. */
  computing(): Promise<() => void>;
}

export function createProgressNotes(deps: NoteDeps, { account_id, report_id }: ReportItem): ProgressNotes {
  const { reports, sendLater, clock } = deps;
  const key = { accountId: account_id, reportId: report_id };
  const began = clock();
  let last = began;
  let written: Promise<void> = Promise.resolve();

  /** One after the other, so that a later note is never overtaken. */
  function note(phase: 'reading' | 'computing', fraction: number): void {
    last = clock();
    written = written.then(() => reports.noteProgress(key, { phase, fraction })).catch(notNoted);
  }

  async function noteLater(): Promise<() => void> {
    const request = await reports
      .signedProgress(key, { phase: 'computing', fraction: READ_SHARE })
      .catch(notNoted);
    return request === undefined ? () => undefined : sendLater(request, EVERY_MS);
  }

  function notNoted(error: unknown): undefined {
    log('warn', 'progress not noted', { report_id, ...describeError(error) });
  }

  return {
    reading(share) {
      if (clock() - last >= EVERY_MS) note('reading', share * READ_SHARE);
    },
    async computing() {
      if (clock() - began < EVERY_MS) return noteLater();
      note('computing', READ_SHARE);
      await written;
      return () => undefined;
    },
  };
}
