// The Step Functions workflow that generates a report. An execution is named after its report and, from the second run
// on, the run number, so that starting the same run twice starts one execution.
import type { ExecutionStatus, SFNClient } from '@aws-sdk/client-sfn';
import type { ReportRef } from '../../contract/messages/workflow.ts';
import { createExecutions } from '../aws/executions.ts';

export function createReportWorkflow(sfn: SFNClient, stateMachineArn: string) {
  const executions = createExecutions(sfn, stateMachineArn);
  const name = (reportId: string, run: number): string => (run === 1 ? reportId : `${reportId}-${run}`);

  return {
    start: (ref: ReportRef, run = 1): Promise<void> => executions.start(name(ref.report_id, run), ref),

    /** Undefined if the run was never started. */
    status: (reportId: string, run: number): Promise<ExecutionStatus | undefined> =>
      executions.status(name(reportId, run)),

    stop: (reportId: string, run: number, cause: string): Promise<void> =>
      executions.stop(name(reportId, run), cause),
  };
}
export type ReportWorkflow = ReturnType<typeof createReportWorkflow>;
