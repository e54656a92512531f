// Starts a report: the item and the month's count in one transaction, then the workflow, named by the report. If the
// second step is lost, the reconciler takes it.

import { isUlid } from '../../contract/paging.ts';
import type { CreateReportRequest, CreateReportResponse } from '../../contract/resources/reports/reports.ts';
import type { Caller } from '../../core/accounts/caller.ts';
import { DatasetBeingErasedError, InvalidRequestError } from '../../core/errors.ts';
import type { StartedWork } from '../../core/started-work.ts';
import { measure } from '../../observability/metrics.ts';
import type { DatasetOfAudience } from '../../stores/audiences/dataset-of-audience.ts';
import type { TransactItem } from '../../stores/aws/transact.ts';
import type { DatasetStore } from '../../stores/datasets/datasets.ts';
import type { ErasureStore } from '../../stores/erasures/erasures.ts';
import type { ReportItem } from '../../stores/reports/report-item.ts';
import type { ReportWorkflow } from '../../stores/reports/report-workflow.ts';
import type { ReportStore } from '../../stores/reports/reports.ts';
import type { WebhookReceivers } from '../../wiring/environment.ts';
import { checkReport } from './check-report.ts';
import { newReport } from './new-report.ts';
import { requireDataset } from './require-dataset.ts';
import { startWorkflow } from './start-workflow.ts';

export interface StartReportDeps {
  readonly reports: ReportStore;
  readonly datasets: Pick<DatasetStore, 'get'>;
  readonly erasures: Pick<ErasureStore, 'mark'>;
  readonly datasetOfAudience: DatasetOfAudience;
  readonly workflow: ReportWorkflow;
  readonly webhookReceivers: WebhookReceivers;
  readonly newReportId: (now: number) => string;
  readonly clock: () => number;
}

/** A report that is started with another write, in one transaction, or not at all. */
export interface ClaimedReport {
  readonly id: string;
  readonly claim: TransactItem;
}

export function createStartReport(deps: StartReportDeps) {
  return async function startReport(
    caller: Caller,
    request: CreateReportRequest,
    earlier?: StartedWork,
    claimed?: ClaimedReport,
  ): Promise<CreateReportResponse> {
    const { accountId } = caller;
    if (earlier?.resumes) {
      const existing = await deps.reports.get({ accountId, reportId: earlier.id });
      if (existing !== undefined) return started(existing);
    }
    checkReport(request, deps.webhookReceivers);
    const mark = await deps.erasures.mark(accountId, request.dataset_id);
    if (mark?.active !== undefined) throw new DatasetBeingErasedError(request.dataset_id);
    const dataset = await requireDataset(deps.datasets, accountId, request.dataset_id);
    await requireAudience(deps.datasetOfAudience, accountId, request);
    const now = deps.clock();
    const id = claimed?.id ?? earlier?.id ?? deps.newReportId(now);
    const report = newReport(caller, request, { id, now, dataset });
    await deps.reports.create(report, caller.limits.monthlyReports, claimed?.claim);
    measure('ReportsRequested');
    return started(report);
  };

  async function started(report: ReportItem): Promise<CreateReportResponse> {
    const { status, report_id, report_type, dataset_id } = report;
    if (status === 'Processing') await startWorkflow(deps.workflow, report);
    return { report_id, status: 'Processing', report_type, dataset_id };
  }
}
export type StartReport = ReturnType<typeof createStartReport>;

/** Of a report about one. Throws InvalidRequestError. */
async function requireAudience(
  datasetOfAudience: DatasetOfAudience,
  accountId: string,
  { params, dataset_id }: CreateReportRequest,
): Promise<void> {
  const audienceId = params?.audience_id;
  if (audienceId === undefined) return;
  const found = isUlid(audienceId) ? await datasetOfAudience(accountId, audienceId) : undefined;
  if (found !== dataset_id)
    throw new InvalidRequestError('params.audience_id', `expected an audience of the dataset ${dataset_id}`);
}
