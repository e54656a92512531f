// Starts a report: writes the item and the month's count in one transaction, then starts the workflow, named
// by the report. If the second step is lost, the reconciler repeats it.

import type { Caller } from '../../../analysis/accounts/caller.ts';
import type { StartedWork } from '../../../analysis/started-work.ts';
import { DatasetBeingErasedError, InvalidRequestError } from '../../../contract/errors/errors.ts';
import { isUlid } from '../../../contract/paging.ts';
import type {
  CreateReportRequest,
  CreateReportResponse,
} from '../../../contract/resources/reports/reports.ts';
import type { DatasetOfAudience } from '../../audiences/dataset-of-audience.ts';
import type { ReportWorkflow } from '../../aws/executions.ts';
import type { TransactItem } from '../../aws/transact.ts';
import type { DatasetStore } from '../../datasets/datasets.ts';
import type { ErasureStore } from '../../erasures/erasures.ts';
import { measure } from '../../observability/metrics.ts';
import type { RecommendationStore } from '../../recommendations/recommendations.ts';
import type { WebhookTargets } from '../../wiring/environment.ts';
import type { ReportItem } from '../report-item.ts';
import type { ReportStore } from '../reports.ts';
import { checkReport } from './check-report.ts';
import { buildReportItem } from './new-report.ts';
import { requireExisting } from './require-dataset.ts';
import { startWorkflow } from './start-workflow.ts';

export interface StartReportDeps {
  readonly reports: ReportStore;
  readonly datasets: Pick<DatasetStore, 'get'>;
  readonly erasures: Pick<ErasureStore, 'mark'>;
  readonly datasetOfAudience: DatasetOfAudience;
  readonly recommendations: Pick<RecommendationStore, 'served'>;
  readonly workflow: ReportWorkflow;
  readonly webhookReceivers: WebhookTargets;
  readonly newReportId: (now: number) => string;
  readonly clock: () => number;
}

/** A report that is started in one transaction with another write, or not at all. */
export interface ClaimedReport {
  readonly id: string;
  readonly claim: TransactItem;
  readonly scheduleId?: string | undefined;
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
      const known = await deps.reports.get({ accountId, reportId: earlier.id });
      if (known !== undefined) return ensureStarted(known);
    }
    checkReport(request, deps.webhookReceivers);
    const [mark, stored, audience, served] = await Promise.all([
      deps.erasures.mark(accountId, request.dataset_id),
      deps.datasets.get(accountId, request.dataset_id),
      findAudienceDataset(deps.datasetOfAudience, accountId, request),
      findServedReport(deps.recommendations, accountId, request),
    ]);
    if (mark?.active !== undefined) throw new DatasetBeingErasedError(request.dataset_id);
    const dataset = requireExisting(stored, request.dataset_id);
    requireAudience(request, audience);
    const now = deps.clock();
    const id = claimed?.id ?? earlier?.id ?? deps.newReportId(now);
    const { scheduleId } = claimed ?? {};
    const report = {
      ...buildReportItem(caller, request, { id, now, dataset, served }),
      ...(scheduleId !== undefined && { schedule_id: scheduleId }),
    };
    await deps.reports.create(report, caller.limits.monthlyReports, claimed?.claim);
    measure('ReportsRequested');
    return ensureStarted(report);
  };

  async function ensureStarted(report: ReportItem): Promise<CreateReportResponse> {
    const { status, report_id, report_type, dataset_id } = report;
    if (status === 'Processing') await startWorkflow(deps.workflow, report);
    return { report_id, status: 'Processing', report_type, dataset_id };
  }
}
export type StartReport = ReturnType<typeof createStartReport>;

/** The report that next products come from; undefined if the request has none, or nothing is served. */
export async function findServedReport(
  recommendations: StartReportDeps['recommendations'],
  accountId: string,
  { dataset_id: datasetId, params }: Pick<CreateReportRequest, 'dataset_id' | 'params'>,
): Promise<string | undefined> {
  if (params?.next_products !== true) return undefined;
  return (await recommendations.served({ accountId, datasetId }))?.reportId;
}

/** Dataset of the audience that a report is about. */
async function findAudienceDataset(
  datasetOfAudience: DatasetOfAudience,
  accountId: string,
  { params }: CreateReportRequest,
): Promise<string | undefined> {
  const audienceId = params?.audience_id;
  return audienceId !== undefined && isUlid(audienceId)
    ? datasetOfAudience(accountId, audienceId)
    : undefined;
}

/** `found`: the dataset of its audience. Throws InvalidRequestError. */
function requireAudience({ params, dataset_id }: CreateReportRequest, found: string | undefined): void {
  if (params?.audience_id !== undefined && found !== dataset_id)
    throw new InvalidRequestError('params.audience_id', `expected an audience of the dataset ${dataset_id}`);
}
