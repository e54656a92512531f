// The workflow's step after every error: fails the report with a reason, and returns its unit to the monthly
// limit.

import {
  type FailedReportInput,
  FIRST_DELIVERY,
  type NotifyInput,
  type PartitionStep,
} from '../../../contract/messages/workflow.ts';
import type { WorkSentence } from '../../../contract/sentences/failed-because.ts';
import { say } from '../../../contract/sentences/sentence.ts';
import { log } from '../../observability/log.ts';
import { measure } from '../../observability/metrics.ts';
import { loadReport } from './load-report.ts';
import { type EndDeps, makeRoom } from './publish-report.ts';

export function createFailReport(deps: EndDeps) {
  const { reports, clock } = deps;
  return async function failReport({ error, failed_step, ...ref }: FailedReportInput): Promise<NotifyInput> {
    // The cause is the error of the failed state: its own log has the details that may be shown.
    log('error', 'report failed', {
      report_id: ref.report_id,
      error: error.Error,
      ...(failed_step !== undefined && { failed_step }),
    });
    const report = await loadReport(reports, ref);
    const isFirst = await reports.fail(
      report,
      explainWorkflowError(error, failed_step),
      new Date(clock()).toISOString(),
    );
    if (isFirst) measure('ReportsFailed');
    await makeRoom(deps, { accountId: ref.account_id, reportId: ref.report_id });
    return { ...ref, delivery: FIRST_DELIVERY };
  };
}

// A workflow error as a reason that the report's owner can act on. Internals stay in the log.
/** `step`: of a report in partitions. */
export function explainWorkflowError(
  { Error: name }: { Error: string },
  step: PartitionStep | null = null,
): WorkSentence {
  if (/Timeout|Timedout/i.test(name)) return say('report_took_too_long', { step });
  if (/ExitError|OutOfMemory|ERR_WORKER_OUT_OF_MEMORY|Lambda\.Unknown/.test(name)) {
    return say('report_needs_memory', { step });
  }
  return name === 'PartitionFileError' ? say('report_file_lost', { step }) : say('report_failed', { step });
}
