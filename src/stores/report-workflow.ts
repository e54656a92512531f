// The Step Functions workflow that a report runs through. An execution is named by its report and, from the second run
// on, by the number of the run: starting a run twice starts it once.
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

    /** RUNNING, SUCCEEDED, FAILED, …; undefined when it was never started. */
    status: (reportId: string, run: number): Promise<string | undefined> =>
      executionStatus(sfn, stateMachineArn, name(reportId, run)),
  };
}
export type ReportWorkflow = ReturnType<typeof createReportWorkflow>;

/** RUNNING, SUCCEEDED, FAILED, …; undefined when no execution of that name was ever started. */
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
