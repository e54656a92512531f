// The Step Functions workflow that an erasure runs through. An execution is named by the erasure and the number of its
// run: a run that ended badly is followed by another.
import { ExecutionAlreadyExists, type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { ErasureInput } from '../contract/workflow.ts';
import type { ErasureRef } from './erasures.ts';
import { executionStatus } from './report-workflow.ts';

export function createErasureWorkflow(sfn: SFNClient, stateMachineArn: string) {
  const name = (erasureId: string, run: number): string => `${erasureId}-${run}`;

  return {
    async start({ accountId, erasureId }: ErasureRef, run: number): Promise<void> {
      const input: ErasureInput = { account_id: accountId, erasure_id: erasureId };
      try {
        await sfn.send(
          new StartExecutionCommand({
            stateMachineArn,
            name: name(erasureId, run),
            input: JSON.stringify(input),
          }),
        );
      } catch (error) {
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
      }
    },

    /** RUNNING, SUCCEEDED, FAILED, …; undefined when it was never started. */
    status: (erasureId: string, run: number): Promise<string | undefined> =>
      executionStatus(sfn, stateMachineArn, name(erasureId, run)),
  };
}
export type ErasureWorkflow = ReturnType<typeof createErasureWorkflow>;
