// Builds the item of a new report.

import type { Caller } from '../../../analysis/accounts/caller.ts';
import { resolveReport } from '../../../contract/report-types/resolve.ts';
import type { CreateReportRequest } from '../../../contract/resources/reports/reports.ts';
import type { DatasetItem } from '../../datasets/datasets.ts';
import type { ReportItem } from '../report-item.ts';

/**
 * `now`: epoch milliseconds. `dataset`: undefined if it has neither data nor settings. `served`: the report
 * whose recommendations are served, if the request needs it. Throws InvalidRequestError.
 */
export function buildReportItem(
  { accountId, keyHash }: Pick<Caller, 'accountId' | 'keyHash'>,
  request: CreateReportRequest,
  {
    id,
    now,
    dataset,
    served,
  }: {
    readonly id: string;
    readonly now: number;
    readonly dataset: DatasetItem | undefined;
    readonly served?: string | undefined;
  },
): ReportItem {
  const { name, reportType, settings } = resolveReport(request);
  const namesNotGoods = settings.leaveOut !== undefined && settings.leaveOut.notGoods === undefined;
  const createdAt = new Date(now).toISOString();
  return {
    account_id: accountId,
    report_id: id,
    name,
    report_type: reportType,
    dataset_id: request.dataset_id,
    status: 'Processing',
    created_at: createdAt,
    updated_at: createdAt,
    usage_month: createdAt.slice(0, 7),
    key_hash: keyHash,
    ...(dataset?.last_accepted !== undefined && { last_accepted: dataset.last_accepted }),
    ...(dataset?.currency !== undefined && { currency: dataset.currency }),
    ...(dataset?.rates_source !== undefined && { rates_source: dataset.rates_source }),
    ...(served !== undefined && { next_products_from: served }),
    request: withNotGoods(
      withIdentity(withTimeZone(request, dataset?.time_zone), dataset?.identity),
      namesNotGoods ? dataset?.not_goods : undefined,
    ),
  };
}

/**
 * Adds the dataset's time zone, unless the request names one: the report keeps it when the dataset's changes.
 */
function withTimeZone(request: CreateReportRequest, timeZone: string | undefined): CreateReportRequest {
  if (timeZone === undefined || request.params?.time_zone !== undefined) return request;
  return { ...request, params: { ...request.params, time_zone: timeZone } };
}

/** Adds the dataset's identity rules, unless the request has some. */
function withIdentity(request: CreateReportRequest, identity: DatasetItem['identity']): CreateReportRequest {
  if (identity === undefined || request.params?.identity !== undefined) return request;
  return { ...request, params: { ...request.params, identity } };
}

/**
 * Replaces the default, or the word for it, by the dataset's list: the report keeps it when the dataset's
 * changes.
 */
function withNotGoods(
  request: CreateReportRequest,
  listed: readonly string[] | undefined,
): CreateReportRequest {
  if (listed === undefined) return request;
  return { ...request, params: { ...request.params, leave_out: [...listed] } };
}
