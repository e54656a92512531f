// The Step Functions workflow that runs an erasure. An execution is named after the erasure and its run number: a
// failed run is followed by another one.
import type { ExecutionStatus, SFNClient } from '@aws-sdk/client-sfn';
import type { ErasureInput } from '../../contract/messages/workflow.ts';
import { createExecutions } from '../aws/executions.ts';
import type { ErasureRef } from './erasure-item.ts';

export function createErasureWorkflow(sfn: SFNClient, stateMachineArn: string) {
  const executions = createExecutions(sfn, stateMachineArn);
  const name = (erasureId: string, run: number): string => `${erasureId}-${run}`;

  return {
    start({ accountId, erasureId }: ErasureRef, run: number): Promise<void> {
      const input: ErasureInput = { account_id: accountId, erasure_id: erasureId };
      return executions.start(name(erasureId, run), input);
    },

    /** Undefined if the run was never started. */
    status: (erasureId: string, run: number): Promise<ExecutionStatus | undefined> =>
      executions.status(name(erasureId, run)),
  };
}
export type ErasureWorkflow = ReturnType<typeof createErasureWorkflow>;
