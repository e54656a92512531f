// The Step Functions workflow that sends events to an endpoint. An execution is named after its endpoint and number, so that starting
// it twice starts one.
import type { ExecutionStatus, SFNClient } from '@aws-sdk/client-sfn';
import type { SendEventsInput } from '../../contract/messages/workflow.ts';
import { createExecutions } from '../aws/executions.ts';
import type { EndpointItem } from './event-items.ts';

type Run = Pick<EndpointItem, 'account_id' | 'endpoint_id' | 'runs'>;

const nameOf = ({ endpoint_id, runs }: Run): string => `${endpoint_id}-${runs}`;

export function createEventWorkflow(sfn: SFNClient, stateMachineArn: string) {
  const executions = createExecutions(sfn, stateMachineArn);
  return {
    start(run: Run): Promise<void> {
      const { account_id, endpoint_id, runs } = run;
      const input: SendEventsInput = { account_id, endpoint_id, run: runs };
      return executions.start(nameOf(run), input);
    },

    /** Undefined if it was never started. */
    status: (run: Run): Promise<ExecutionStatus | undefined> => executions.status(nameOf(run)),
  };
}
export type EventWorkflow = ReturnType<typeof createEventWorkflow>;
