// What a report that is being generated notes about itself.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ReportProgress } from '../../contract/resources/reports/progress.ts';
import { updateIf } from '../aws/items.ts';
import { reportKey, UNFINISHED_INDEX } from '../tables/service-table.ts';
import { type ReportItem, type ReportKey, runOf } from './report-item.ts';

export function createReportProgress(db: DynamoDBDocumentClient, tableName: string) {
  return {
    /** Does nothing if the report has ended; with `onlyAhead`, neither if it is known to be further. */
    async noteProgress(
      { accountId, reportId }: ReportKey,
      progress: ReportProgress,
      { onlyAhead = false }: { readonly onlyAhead?: boolean } = {},
    ): Promise<void> {
      const isAhead = 'attribute_not_exists(progress.fraction) OR progress.fraction < :fraction';
      await updateIf(db, tableName, reportKey(accountId, reportId), {
        set: { progress },
        condition: `#status = :processing${onlyAhead ? ` AND (${isAhead})` : ''}`,
        values: { processing: 'Processing', fraction: progress.fraction },
      });
    },

    /** Before the first file of a partition is written. Does nothing if the report has ended. */
    async notePartitions({ accountId, reportId }: ReportKey, parts: number): Promise<void> {
      await updateIf(db, tableName, reportKey(accountId, reportId), {
        set: { partitions: parts },
        condition: '#status = :processing',
        values: { processing: 'Processing' },
      });
    },

    /**
     * The run number of a report's next workflow run, for the first caller that asks; undefined for all others and if
     * nothing is left to do.
     */
    async takeRun(item: ReportItem): Promise<number | undefined> {
      const runs = runOf(item) + 1;
      const { met } = await updateIf(db, tableName, reportKey(item.account_id, item.report_id), {
        set: { runs },
        condition: `attribute_exists(${UNFINISHED_INDEX.partition}) AND ${item.runs === undefined ? 'attribute_not_exists(runs)' : 'runs = :runs'}`,
        values: { runs: item.runs },
      });
      return met ? runs : undefined;
    },
  };
}
