// The Step Functions workflow that brings a destination in step. An execution is named after its destination and number, so that
// starting it twice starts one.
import type { ExecutionStatus, SFNClient } from '@aws-sdk/client-sfn';
import type { DeliverInput } from '../../contract/messages/workflow.ts';
import { createExecutions } from '../aws/executions.ts';
import type { DestinationItem } from './destination-item.ts';

type Run = Pick<DestinationItem, 'account_id' | 'audience_id' | 'destination_id' | 'runs'>;

const nameOf = ({ destination_id, runs }: Run): string => `${destination_id}-${runs}`;

export function createDeliveryWorkflow(sfn: SFNClient, stateMachineArn: string) {
  const executions = createExecutions(sfn, stateMachineArn);
  return {
    start(run: Run): Promise<void> {
      const { account_id, audience_id, destination_id } = run;
      const input: DeliverInput = { account_id, audience_id, destination_id };
      return executions.start(nameOf(run), input);
    },

    /** Undefined if it was never started. */
    status: (run: Run): Promise<ExecutionStatus | undefined> => executions.status(nameOf(run)),
  };
}
export type DeliveryWorkflow = ReturnType<typeof createDeliveryWorkflow>;
