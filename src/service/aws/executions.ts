// Executions of a Step Functions workflow. Starting one again under its name does nothing, so that a retry is
// safe after a crash between starting and recording it.
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
import type {
  AudienceRunInput,
  DeliverInput,
  ErasureInput,
  ExportInput,
  PullInput,
  ReportRef,
  SendEventsInput,
} from '../../contract/messages/workflow.ts';
import type { RunRef } from '../audiences/audiences.ts';
import type { ConnectionItem } from '../connections/connection-item.ts';
import type { DestinationItem } from '../destinations/destination-item.ts';
import type { ErasureRef } from '../erasures/erasures.ts';
import type { EndpointItem } from '../webhooks/endpoints.ts';

function createExecutions(sfn: SFNClient, stateMachineArn: string) {
  const toArn = (name: string): string =>
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
        const { status } = await sfn.send(new DescribeExecutionCommand({ executionArn: toArn(name) }));
        return status;
      } catch (error) {
        if (error instanceof ExecutionDoesNotExist) return undefined;
        throw error;
      }
    },

    /** Does nothing if no execution with that name was ever started, or if it has ended. */
    async stop(name: string, cause: string): Promise<void> {
      try {
        await sfn.send(new StopExecutionCommand({ executionArn: toArn(name), cause }));
      } catch (error) {
        if (!(error instanceof ExecutionDoesNotExist)) throw error;
      }
    },
  };
}

/** Named after its endpoint or destination, and the number of earlier executions. */
const toRunName = (id: string, runs: number): string => `${id}-${runs}`;

type EndpointRun = Pick<EndpointItem, 'account_id' | 'endpoint_id' | 'runs'>;

export function createEventWorkflow(sfn: SFNClient, stateMachineArn: string) {
  const executions = createExecutions(sfn, stateMachineArn);
  return {
    start({ account_id, endpoint_id, runs }: EndpointRun): Promise<void> {
      const input: SendEventsInput = { account_id, endpoint_id, run: runs };
      return executions.start(toRunName(endpoint_id, runs), input);
    },

    /** Undefined if it was never started. */
    status: ({ endpoint_id, runs }: EndpointRun): Promise<ExecutionStatus | undefined> =>
      executions.status(toRunName(endpoint_id, runs)),
  };
}
export type EventWorkflow = ReturnType<typeof createEventWorkflow>;

export function createReportWorkflow(sfn: SFNClient, stateMachineArn: string) {
  const executions = createExecutions(sfn, stateMachineArn);
  const name = (reportId: string, run: number): string => (run === 1 ? reportId : `${reportId}-${run}`);

  return {
    start: (ref: ReportRef, run = 1): Promise<void> => executions.start(name(ref.report_id, run), ref),

    /** Undefined if the run was never started. */
    status: (reportId: string, run: number): Promise<ExecutionStatus | undefined> =>
      executions.status(name(reportId, run)),

    stop: (reportId: string, run: number, cause: string): Promise<void> =>
      executions.stop(name(reportId, run), cause),
  };
}
export type ReportWorkflow = ReturnType<typeof createReportWorkflow>;

/** Named after the export, or after the table and the number of earlier executions. */
const toExportName = ({ export_id, table_run }: Pick<ExportInput, 'export_id' | 'table_run'>): string =>
  table_run === undefined ? export_id : toRunName(export_id, table_run);

export function createExportWorkflow(sfn: SFNClient, stateMachineArn: string) {
  const executions = createExecutions(sfn, stateMachineArn);
  return {
    start: (input: ExportInput): Promise<void> => executions.start(toExportName(input), input),

    /** Undefined if it was never started. */
    status: (exportId: string, tableRun?: number): Promise<ExecutionStatus | undefined> =>
      executions.status(toExportName({ export_id: exportId, table_run: tableRun })),
  };
}
export type ExportWorkflow = ReturnType<typeof createExportWorkflow>;

export function createErasureWorkflow(sfn: SFNClient, stateMachineArn: string) {
  const executions = createExecutions(sfn, stateMachineArn);
  const name = (erasureId: string, run: number): string => `${erasureId}-${run}`;

  return {
    start({ accountId, erasureId }: ErasureRef, run: number, hasSettled = false): Promise<void> {
      const input: ErasureInput = {
        account_id: accountId,
        erasure_id: erasureId,
        ...(hasSettled && { has_settled: true }),
      };
      return executions.start(name(erasureId, run), input);
    },

    /** Undefined if the run was never started. */
    status: (erasureId: string, run: number): Promise<ExecutionStatus | undefined> =>
      executions.status(name(erasureId, run)),
  };
}
export type ErasureWorkflow = ReturnType<typeof createErasureWorkflow>;

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

type DestinationRun = Pick<DestinationItem, 'account_id' | 'audience_id' | 'destination_id' | 'runs'>;

export function createDeliveryWorkflow(sfn: SFNClient, stateMachineArn: string) {
  const executions = createExecutions(sfn, stateMachineArn);
  return {
    start({ account_id, audience_id, destination_id, runs }: DestinationRun): Promise<void> {
      const input: DeliverInput = { account_id, audience_id, destination_id };
      return executions.start(toRunName(destination_id, runs), input);
    },

    /** Undefined if it was never started. */
    status: ({ destination_id, runs }: DestinationRun): Promise<ExecutionStatus | undefined> =>
      executions.status(toRunName(destination_id, runs)),
  };
}
export type DeliveryWorkflow = ReturnType<typeof createDeliveryWorkflow>;

type ConnectionRun = Pick<ConnectionItem, 'account_id' | 'source_id' | 'runs'>;

export function createPullWorkflow(sfn: SFNClient, stateMachineArn: string) {
  const executions = createExecutions(sfn, stateMachineArn);
  return {
    start({ account_id, source_id, runs }: ConnectionRun): Promise<void> {
      const input: PullInput = { account_id, source_id, run: runs };
      return executions.start(toRunName(source_id, runs), input);
    },

    /** Undefined if it was never started. */
    status: ({ source_id, runs }: ConnectionRun): Promise<ExecutionStatus | undefined> =>
      executions.status(toRunName(source_id, runs)),
  };
}
export type PullWorkflow = ReturnType<typeof createPullWorkflow>;
