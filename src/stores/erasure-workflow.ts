// The Step Functions workflow that runs an erasure. An execution is named after the erasure and its run number: a
// failed run is followed by another one.
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

    /** RUNNING, SUCCEEDED, FAILED, …; undefined if it was never started. */
    status: (erasureId: string, run: number): Promise<string | undefined> =>
      executionStatus(sfn, stateMachineArn, name(erasureId, run)),
  };
}
export type ErasureWorkflow = ReturnType<typeof createErasureWorkflow>;
