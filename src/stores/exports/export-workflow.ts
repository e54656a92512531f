// The Step Functions workflow that writes an export. An execution is named after its export, so that starting it twice
// starts one.
import type { ExecutionStatus, SFNClient } from '@aws-sdk/client-sfn';
import type { ExportInput } from '../../contract/messages/workflow.ts';
import { createExecutions } from '../aws/executions.ts';

export function createExportWorkflow(sfn: SFNClient, stateMachineArn: string) {
  const executions = createExecutions(sfn, stateMachineArn);
  return {
    start: (input: ExportInput): Promise<void> => executions.start(input.export_id, input),

    /** Undefined if it was never started. */
    status: (exportId: string): Promise<ExecutionStatus | undefined> => executions.status(exportId),
  };
}
export type ExportWorkflow = ReturnType<typeof createExportWorkflow>;
