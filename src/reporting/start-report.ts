// Starts a report: the item and the month's count in one transaction, then the workflow, named by the report. If the
// second step is lost, the reconciler takes it.

import type { CreateReportRequest, CreateReportResponse } from '../contract/reports.ts';
import type { Caller } from '../core/accounts/caller.ts';
import type { BegunWork } from '../core/begun-work.ts';
import { DatasetBeingErasedError, InvalidRequestError } from '../core/errors.ts';
import { describeError } from '../observability/describe-error.ts';
import { log } from '../observability/log.ts';
import { measure } from '../observability/metrics.ts';
import { resolveReport } from '../report-types/resolve.ts';
import type { DatasetStore } from '../stores/datasets.ts';
import type { ErasureStore } from '../stores/erasures.ts';
import type { ReportWorkflow } from '../stores/report-workflow.ts';
import type { ReportItem, ReportStore } from '../stores/reports.ts';
import { receiverUrlProblem } from '../webhooks/receiver-url.ts';
import type { WebhookReceivers } from '../wiring/environment.ts';
import { requireDataset } from './require-dataset.ts';

export interface StartReportDeps {
  readonly reports: ReportStore;
  readonly datasets: DatasetStore;
  readonly erasures: Pick<ErasureStore, 'mark'>;
  readonly workflow: ReportWorkflow;
  readonly webhookReceivers: WebhookReceivers;
  readonly newReportId: (now: number) => string;
  readonly clock: () => number;
}

export function createStartReport(deps: StartReportDeps) {
  return async function startReport(
    caller: Caller,
    request: CreateReportRequest,
    begun?: BegunWork,
  ): Promise<CreateReportResponse> {
    const { accountId } = caller;
    if (begun?.resumes) {
      const existing = await deps.reports.get({ accountId, reportId: begun.id });
      if (existing !== undefined) return started(existing);
    }
    const { name, reportType } = resolveReport(request);
    if (request.webhook_url !== undefined) {
      const problem = receiverUrlProblem(request.webhook_url, deps.webhookReceivers);
      if (problem !== undefined) throw new InvalidRequestError('webhook_url', problem);
    }
    const mark = await deps.erasures.mark(accountId, request.dataset_id);
    if (mark?.active !== undefined) throw new DatasetBeingErasedError(request.dataset_id);
    const dataset = await requireDataset(deps.datasets, accountId, request.dataset_id);
    const now = deps.clock();
    const createdAt = new Date(now).toISOString();
    const reportId = begun?.id ?? deps.newReportId(now);
    const report: ReportItem = {
      account_id: accountId,
      report_id: reportId,
      name,
      report_type: reportType,
      dataset_id: request.dataset_id,
      status: 'Processing',
      created_at: createdAt,
      updated_at: createdAt,
      usage_month: createdAt.slice(0, 7),
      key_hash: caller.keyHash,
      ...(dataset?.last_accepted !== undefined && { last_accepted: dataset.last_accepted }),
      ...(dataset?.currency !== undefined && { currency: dataset.currency }),
      ...(dataset?.rates_source !== undefined && { rates_source: dataset.rates_source }),
      request: inTimeZone(request, dataset?.time_zone),
    };
    await deps.reports.create(report, caller.limits.monthlyReports);
    measure('ReportsRequested');
    return started(report);
  };

  /** Starting the workflow twice starts it once. */
  async function started(report: ReportItem): Promise<CreateReportResponse> {
    const { account_id, report_id, report_type, dataset_id } = report;
    try {
      if (report.status === 'Processing') await deps.workflow.start({ account_id, report_id });
    } catch (error) {
      // The report is stored and counted: an error would make the client ask for a second one. The reconciler starts it.
      log('error', 'workflow not started', { report_id, ...describeError(error) });
    }
    return { report_id, status: 'Processing', report_type, dataset_id };
  }
}

/** The dataset's time zone, unless the request names one: the report keeps it when the dataset's changes. */
function inTimeZone(request: CreateReportRequest, timeZone: string | undefined): CreateReportRequest {
  if (timeZone === undefined || request.params?.time_zone !== undefined) return request;
  return { ...request, params: { ...request.params, time_zone: timeZone } };
}
