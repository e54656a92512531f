// Stores a report that cannot be started as failed, with the reason: it is listed, and its webhook is
// delivered like any other.

import type { Caller } from '../../../analysis/accounts/caller.ts';
import type { CreateReportRequest } from '../../../contract/resources/reports/reports.ts';
import { explainFailure, type WorkSentence } from '../../../contract/sentences/failed-because.ts';
import type { ReportWorkflow } from '../../aws/executions.ts';
import { measure } from '../../observability/metrics.ts';
import type { ReportStore } from '../reports.ts';
import { buildReportItem } from './new-report.ts';
import type { ClaimedReport } from './start-report.ts';
import { startWorkflow } from './start-workflow.ts';

export interface RefuseReportDeps {
  readonly reports: Pick<ReportStore, 'createFailed'>;
  readonly workflow: ReportWorkflow;
  readonly clock: () => number;
}

export function createRefuseReport({ reports, workflow, clock }: RefuseReportDeps) {
  /** Returns false, and stores nothing, if the claim is refused. */
  return async function refuseReport(
    caller: Pick<Caller, 'accountId' | 'keyHash'>,
    request: CreateReportRequest,
    { id, claim }: ClaimedReport,
    reason: WorkSentence,
  ): Promise<boolean> {
    const report = buildReportItem(caller, request, { id, now: clock(), dataset: undefined });
    const failed = { ...report, status: 'Failed' as const, ...explainFailure(reason) };
    if (!(await reports.createFailed(failed, claim))) return false;
    measure('ReportsFailed');
    if (request.webhook_url !== undefined) await startWorkflow(workflow, failed);
    return true;
  };
}
export type RefuseReport = ReturnType<typeof createRefuseReport>;
