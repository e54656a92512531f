// The states of the report workflow, as their functions run them: parses their input, and gives transient
// faults the name that the workflow retries.
import { state } from '../../contract/messages/states.ts';
import type { NotifyInput } from '../../contract/messages/workflow.ts';
import { createNotifyReceiver, type NotifyDeps } from '../webhooks/attempt-delivery.ts';
import { type ComputeLaneDeps, createComputeLane } from './partitions/compute-lane.ts';
import { createExtractShard, type ExtractShardDeps } from './partitions/extract-shard.ts';
import { createJoinPartitions, type JoinDeps } from './partitions/join-partitions.ts';
import { type ComputeDeps, createComputeReport } from './steps/compute-report.ts';
import { createFailReport } from './steps/fail-report.ts';
import { namePassingFaults } from './steps/passing-faults.ts';
import { createPlanReport, type PlanDeps } from './steps/plan-report.ts';
import { createPublishReport, type EndDeps, type PublishDeps } from './steps/publish-report.ts';
import { createReadDataset, type ReadDatasetDeps } from './steps/read-dataset.ts';

interface Sliced {
  /** Milliseconds after which another run continues. */
  readonly sliceMs: number;
}

export const createPlanState = (deps: PlanDeps) =>
  namePassingFaults(state('PlanReport', createPlanReport(deps)));

export const createComputeState = (deps: Omit<ComputeDeps, 'readDataset'> & ReadDatasetDeps) =>
  namePassingFaults(
    state('ComputeReport', createComputeReport({ ...deps, readDataset: createReadDataset(deps) })),
  );

export function createExtractState({ sliceMs, ...deps }: ExtractShardDeps & Sliced) {
  const extractShard = createExtractShard(deps);
  return namePassingFaults(state('ExtractShard', (input) => extractShard(input, deps.clock() + sliceMs)));
}

export function createPassState({ sliceMs, ...deps }: ComputeLaneDeps & Sliced) {
  const computeLane = createComputeLane(deps);
  return namePassingFaults(state('ComputeLane', (input) => computeLane(input, deps.clock() + sliceMs)));
}

export const createJoinState = (deps: JoinDeps) =>
  namePassingFaults(state('JoinPartitions', createJoinPartitions(deps)));

export const createPublishState = (deps: PublishDeps) =>
  namePassingFaults(state('PublishReport', createPublishReport(deps)));

export const createFailState = (deps: EndDeps) =>
  namePassingFaults(state('FailReport', createFailReport(deps)));

export function createNotifyState(deps: NotifyDeps) {
  const notifyReceiver = createNotifyReceiver(deps);
  return namePassingFaults(
    state('NotifyReceiver', async ({ account_id, report_id, delivery }): Promise<NotifyInput> => {
      return { account_id, report_id, delivery: await notifyReceiver({ account_id, report_id, delivery }) };
    }),
  );
}
