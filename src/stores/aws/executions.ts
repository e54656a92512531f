// Executions of a Step Functions workflow. Starting one again under its name does nothing, so that a crash between the
// start and the note of it is safe to retry.
import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  type ExecutionStatus,
  type SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { STATE_VERSION } from '../../contract/messages/format-versions.ts';

export function createExecutions(sfn: SFNClient, stateMachineArn: string) {
  const arnOf = (name: string): string =>
    `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;

  return {
    async start(name: string, input: object): Promise<void> {
      try {
        const versioned = JSON.stringify({ version: STATE_VERSION, ...input });
        await sfn.send(new StartExecutionCommand({ stateMachineArn, name, input: versioned }));
      } catch (error) {
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
      }
    },

    /** Undefined if no execution with that name was ever started. */
    async status(name: string): Promise<ExecutionStatus | undefined> {
      try {
        const { status } = await sfn.send(new DescribeExecutionCommand({ executionArn: arnOf(name) }));
        return status;
      } catch (error) {
        if (error instanceof ExecutionDoesNotExist) return undefined;
        throw error;
      }
    },

    /** Does nothing if no execution with that name was ever started, or if it has ended. */
    async stop(name: string, cause: string): Promise<void> {
      try {
        await sfn.send(new StopExecutionCommand({ executionArn: arnOf(name), cause }));
      } catch (error) {
        if (!(error instanceof ExecutionDoesNotExist)) throw error;
      }
    },
  };
}
