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
  const executionArn = (reportId: string): string =>
    `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${reportId}`;

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
    async status(reportId: string): Promise<string | undefined> {
      try {
        const { status } = await sfn.send(
          new DescribeExecutionCommand({ executionArn: executionArn(reportId) }),
        );
        return status;
      } catch (error) {
        if (error instanceof ExecutionDoesNotExist) return undefined;
        throw error;
      }
    },
  };
}
export type ReportWorkflow = ReturnType<typeof createReportWorkflow>;
