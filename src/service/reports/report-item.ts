// A report as it is stored.

import * as v from 'valibot';
import { REPORT_TYPES } from '../../contract/report-types/report-types.ts';
import { REPORT_STATUSES, reportProgress } from '../../contract/resources/reports/progress.ts';
import type { CreateReportRequest } from '../../contract/resources/reports/reports.ts';
import { sentence } from '../../contract/schema/coded.ts';
import { jsonText } from '../aws/items.ts';
import { UNFINISHED_INDEX } from '../tables/service-table.ts';

export const reportItem = v.object({
  account_id: v.string(),
  report_id: v.string(),
  name: v.string(),
  report_type: v.picklist(REPORT_TYPES),
  dataset_id: v.string(),
  status: v.picklist(REPORT_STATUSES),
  fail_reason: v.optional(v.string()),
  fail_reason_coded: v.optional(v.array(sentence)),
  created_at: v.string(),
  updated_at: v.string(),
  /** Epoch milliseconds: the time in the id of the last import that its dataset had accepted. */
  last_accepted: v.optional(v.number()),
  /** YYYY-MM of the monthly limit that the report counts against. */
  usage_month: v.string(),
  /** Hash of the API key that requested the report: the secret of the webhook's signature. */
  key_hash: v.string(),
  /** Currency of the dataset when the report was requested; missing if it had none. */
  currency: v.optional(v.string()),
  /** Source of the rates at the same time; missing if there was none. */
  rates_source: v.optional(v.string()),
  /** The report whose recommendations next products come from: served when the report was requested. */
  next_products_from: v.optional(v.string()),
  /** The schedule that requested the report. */
  schedule_id: v.optional(v.string()),
  request: jsonText<CreateReportRequest>(),
  /** Number of workflow runs; missing during the first run. */
  runs: v.optional(v.number()),
  /** Set while the reconciler must find the report; missing once nothing is left to do. */
  [UNFINISHED_INDEX.partition]: v.optional(v.string()),
  /** When the webhook was delivered or abandoned; no scheduled attempt follows. */
  told_at: v.optional(v.string()),
  /** Number of partitions; the files of such a report may stay in the bucket until a while after its end. */
  partitions: v.optional(v.number()),
  /** Set on a Processing report that has been running for a while. */
  progress: v.optional(reportProgress),
});
export type ReportItem = v.InferOutput<typeof reportItem>;

export interface ReportKey {
  readonly accountId: string;
  readonly reportId: string;
}

/** The number of the workflow run, from 1. */
export function getRun({ runs }: ReportItem): number {
  return runs ?? 1;
}

const LATE_WRITES_MS = 16 * 60_000;

/** Whether a function may still write for a report that has ended: at most until its timeout, 15 minutes. */
export function isWrittenLate({ updated_at }: Pick<ReportItem, 'updated_at'>, now: number): boolean {
  return now - Date.parse(updated_at) < LATE_WRITES_MS;
}
