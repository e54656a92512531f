// Reports: a report stays in the unfinished index until it has ended and its webhook, if it has one, has been delivered or
// abandoned.
import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { ReportType } from '../../report-types/report-types.ts';
import { getItem } from '../aws/items.ts';
import { type CreatedRange, type ItemPage, newestFirst, type PageRequest } from '../aws/newest-first.ts';
import { startingWith } from '../aws/query-all.ts';
import { REPORT_PREFIX, reportKey } from '../tables/service-table.ts';
import { createReportCreation } from './report-creation.ts';
import { createReportEnds } from './report-ends.ts';
import { type ReportItem, type ReportKey, reportItem } from './report-item.ts';
import { createReportProgress } from './report-progress.ts';

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
        const page = await db.send(
          new QueryCommand({
            ...reports,
            ...(conditions.length > 0 && { FilterExpression: conditions.join(' AND ') }),
            ExpressionAttributeValues: {
              ...reports.ExpressionAttributeValues,
              ...{ ':dataset': datasetId, ':type': reportType },
            },
            ScanIndexForward: false,
            Limit: Math.max(limit, 50),
            ...(from && { ExclusiveStartKey: from }),
          }),
        );
        items.push(...v.parse(v.array(reportItem), page.Items ?? []));
        const last = page.LastEvaluatedKey;
        from = last && { pk: String(last.pk), sk: String(last.sk) };
      } while (items.length < limit && from !== undefined);
      return items.slice(0, limit);
    },
  };
}
export type ReportStore = ReturnType<typeof createReportStore>;
