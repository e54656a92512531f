// Reports: a report stays in the unfinished index until it has ended and its webhook, if it has one, has been delivered or
// abandoned.

import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { ReportType } from '../../contract/report-types/report-types.ts';
import type { ReportProgress } from '../../contract/resources/reports/progress.ts';
import { getItem, startingWith, updateIf } from '../aws/items.ts';
import { type CreatedRange, type ItemPage, newestFirst, type PageRequest } from '../aws/newest-first.ts';
import { short } from '../aws/short-way.ts';
import { REPORT_PREFIX, reportKey, UNFINISHED_INDEX } from '../tables/service-table.ts';
import { createReportCreation } from './report-creation.ts';
import { createReportEnds } from './report-ends.ts';
import { type ReportItem, type ReportKey, reportItem, runOf } from './report-item.ts';

type ReportStatus = ReportItem['status'];

export interface ReportFilter {
  readonly datasetId: string | undefined;
  readonly reportType: ReportType | undefined;
}

export function createReportStore(db: DynamoDBDocumentClient, tableName: string) {
  return {
    ...createReportCreation(db, tableName),
    ...createReportProgress(db, tableName),
    ...createReportEnds(db, tableName),

    get: ({ accountId, reportId }: ReportKey): Promise<ReportItem | undefined> =>
      getItem(db, tableName, reportKey(accountId, reportId), reportItem),

    /** Newest first, of a caller's list. */
    page(
      accountId: string,
      {
        datasetId,
        reportType,
        status,
        ...range
      }: ReportFilter & CreatedRange & { readonly status: ReportStatus | undefined },
      request: PageRequest,
    ): Promise<ItemPage<ReportItem>> {
      const conditions = [
        ...(datasetId === undefined ? [] : ['dataset_id = :dataset']),
        ...(reportType === undefined ? [] : ['report_type = :type']),
        ...(status === undefined ? [] : ['#status = :status']),
      ];
      return newestFirst(
        db,
        tableName,
        {
          ...{ pk: accountId, prefix: REPORT_PREFIX, conditions },
          names: status === undefined ? undefined : { '#status': 'status' },
          values: { ':dataset': datasetId, ':type': reportType, ':status': status },
        },
        range,
        request,
        (item) => v.parse(reportItem, item),
      );
    },

    /** Newest first: report ids are ULIDs. `before`: the last id of the previous page. */
    async list(
      accountId: string,
      { datasetId, reportType }: ReportFilter,
      limit: number,
      before: string | undefined,
    ): Promise<ReportItem[]> {
      const conditions = [
        ...(datasetId === undefined ? [] : ['dataset_id = :dataset']),
        ...(reportType === undefined ? [] : ['report_type = :type']),
      ];
      const reports = startingWith(tableName, accountId, REPORT_PREFIX);
      const items: ReportItem[] = [];
      let from = before === undefined ? undefined : { ...reportKey(accountId, before) };
      do {
        const query = new QueryCommand({
          ...reports,
          ...(conditions.length > 0 && { FilterExpression: conditions.join(' AND ') }),
          ExpressionAttributeValues: {
            ...reports.ExpressionAttributeValues,
            ...{ ':dataset': datasetId, ':type': reportType },
          },
          ScanIndexForward: false,
          Limit: Math.max(limit, 50),
          ...(from && { ExclusiveStartKey: from }),
        });
        const page = await db.send(short(query));
        items.push(...v.parse(v.array(reportItem), page.Items ?? []));
        const last = page.LastEvaluatedKey;
        from = last && { pk: String(last.pk), sk: String(last.sk) };
      } while (items.length < limit && from !== undefined);
      return items.slice(0, limit);
    },
  };
}
export type ReportStore = ReturnType<typeof createReportStore>;

// What a report that is being generated notes about itself.
function createReportProgress(db: DynamoDBDocumentClient, tableName: string) {
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
