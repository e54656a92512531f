// The Step Functions workflow that a report runs through. An execution is named by its report: starting it twice
// starts it once.
import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  type SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { ReportRef } from '../contract/workflow.ts';

export function createReportWorkflow(sfn: SFNClient, stateMachineArn: string) {
  return {
    async start(ref: ReportRef): Promise<void> {
      try {
        await sfn.send(
          new StartExecutionCommand({ stateMachineArn, name: ref.report_id, input: JSON.stringify(ref) }),
        );
      } catch (error) {
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
      }
    },

    /** RUNNING, SUCCEEDED, FAILED, …; undefined when it was never started. */
    status: (reportId: string): Promise<string | undefined> =>
      executionStatus(sfn, stateMachineArn, reportId),
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
