// The Step Functions workflow that generates a report. An execution is named after its report and, from the second run
// on, the run number, so that starting the same run twice starts one execution.
import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  type SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { ReportRef } from '../contract/workflow.ts';

export function createReportWorkflow(sfn: SFNClient, stateMachineArn: string) {
  const name = (reportId: string, run: number): string => (run === 1 ? reportId : `${reportId}-${run}`);

  return {
    async start(ref: ReportRef, run = 1): Promise<void> {
      try {
        await sfn.send(
          new StartExecutionCommand({
            stateMachineArn,
            name: name(ref.report_id, run),
            input: JSON.stringify(ref),
          }),
        );
      } catch (error) {
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
      }
    },

    /** RUNNING, SUCCEEDED, FAILED, …; undefined if it was never started. */
    status: (reportId: string, run: number): Promise<string | undefined> =>
      executionStatus(sfn, stateMachineArn, name(reportId, run)),
  };
}
export type ReportWorkflow = ReturnType<typeof createReportWorkflow>;

/** RUNNING, SUCCEEDED, FAILED, …; undefined if no execution with that name was ever started. */
export async function executionStatus(
  sfn: SFNClient,
  stateMachineArn: string,
  name: string,
): Promise<string | undefined> {
  const executionArn = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;
  try {
    const { status } = await sfn.send(new DescribeExecutionCommand({ executionArn }));
    return status;
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return undefined;
    throw error;
  }
}
