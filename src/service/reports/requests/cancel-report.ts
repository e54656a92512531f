// Cancels a report that is queued or computing. One conditional write decides its end, as for a finished
// computation: the report is either cancelled or has the workflow's result. A crash may lose the following
// steps: the workflow then finds the report ended, and continues with its webhook.

import { NotFoundError } from '../../../contract/errors/errors.ts';
import type { ReportSummary } from '../../../contract/resources/reports/report-responses.ts';
import { say } from '../../../contract/sentences/sentence.ts';
import type { ReportWorkflow } from '../../aws/executions.ts';
import { describeError } from '../../observability/describe-error.ts';
import { log } from '../../observability/log.ts';
import { getRun, type ReportKey } from '../report-item.ts';
import { toReportSummary } from '../report-view.ts';
import { type EndDeps, makeRoom } from '../steps/publish-report.ts';

export interface CancelReportDeps extends EndDeps {
  readonly workflow: Pick<ReportWorkflow, 'start' | 'stop'>;
}

export function createCancelReport(deps: CancelReportDeps) {
  const { reports, workflow, clock } = deps;

  /** If the workflow that sends the webhook cannot be started now, the reconciler starts it. */
  async function stop(key: ReportKey): Promise<void> {
    const report = await reports.get(key);
    if (report === undefined) return;
    try {
      await workflow.stop(key.reportId, getRun(report), 'cancelled');
      if (report.request.webhook_url === undefined) return;
      const run = await reports.takeRun(report);
      const ref = { account_id: key.accountId, report_id: key.reportId };
      if (run !== undefined) await workflow.start(ref, run);
    } catch (error) {
      log('error', 'workflow not stopped', { report_id: key.reportId, ...describeError(error) });
    }
  }

  /** Returns the report as it has ended, even if another caller ended it. Throws NotFoundError. */
  return async function cancelReport(key: ReportKey): Promise<ReportSummary> {
    const report = await reports.get(key);
    if (report === undefined) throw new NotFoundError('Report not found.');
    if (await reports.fail(report, say('report_cancelled', {}), new Date(clock()).toISOString())) {
      await makeRoom(deps, key);
      await stop(key);
    }
    const ended = await reports.get(key);
    if (ended === undefined) throw new NotFoundError('Report not found.');
    return toReportSummary(ended);
  };
}
