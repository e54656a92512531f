// The Step Functions workflow of a run. An execution is named after its run, so that starting it twice starts one.
import type { ExecutionStatus, SFNClient } from '@aws-sdk/client-sfn';
import type { AudienceRunInput } from '../../contract/messages/workflow.ts';
import { createExecutions } from '../aws/executions.ts';
import type { RunRef } from './audience-item.ts';

export function createAudienceWorkflow(sfn: SFNClient, stateMachineArn: string) {
  const executions = createExecutions(sfn, stateMachineArn);
  return {
    start({ accountId, audienceId, runId }: RunRef): Promise<void> {
      const input: AudienceRunInput = { account_id: accountId, audience_id: audienceId, run_id: runId };
      return executions.start(runId, input);
    },

    /** Undefined if it was never started. */
    status: (runId: string): Promise<ExecutionStatus | undefined> => executions.status(runId),
  };
}
export type AudienceWorkflow = ReturnType<typeof createAudienceWorkflow>;
