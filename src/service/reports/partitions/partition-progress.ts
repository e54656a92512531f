// Records the progress of a report in partitions. Its functions run in parallel without coordination: each
// writes a lower bound of the progress, and a bound below the stored one is not written.
import { SHARD_COUNT } from '../../../contract/schema/limits.ts';
import { describeError } from '../../observability/describe-error.ts';
import { log } from '../../observability/log.ts';
import type { ReportItem } from '../report-item.ts';
import type { ReportStore } from '../reports.ts';
import { READ_SHARE } from '../steps/progress-notes.ts';

export function createPartitionProgress(
  reports: Pick<ReportStore, 'noteProgress'>,
  { account_id, report_id }: Pick<ReportItem, 'account_id' | 'report_id'>,
) {
  /** A progress record that cannot be written fails no report. */
  async function note(phase: 'reading' | 'computing', fraction: number): Promise<void> {
    const key = { accountId: account_id, reportId: report_id };
    try {
      await reports.noteProgress(key, { phase, fraction }, { onlyAhead: true });
    } catch (error) {
      log('warn', 'progress not noted', { report_id, ...describeError(error) });
    }
  }

  return {
    /** Shards are read in their order, some of them at once. */
    extracted: (shard: number): Promise<void> => note('reading', ((shard + 1) / SHARD_COUNT) * READ_SHARE),

    /**
     * The number of passes is not known: each counts as half of the remaining progress. `share`: completed
     * share of the pass.
     */
    passed(pass: number, share: number): Promise<void> {
      const left = (1 - READ_SHARE) / 2 ** pass;
      return note('computing', 1 - left + (left / 2) * share);
    },
  };
}
